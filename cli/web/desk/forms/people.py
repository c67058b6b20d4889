"""Forms about people: who is in, who leaves and comes back, byes and late tags."""

from cli.acts import standing
from cli.web.desk.forms.form import Form, FormField, Kind

WHO = FormField(name="who", label="Player", kind=Kind.PLAYER, needed=True)
WHY = FormField(
    name="reason", label="Why", hint="Without names. It is kept in the ledger for good."
)
WHY_NEEDED = FormField(name="reason", label="Why", hint=WHY.hint, needed=True)

PEOPLE = (
    Form(
        verb="drop",
        title="Drop players",
        says="""
            They leave after the latest round that has started. Nobody drops from single
            elimination: there it is the loss of the match, whatever its result (TOP §3.2).
        """,
        fields=(FormField(name="who", label="Players", kind=Kind.PLAYERS, needed=True),),
        act=lambda ctx, filled: standing.drop(ctx, filled.players("who")),
    ),
    Form(
        verb="reinstate",
        title="Let a player play again",
        says="""
            A player who had dropped or was disqualified plays again.
        """,
        fields=(WHO, WHY_NEEDED),
        act=lambda ctx, filled: standing.reinstate(
            ctx, filled.player("who"), reason=filled.text("reason")
        ),
    ),
    Form(
        verb="disqualify",
        title="Disqualify a player",
        says="""
            The player has no place from now on.
        """,
        fields=(WHO, WHY),
        act=lambda ctx, filled: standing.disqualify(
            ctx, filled.player("who"), reason=filled.words("reason")
        ),
    ),
    Form(
        verb="award-bye",
        title="Award a bye",
        says="""
            The player has a bye in that round; it is not paired yet (TOP §3.1).
        """,
        fields=(
            WHO,
            FormField(
                name="number", label="Round", kind=Kind.NUMBER, needed=True, least=1, most=999
            ),
            WHY,
        ),
        act=lambda ctx, filled: standing.award_bye(
            ctx,
            filled.player("who"),
            number=filled.number("number") or 0,
            reason=filled.words("reason"),
        ),
    ),
    Form(
        verb="late-tag",
        title="Set or clear the late tag",
        says="""
            Players who come late rank below players on the same match points (TOP §3.1.4.1;
            GTB-2). Where the tag decides places, the explanation for a support ticket is shown.
        """,
        fields=(
            WHO,
            FormField(
                name="late",
                label="Late tag",
                kind=Kind.CHOICE,
                choices=("set", "clear"),
                needed=True,
            ),
            WHY_NEEDED,
        ),
        act=lambda ctx, filled: standing.change_tag(
            ctx,
            filled.player("who"),
            late=filled.text("late") == "set",
            reason=filled.text("reason"),
        ),
    ),
)
