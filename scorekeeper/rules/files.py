"""Files that are sent with a form."""

from django.http import HttpRequest

from scorekeeper.scoring.errors import ReadError

LARGEST_FILE = 1024 * 1024


def file_text(request: HttpRequest, most: int = LARGEST_FILE) -> str:
    """The text of the file that was sent, of at most so many bytes; raises ReadError."""
    file = request.FILES.get("file")
    if file is None or isinstance(file, list):
        raise ReadError("", "file.none")
    if file.size is None or file.size > most:
        raise ReadError("", "file.large", name=file.name, megabytes=most // 1024**2)
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError:
        raise ReadError("", "file.unreadable", name=file.name, reason="file.code") from None
