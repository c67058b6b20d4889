"""Checks what roundbook hands out with a Python library of others; knows nothing of roundbook.

python libraries.py LIBRARY FOLDER      0 accepted, 9 rejected, anything else: it could not be asked
"""

import base64
import hashlib
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

ED25519_SPKI = bytes.fromhex("302a300506032b6570032100")


class Handed(NamedTuple):
    """What a stranger was handed: a key, the proof of an entry, and perhaps more.

    `grown` are an older head, a newer one, and what joins them; `tiles` is a folder.
    """

    vkey: str
    line: bytes
    place: int
    path: list[bytes]
    proved: str
    grown: tuple[str, str, list[bytes]] | None
    tiles: Path | None

    @property
    def leaf(self) -> bytes:
        return hashlib.sha256(b"\x00" + self.line).digest()


def handed(folder: Path) -> Handed:
    above, _, proved = (folder / "entry.tlog-proof").read_text(encoding="utf-8").partition("\n\n")
    _, index, *path = above.split("\n")
    grown = None
    if (folder / "older").exists():
        older, newer, joining = (
            (folder / name).read_text(encoding="utf-8")
            for name in ("older", "checkpoint", "consistency")
        )
        grown = older, newer, [base64.b64decode(one) for one in joining.split()]
    return Handed(
        vkey=(folder / "vkey").read_text(encoding="utf-8").strip(),
        line=(folder / "entry.line").read_bytes(),
        place=int(index.removeprefix("index ")),
        path=[base64.b64decode(one) for one in path],
        proved=proved,
        grown=grown,
        tiles=folder if (folder / "tile").exists() else None,
    )


def tlog_scales(it: Handed) -> str | None:
    """Check the proof, that the log only grew, and every line of the folder of tiles."""
    from cryptography.exceptions import InvalidSignature
    from tlog_scales import tiles
    from tlog_scales.backend import LocalBackend
    from tlog_scales.reader import TilesReader
    from tlog_scales.signing import Vkey
    from tlog_scales.tlog import (
        Checkpoint,
        ConsistencyProof,
        ConsistencyProofInvalid,
        InclusionProof,
        InclusionProofInvalid,
    )

    try:
        vkey = Vkey.from_string(it.vkey)
        proved = Checkpoint.from_text(it.proved)
        proved.verify(vkey)
        InclusionProof(it.place, proved.size, it.path).check(it.leaf, proved.root_hash)
        if it.grown:
            older, newer = map(Checkpoint.from_text, it.grown[:2])
            older.verify(vkey)
            newer.verify(vkey)
            joined = ConsistencyProof(older.size, newer.size, it.grown[2])
            joined.check(older.root_hash, newer.root_hash)
        if it.tiles:
            reader = TilesReader(LocalBackend(it.tiles))
            held = reader.get_checkpoint()
            held.verify(vkey)
            for place in range(held.size):
                leaf = tiles.leaf_hash(reader.get_entry(place))
                reader.get_inclusion_proof(place, held.size).check(leaf, held.root_hash)
    except (InclusionProofInvalid, ConsistencyProofInvalid, InvalidSignature) as error:
        return repr(error)
    except RuntimeError as error:
        if "no signature matched vkey" not in str(error):
            raise
        return str(error)
    return None


def metamorphic_log(it: Handed) -> str | None:
    """Check the proof, and that the log only grew, with a verifier written in Rust."""
    import metamorphic_log as rust

    keys = [it.vkey]
    try:
        rust.checkpoint_verify_inclusion(it.proved, keys, it.place, it.leaf, it.path)
        if it.grown:
            older, newer, joining = it.grown
            rust.checkpoint_verify_consistency(older, newer, keys, joining)
    except rust.VerifyError as error:
        return repr(error)
    return None


def sigstore(it: Handed) -> str | None:
    """Check the proof with the modules by which sigstore's client checks its log."""
    from sigstore._internal.merkle import verify_merkle_inclusion
    from sigstore._internal.rekor.checkpoint import SignedCheckpoint, verify_checkpoint
    from sigstore._internal.trust import Keyring
    from sigstore.errors import VerificationError

    _, number, typed = it.vkey.split("+", 2)
    public = SimpleNamespace(
        raw_bytes=ED25519_SPKI + base64.b64decode(typed)[1:], key_details="PKIX_ED25519"
    )
    keyring = Keyring([public])
    try:
        head = SignedCheckpoint.from_text(it.proved).checkpoint
        proof = SimpleNamespace(
            checkpoint=SimpleNamespace(envelope=it.proved),
            hashes=it.path,
            log_index=it.place,
            root_hash=bytes.fromhex(head.log_hash),
            tree_size=head.log_size,
        )
        log = SimpleNamespace(key_id=bytes.fromhex(number))
        inner = SimpleNamespace(inclusion_proof=proof, canonicalized_body=it.line, log_id=log)
        verify_checkpoint(keyring, SimpleNamespace(_inner=inner))
        verify_merkle_inclusion(SimpleNamespace(_inner=inner))
    except VerificationError as error:
        return repr(error)
    return None


LIBRARIES = {"tlog-scales": tlog_scales, "metamorphic-log": metamorphic_log, "sigstore": sigstore}

if __name__ == "__main__":
    why = LIBRARIES[sys.argv[1]](handed(Path(sys.argv[2])))
    sys.stdout.write(f"rejected: {why}\n" if why else "accepted\n")
    sys.exit(9 if why else 0)
