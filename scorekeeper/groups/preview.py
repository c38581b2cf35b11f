"""プレビュー: what a chat shows of a link: nothing that anyone who opens the link would not see."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext

from .invite import reachable


@dataclass(frozen=True, slots=True)
class Preview:
    """Title, words, whole addresses of page and picture, and the size of a picture that is a wide one."""

    title: str
    text: str
    url: str
    image: str
    width: int = 0
    height: int = 0


def app_preview(request: HttpRequest) -> Preview:
    """What the start page and every link into a group show, whichever group it is."""
    return Preview(
        title=gettext("Card night scores"),
        text=gettext("You play, the phone counts."),
        url=reachable(request, reverse("start")),
        image=reachable(request, static("icons/icon-512.png")),
    )
