"""Draws that anyone can check: a chain of secrets, the key of a draw, and its lots.

Before the first round the organiser publishes the end of a chain of secrets. Every draw reveals the
secret before it, and anyone who has the ledger can compute every lot again. `docs/pairing.md`
describes it byte by byte, with test vectors.
"""

import base64
import hashlib
from collections.abc import Iterable

from roundbook.ledger.errors import Refused, advice, do

TAG = "roundbook draw v1"
"""The beginning of every key, so no other hash can be mistaken for a key."""

NEW_CHAIN = do("new-secrets", "--reason", "…")


def chain(seed: bytes, length: int) -> list[bytes]:
    """Return the secrets s_0 … s_N of a chain of `length` N: s_N is the seed.

    Each is the SHA-256 of the one after it, so anyone who knows one knows those before it and none
    of those to come.
    """
    assert length >= 1, "a chain must have at least one secret"
    secrets = [seed]
    for _ in range(length):
        secrets.append(hashlib.sha256(secrets[-1]).digest())
    return secrets[::-1]


def commitment(seed: bytes, length: int) -> str:
    """Return s_0, which is published before the first draw, in unpadded base64url."""
    return _written(chain(seed, length)[0])


def secret(seed: bytes, length: int, k: int) -> str:
    """Return s_k, which the k-th draw from this chain reveals, in unpadded base64url.

    A seed is 32 bytes, like every secret. Raise Refused if the chain is used up.
    """
    assert k >= 1, "draws are numbered from 1; s_0 is the cryptographic commitment"
    return _revealed(chain(seed, length), k)


def _revealed(secrets: list[bytes], k: int) -> str:
    """Return the k-th secret of a chain. Raise Refused if the chain is used up."""
    length = len(secrets) - 1
    if k > length:
        raise Refused(
            (
                f"all {length} secrets of the chain have been revealed, so none is left "
                "for another draw."
            ),
            hint=advice("Begin a new chain: {}.", NEW_CHAIN),
        )
    return _written(secrets[k])


def next_secret(seed: bytes, length: int, latest: str) -> str:
    """Return the secret that follows `latest`, the last one revealed or the commitment.

    Raise Refused if `latest` is not of this chain, or if the chain is used up.
    """
    secrets, before = chain(seed, length), _read(latest)
    if before not in secrets:
        raise Refused(
            (
                "the secrets on this computer do not match the chain that the tournament "
                "committed to."
            ),
            hint=advice(
                (
                    "Make the draw on the computer that has the secrets of this "
                    "chain, or begin a new one: {}."
                ),
                NEW_CHAIN,
            ),
        )
    return _revealed(secrets, secrets.index(before) + 1)


def follows(revealed: str, latest: str) -> bool:
    """Return whether a revealed secret hashes to `latest`, the one before it or the commitment.

    Only the canonical base64url spelling of the 32 bytes is accepted: a second one would be a free
    choice.
    """
    secret_bytes = _read(revealed)
    if secret_bytes is None:
        return False
    return _written(hashlib.sha256(secret_bytes).digest()) == latest


def key(
    *,
    tournament: str,
    pool: str,
    round: int,  # noqa: A002 - the word of the field.
    draw: int,
    state: bytes,
    secret: str,
    entropy: bytes = b"",
) -> bytes:
    """Return the key of one draw: 32 bytes that depend on every fact and on the revealed secret.

    `draw` is the number of the draw in the ledger, `state` the digest of the facts that the draw is
    made from, `entropy` the public chance added after everything else was fixed. Raise Refused if
    the secret is invalid.
    """
    secret_bytes = _read(secret)
    if secret_bytes is None:
        raise Refused(
            f"{secret[:60]!r} is not a secret: a secret is 32 bytes in unpadded base64url, "
            "43 characters.",
            hint="Copy the secret exactly as the ledger or the desk wrote it.",
        )
    return digest([TAG, tournament, pool, str(round), str(draw), state, secret_bytes, entropy])


def lot(key: bytes, label: str, player: str) -> bytes:
    """Return the lot of one player in one draw: 32 bytes, all of which are compared.

    `label` is the purpose of the lot: the attempt, if a draw is repeated. A player's lot does not
    depend on which other players are still in.
    """
    return digest([key, label, player])


def digest(parts: Iterable[str | bytes]) -> bytes:
    """Return the SHA-256 of parts, each preceded by its length in 4 bytes, big-endian.

    Text counts as UTF-8. The lengths ensure that no two lists of parts look alike.
    """
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(len(data).to_bytes(4, "big") + data)
    return whole.digest()


def joined(texts: Iterable[str]) -> bytes:
    """Return texts in UTF-8, each preceded by its length in 4 bytes, big-endian.

    No text is empty. This is the form of the entropy of a draw: `3 1` and `4` are not `3` and `1
    4`.
    """
    written = [text.encode() for text in texts]
    return b"".join(len(each).to_bytes(4, "big") + each for each in written)


def _written(secret_bytes: bytes) -> str:
    """Write 32 bytes as the ledger does."""
    return base64.urlsafe_b64encode(secret_bytes).rstrip(b"=").decode()


def _read(text: str) -> bytes | None:
    """Return 32 bytes from their canonical spelling; None for anything else."""
    try:
        found = base64.b64decode(text + "=", altchars=b"-_", validate=True)
    except ValueError:
        return None
    return found if len(found) == 32 and _written(found) == text else None
