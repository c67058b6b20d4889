"""The TLS certificate for serving pages: the organiser's own, or one that roundbook creates.

A browser warns once about a certificate created here. Its fingerprint can then be compared with the
one on the invitation: anyone between the phone and the server has a different certificate.
"""

import ssl
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from roundbook.cli.places.layout import CERTIFICATE, keep_at_home
from roundbook.cli.places.members import at
from roundbook.ledger.errors import Unreadable
from roundbook.ledger.storage.disk import read_whole

if TYPE_CHECKING:
    from cryptography import x509

LASTS = timedelta(days=30)
"""How long a certificate created here is valid; browsers ask again for each new one."""

LEFT = timedelta(days=3)
"""A certificate that expires sooner than this is created again, since an event lasts a weekend."""


class Certificate(Struct, frozen=True, kw_only=True):
    """A certificate for serving pages: the TLS context, its SHA-256, and its host names.

    `names` are in lower case, without addresses and wildcards.
    """

    context: ssl.SSLContext
    fingerprint: str
    names: tuple[str, ...]


def given(file: Path, key: Path | None, *, now: datetime) -> Certificate:
    """Return the certificate in a PEM file, with its key there or in `key`. Raises Unreadable.

    Unreadable for a file without a certificate, a key that does not match, or an expired one.
    """
    found = _certificate(read_whole(file), str(file))
    if found.not_valid_after_utc <= now:
        msg = f"the certificate in {file} expired on {found.not_valid_after_utc:%Y-%m-%d}."
        raise Unreadable(
            msg, where=str(file), hint="Renew it, or use `--https` without `--certificate`."
        )
    key = key or file
    read_whole(key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(file, key, password=str)  # Never prompts for a passphrase.
    except (ssl.SSLError, ValueError) as error:
        msg = f"{key} does not contain the unencrypted private key for the certificate in {file}."
        hint = "Give the certificate's key file: `--key FILE`."
        raise Unreadable(msg, where=str(key), hint=hint) from error
    return Certificate(context=context, fingerprint=_fingerprint(found), names=_names(found))


def made_here(home: Path, hosts: Sequence[str], *, now: datetime, serial: bytes) -> Certificate:
    """Return the certificate created on this machine; the same one while it is valid for `hosts`.

    Raises Unreadable if it cannot be saved.
    """
    kept = None
    with suppress(OSError, Unreadable):
        kept = _certificate(at(home).read(CERTIFICATE), CERTIFICATE)
    good = kept and kept.not_valid_after_utc - now > LEFT and _hosts(kept) >= set(hosts)
    if not good:
        keep_at_home(home, CERTIFICATE, _made(hosts, now, serial), "the certificate for the pages")
    return given(Path(at(home).where(CERTIFICATE)), None, now=now)


def _made(hosts: Sequence[str], now: datetime, serial: bytes) -> bytes:
    """Return a new key and its self-signed certificate, as PEM."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "roundbook")])
    subjects = x509.SubjectAlternativeName([_general_name(host) for host in hosts])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(b"\1" + serial, "big"))
        .not_valid_before(now - timedelta(days=1))  # A phone's clock may be slow.
        .not_valid_after(now + LASTS)
        .add_extension(subjects, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return key.private_bytes(*form, serialization.NoEncryption()) + made.public_bytes(form[0])


def _general_name(host: str) -> "x509.GeneralName":
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _certificate(data: bytes, where: str) -> "x509.Certificate":
    """Return the first certificate in a PEM file: the server's own. Raises Unreadable."""
    from cryptography import x509

    try:
        return x509.load_pem_x509_certificates(data)[0]
    except ValueError as error:
        msg = f"{where} does not contain a certificate in PEM format."
        raise Unreadable(msg, where=where, hint="Give a .pem or .crt file.") from error


def _fingerprint(of: "x509.Certificate") -> str:
    from cryptography.hazmat.primitives import hashes

    return of.fingerprint(hashes.SHA256()).hex(":").upper()


def _names(of: "x509.Certificate") -> tuple[str, ...]:
    return tuple(sorted(host for host in _hosts(of) if not _is_address(host) and host[0] != "*"))


def _hosts(of: "x509.Certificate") -> set[str]:
    """Return all host names and addresses that a certificate is valid for."""
    from cryptography import x509

    try:
        said = of.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return set()
    addresses = said.get_values_for_type(x509.IPAddress)
    return {*map(str, addresses), *map(str.lower, said.get_values_for_type(x509.DNSName))}


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        ip_address(host)
        return True
    return False
