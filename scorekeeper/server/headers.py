"""Headers that every answer carries."""

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from .chain import Handler

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
    **(OVER_HTTPS if settings.SECURE_COOKIES else {}),
}

FOR_EVERYBODY = {"Cross-Origin-Resource-Policy": "cross-origin"}
"""For what other sites may show: pictures of results that were shared, and what programs read."""

# "no-cache" and not "no-store": going back shows the page at once, and it is still asked for anew.
PAGE_CACHE = "no-cache, private"


class HeadersMiddleware:
    """Add the security headers, and forbid shared caches to keep what is not a static file."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Cache-Control", PAGE_CACHE)
        return response
