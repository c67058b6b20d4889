"""A link as a picture that the camera of a phone reads."""

import io


def as_picture(link: str) -> str:
    """Return a link as a QR code, to be shown as an image."""
    import segno

    return segno.make(link, error="m").svg_data_uri(scale=5, border=3, dark="#000", light="#fff")


def in_terminal(link: str) -> str:
    """Return a link as a QR code made of letters."""
    import segno

    out = io.StringIO()
    segno.make(link, error="m").terminal(out, border=2, compact=True)
    return out.getvalue()
