"""The titles of the columns of a list of players, in the languages in which people write them."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from roundbook.ledger.importers.lists.columns import Titles, folded, known_as

_ENGLISH = known_as(
    name="name, player name, full name, complete name, fullname",
    turned="last name first name, last name and first name, surname and name, surname first name",
    somebody="player, participant, competitor",
    first="""first, first name, firstname, first names, given name, given names, givenname, given,
        forename, fname, f name""",
    middle="middle, middle name, middle names, middlename, middle initial",
    last="""last, last name, lastname, last names, surname, surnames, family name, familyname,
        family, lname, l name""",
    second="second last name, second surname, last name 2",
    id="""id, player id, playerid, player id number, pop id, popid, pop, play pokemon id,
        play! pokémon id, pokemon id, userid, user id, player no, player nr, player number, pid,
        p id, pokémon player id, licence, license, licence number""",
    year="""birth year, birthyear, year, year of birth, yob, y.o.b., born, birth, dob year,
        year of dob, birth date year, year born""",
    month_of="birth month, month of birth, month",
    day_of="birth day, day of birth, day",
    day="birthdate, birth date, date of birth, dob, d.o.b., birthday, when were you born, bdate",
    division="""division, age division, category, age category, age group, agegroup, div,
        which division do you play in""",
    status="status, registration status, entry status, player status, order status, state",
)
_GERMAN = known_as(
    name="name, spielername, vollständiger name, vor und nachname, vorname und nachname",
    turned="nachname vorname, name vorname, nachname und vorname",
    somebody="spieler, teilnehmer, teilnehmerin",
    first="vorname, vornamen, rufname",
    last="nachname, nachnamen, familienname, zuname",
    id="spieler id, spielerid, spielernummer, spieler nr, spielernr",
    year="geburtsjahr, geb, geboren, geb jahr, jahrgang, jg",
    day="geburtsdatum, geburtstag, geboren am, geb am, geb datum, geb dat",
    division="altersklasse, altersgruppe, kategorie",
    status="status, anmeldestatus",
)
_SPANISH = known_as(
    name="nombre, nombre completo",
    surnames="nombre y apellidos, nombre y apellido, nombres y apellidos",
    surnames_first="apellidos nombre, apellidos y nombre, apellidos y nombres, apellido y nombre",
    somebody="jugador, jugadora, participante",
    first="nombre de pila, nombres",
    last="apellido, apellidos, primer apellido, apellido paterno",
    second="segundo apellido, apellido materno",
    id="""n de jugador, id jugador, id de jugador, número de jugador, nº de jugador, nº jugador,
        n jugador, no jugador, número jugador""",
    year="año, año de nacimiento, año nacimiento",
    day="fecha de nacimiento, fecha nacimiento, nacimiento, f nacimiento, nac, fecha nac",
    division="división, categoría, categoría de edad, grupo de edad",
    status="estado, estatus, estado de inscripción, situación",
)
_FRENCH = known_as(
    name="nom, nom complet, prénom et nom, prénom nom",
    turned="nom prénom, nom et prénom, nom de famille et prénom",
    somebody="joueur, joueuse, participant, participante",
    first="prénom, prénoms",
    last="nom de famille",
    id="""n de joueur, n joueur, no joueur, id joueur, id du joueur, id de joueur,
        numéro de joueur, identifiant joueur, identifiant du joueur, identifiant, n de licence,
        numéro de licence""",
    year="année, année de naissance, né en, née en",
    day="né le, née le, date de naissance, naissance",
    division="catégorie, catégorie d'âge, tranche d'âge",
    status="statut, état, état de l'inscription",
)
_ITALIAN = known_as(
    name="nome, nome completo, nome e cognome",
    turned="cognome nome, cognome e nome",
    somebody="giocatore, giocatrice, partecipante",
    last="cognome",
    id="id giocatore, numero giocatore, codice giocatore",
    year="anno di nascita, anno",
    day="data di nascita, nascita",
    division="categoria, divisione, fascia d'età",
    status="stato, stato iscrizione",
)
_PORTUGUESE = known_as(
    name="nome, nome completo",
    surnames="nome e sobrenome, nome e apelido",
    somebody="jogador, jogadora, participante",
    first="primeiro nome, nome próprio",
    last="sobrenome, apelido, apelidos, último nome",
    id="id jogador, id do jogador, número do jogador",
    year="ano de nascimento, ano",
    day="data de nascimento, nascimento",
    division="categoria, divisão, faixa etária",
    status="situação, status, estado da inscrição",
)
_DUTCH = known_as(
    name="naam, volledige naam, naam speler, voor en achternaam",
    turned="achternaam voornaam, achternaam en voornaam",
    somebody="speler, deelnemer",
    first="voornaam, voornamen, roepnaam",
    infix="tussenvoegsel, tussenvoegsels, voorvoegsel, tv",
    last="achternaam, familienaam",
    id="speler id, spelerid, spelernummer, speler nr",
    year="geboortejaar",
    day="geboortedatum, geboren op, geboortedag",
    division="leeftijdscategorie, leeftijdsgroep, divisie, categorie",
    status="status, inschrijfstatus",
)
_POLISH = known_as(
    name="imię i nazwisko, gracz imię i nazwisko",
    turned="nazwisko i imię, nazwisko imię",
    somebody="gracz, zawodnik, uczestnik",
    first="imię, imiona",
    last="nazwisko",
    id="id gracza, numer gracza, nr gracza",
    year="rok urodzenia, rocznik",
    day="data urodzenia, urodzony, ur",
    division="kategoria, kategoria wiekowa, dywizja",
    status="status, stan zgłoszenia",
)
_HUNGARIAN = known_as(
    turned="név, teljes név, játékos neve",
    somebody="játékos, résztvevő, versenyző",
    first="keresztnév, utónév",
    family="vezetéknév, családnév",
    id="azonosító, játékos azonosító, játékosazonosító, játékos id, játékosszám",
    year="születési év, születés éve",
    day="születési dátum, születési idő, született, születésnap",
    division="korosztály, kategória, divízió",
    status="státusz, állapot",
)
_RUSSIAN = known_as(
    name="имя и фамилия, полное имя",
    turned="фио, ф и о, фамилия и имя, фамилия имя, фамилия имя отчество",
    somebody="игрок, участник",
    first="имя",
    middle="отчество",
    last="фамилия",
    id="id игрока, номер игрока, игрок id",
    year="год рождения, год",
    day="дата рождения, день рождения",
    division="категория, возрастная категория, дивизион",
    status="статус, состояние",
)
_JAPANESE = known_as(
    turned="氏名, 名前, お名前, 選手名, プレイヤー名",
    somebody="プレイヤー, 選手, 参加者",
    first="名, 下の名前",
    family="姓, 氏, 苗字, 名字",
    id="プレイヤーid, プレイヤー番号, 選手番号, プレーヤーid",
    year="生年, 生まれ年, 誕生年",
    day="生年月日, 誕生日",
    division="部門, カテゴリ, カテゴリー, ディビジョン, リーグ, 区分",
    status="状態, ステータス, 参加状況",
)
_VIETNAMESE = known_as(
    turned="họ và tên, họ tên, tên đầy đủ",
    somebody="người chơi, thí sinh",
    first="tên, tên đệm và tên",
    family="họ, họ và tên đệm",
    id="mã người chơi, mã số, id người chơi, mã id, số id",
    year="năm sinh",
    day="ngày sinh, ngày tháng năm sinh",
    division="hạng, lứa tuổi, nhóm tuổi",
    status="trạng thái, tình trạng",
)
_TURKISH = known_as(
    name="ad soyad, adı soyadı, isim soyisim",
    somebody="oyuncu, katılımcı",
    first="ad, adı, isim",
    last="soyad, soyadı, soyisim",
    id="oyuncu no, oyuncu id, oyuncu numarası",
    year="doğum yılı",
    day="doğum tarihi",
    division="kategori, yaş grubu",
    status="durum, durumu",
)

_SWEDISH = known_as(
    name="namn, för och efternamn",
    turned="efternamn förnamn",
    somebody="spelare, deltagare",
    first="förnamn, tilltalsnamn",
    last="efternamn",
    id="spelar id, spelarid, spelarnummer, spelarnr",
    year="födelseår",
    day="födelsedatum, född",
    division="klass, åldersklass, kategori",
    status="status, anmälningsstatus",
)
_DANISH = known_as(
    name="navn, fulde navn, fullt navn",
    somebody="spiller, deltager, deltaker",
    first="fornavn",
    last="efternavn, etternavn",
    id="spiller id, spillerid, spillernummer, spillernr",
    year="fødselsår, fødeår",
    day="fødselsdato, fødselsdag, født",
    division="aldersklasse, kategori, klasse",
    status="status",
)
_FINNISH = known_as(
    name="nimi, koko nimi",
    somebody="pelaaja, osallistuja",
    first="etunimi",
    last="sukunimi",
    id="pelaaja id, pelaajanumero, pelaajan id",
    year="syntymävuosi",
    day="syntymäaika, syntymäpäivä, syntynyt",
    division="ikäluokka, sarja, luokka",
    status="tila",
)
_CZECH = known_as(
    name="jméno a příjmení, celé jméno, meno a priezvisko",
    turned="příjmení a jméno, priezvisko a meno",
    somebody="hráč, účastník",
    first="jméno, křestní jméno, meno",
    last="příjmení, priezvisko",
    id="id hráče, číslo hráče, id hráča, číslo hráča",
    year="rok narození, ročník, rok narodenia",
    day="datum narození, narozen, narozena, dátum narodenia",
    division="kategorie, věková kategorie, divize, kategória",
    status="stav, status",
)
_KOREAN = known_as(
    turned="성명, 선수명, 참가자명",
    somebody="선수, 참가자",
    first="이름",
    family="성",
    id="선수 id, 선수번호, 플레이어 id, 선수 번호",
    year="출생년도, 생년, 출생연도",
    day="생년월일, 생일",
    division="부문, 카테고리, 연령대, 디비전",
    status="상태",
)
_CHINESE = known_as(
    turned="姓名, 选手姓名, 玩家姓名, 選手姓名, 玩家姓名",
    somebody="选手, 玩家, 玩家名",
    first="名字",
    family="姓, 姓氏",
    id="玩家id, 选手id, 玩家编号, 选手编号, 玩家編號, 選手編號",
    year="出生年份, 出生年",
    day="出生日期, 生日",
    division="组别, 分组, 組別, 年龄组, 年齡組",
    status="状态, 狀態",
)
_HEBREW = known_as(
    name="שם, שם מלא, שם פרטי ומשפחה",
    somebody="שחקן, משתתף",
    first="שם פרטי",
    last="שם משפחה",
    id="מספר שחקן, מזהה שחקן",
    year="שנת לידה",
    day="תאריך לידה",
    division="קטגוריה, דיוויזיה, קבוצת גיל",
    status="סטטוס, מצב",
)
_THAI = known_as(
    name="ชื่อ นามสกุล, ชื่อเต็ม",
    somebody="ผู้เล่น",
    first="ชื่อ, ชื่อจริง",
    last="นามสกุล",
    id="รหัสผู้เล่น, หมายเลขผู้เล่น",
    year="ปีเกิด",
    day="วันเกิด, วันเดือนปีเกิด",
    division="รุ่น, ประเภท, รุ่นอายุ",
    status="สถานะ",
)
_GREEK = known_as(
    name="ονοματεπώνυμο, όνομα και επώνυμο",
    somebody="παίκτης, παίχτης, συμμετέχων",
    first="όνομα",
    last="επώνυμο, επίθετο",
    id="αριθμός παίκτη, id παίκτη, κωδικός παίκτη",
    year="έτος γέννησης",
    day="ημερομηνία γέννησης, γέννηση",
    division="κατηγορία, ηλικιακή κατηγορία",
    status="κατάσταση",
)

LANGUAGES: Mapping[str, Titles] = MappingProxyType(
    {
        "en": _ENGLISH, "de": _GERMAN, "es": _SPANISH, "fr": _FRENCH, "it": _ITALIAN,
        "pt": _PORTUGUESE, "nl": _DUTCH, "pl": _POLISH, "hu": _HUNGARIAN, "ru": _RUSSIAN,
        "ja": _JAPANESE, "vi": _VIETNAMESE, "tr": _TURKISH, "sv": _SWEDISH, "da": _DANISH,
        "fi": _FINNISH, "cs": _CZECH, "ko": _KOREAN, "zh": _CHINESE, "he": _HEBREW, "th": _THAI,
        "el": _GREEK,
    }
)  # fmt: skip
"""The titles in each language."""

CONTENTS = tuple(dict.fromkeys(name for titles in LANGUAGES.values() for name in titles))

ROSTER: Titles = {
    name: frozenset().union(*(titles.get(name, frozenset()) for titles in LANGUAGES.values()))
    for name in CONTENTS
}
"""The titles of the columns of a list of players, in all languages."""

_WEST = ("Windows-1252", "Mac-Roman")
ENCODINGS_OF: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "de": (*_WEST, "CP850"), "es": _WEST, "fr": _WEST, "it": _WEST, "pt": _WEST, "nl": _WEST,
        "pl": ("Windows-1250",), "hu": ("Windows-1250",), "tr": ("Windows-1254",),
        "ru": ("Windows-1251", "KOI8-R"), "ja": ("Shift-JIS",), "sv": _WEST, "da": _WEST,
        "fi": _WEST, "cs": ("Windows-1250",), "ko": ("EUC-KR",), "zh": ("GB18030", "Big5"),
        "he": ("Windows-1255",), "th": ("Windows-874",), "el": ("Windows-1253",),
    }
)  # fmt: skip
"""The encodings in which lists of a language are saved; English says nothing about its names."""


LETTERS_OF: Mapping[str, str] = MappingProxyType(
    {"de": "äöüßéè", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíóúüñ", "it": "àèéìíòóùúî",
     "pt": "áâãàçéêíóôõúü", "nl": "ëïéèêáóöüç", "sv": "åäöéü", "da": "æøåéö", "fi": "äöåé"}
)  # fmt: skip
"""The letters with marks of languages that are saved in Western encodings."""


def letters_of(header: Sequence[str]) -> str:
    """Return the letters with marks that lists with such a header row are written with."""
    return "".join(LETTERS_OF.get(language, "") for language in languages_of(header))


def languages_of(header: Sequence[str]) -> frozenset[str]:
    """Return the languages in which most of the titles are known."""
    said = [folded(title) for title in header]
    known = {
        language: sum(any(one in words for words in titles.values()) for one in said)
        for language, titles in LANGUAGES.items()
    }
    most = max(known.values())
    return frozenset(language for language, count in known.items() if count == most > 0)


_DAY_FIRST = re.compile(r"\b(?:dd?|tt?|jj?|gg?|nn?)\W{0,2}mm?\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(r"\bmm?\W{0,2}(?:dd?|tt?|jj?|gg?|nn?)\b", re.IGNORECASE)


def day_first(title: str, languages: frozenset[str]) -> bool | None:
    """Tell whether dates below a title begin with the day; None if nobody can tell.

    A title may say so, as in `Date of birth (DD/MM/YYYY)`. Only in English both are usual.
    """
    if _DAY_FIRST.search(title):
        return True
    if _MONTH_FIRST.search(title):
        return False
    return None if not languages or "en" in languages else True


_NO_LONGER = """cancel, withdrawn, withdrew, wait list, waitlist, waiting, dropped, no show,
    declined, rejected, refunded, absent, not coming, removed, abgesagt, abgemeldet, storniert,
    warteliste, nachrücker, cancelad, lista de espera, baja, retirad, anulad, annul,
    liste d'attente, désist, lista d'attesa, ritirat, desist, geannuleerd, afgemeld, wachtlijst,
    anulowan, rezerw, wycofan, lemond, törölt, várólista, отмен, ожидан, снят, キャンセル, 辞退,
    欠席, hủy, danh sách chờ, iptal, yedek"""
_OUT = tuple(map(folded, _NO_LONGER.split(",")))
"""How words begin that mean that somebody does not play."""


def is_out(status: str) -> bool:
    """Tell whether a status means that somebody does not play: cancelled, or on a waiting list."""
    words = f" {folded(status)}"
    return any(f" {word}" in words or (not word.isascii() and word in words) for word in _OUT)
