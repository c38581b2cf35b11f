"""Headers that every answer carries; `ErrorBoundary` adds them."""

from collections.abc import Iterable

from django.conf import settings

CONTENT_SECURITY_POLICY = ";".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)

OVER_HTTPS = {
    "Strict-Transport-Security": f"max-age={settings.SECURE_HSTS_SECONDS}",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""What browsers leave out of account on plain HTTP, or complain of there."""

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # "no-cache" and not "no-store": going back shows the page at once, and it is still asked for again.
    "Cache-Control": "no-cache, private",
    **(OVER_HTTPS if settings.SECURE_COOKIES else {}),
}

FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""For what other sites may show: pictures of results that were shared, and what programs read."""


def with_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add those of ``HEADERS`` that are missing, in ASGI's form."""
    given = list(headers)
    names = {name.lower() for name, _value in given}
    ours = ((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
    return [*given, *(each for each in ours if each[0] not in names)]
