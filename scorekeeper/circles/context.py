"""What templates may ask for on every page of a circle."""

from django.http import HttpRequest

from .models import Membership, Role


def membership(request: HttpRequest) -> dict[str, object]:
    """The circle that the address is of, and what the device may do there; nothing on other pages."""
    entered: Membership | None = getattr(request, "membership", None)
    if entered is None:
        return {}
    return {
        "circle": entered.circle,
        "membership": entered,
        "may_write": entered.role >= Role.PLAYER,
        "may_host": entered.role >= Role.HOST,
    }
