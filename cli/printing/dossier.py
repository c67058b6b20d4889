"""The page that judges decide a dispute with: names, the exact lines, and their proofs."""

from msgspec.structs import replace

from roundbook.cli.places import heads, layout
from roundbook.cli.printing.paper import document
from roundbook.cli.session.errors import command as typed
from roundbook.cli.session.read import ReadContext
from roundbook.ledger.errors import do
from roundbook.ledger.proofs.checkpoints import Signed
from roundbook.ledger.proofs.entries import prove
from roundbook.projections.explain.dossier import Dossier
from roundbook.projections.explain.dossier_page import Frame, Proven, page
from roundbook.projections.reports.paper.document import Document, Heading
from roundbook.projections.reports.paper.from_page import parts_of
from roundbook.projections.reports.text.history import told
from roundbook.projections.reports.text.tables import named, who_wrote


def dossier_page(ctx: ReadContext, found: Dossier) -> str:
    """Return the page as HTML that needs neither scripts nor a network."""
    return page(found, _frame(ctx, found))


def dossier_on_paper(found: Dossier, ctx: ReadContext) -> Document:
    """Return the page as a print, in the same words."""
    parts = parts_of(dossier_page(ctx, found))
    (title, *rest) = parts
    assert isinstance(title, Heading)
    return document(ctx, title.text, rest)


def _frame(ctx: ReadContext, found: Dossier) -> Frame:
    """Return the names and the proofs for the page."""
    head = heads.latest(ctx.folder)
    return Frame(
        event=ctx.event,
        edition=ctx.rules.edition,
        entry=ctx.t.seq,
        tie=ctx.rules.tie_word,
        name=lambda player: named(ctx, player),
        by=lambda hand: who_wrote(ctx, hand),
        told=lambda one: told(replace(one, why=None), ctx),
        proven=_proven(ctx, found, head),
        head=head.note.to_bytes().decode() if head else None,
        key=ctx.t.key,
        checks=typed(do("check-proof", "PROOF", "LINE", "--key", "KEY")),
    )


def _proven(ctx: ReadContext, found: Dossier, head: Signed | None) -> list[Proven]:
    """Return the exact lines of the entries, each with its proof if a signed head covers it.

    A head that was signed for different lines proves nothing.
    """
    lines = layout.lines(ctx.folder)
    size = head.checkpoint.size if head else 0
    tree = heads.tree_of(ctx.folder, size)
    covered = size if head and size <= len(lines) and tree.root() == head.checkpoint.root else 0
    return [
        Proven(
            seq=seq,
            line=lines[seq - 1].decode(),
            proof=prove(tree, seq - 1, head.checkpoint, head.note).to_bytes().decode()
            if head and seq <= covered
            else None,
        )
        for seq in found.entries
    ]
