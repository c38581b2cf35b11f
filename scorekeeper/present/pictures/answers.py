"""A picture as an answer: drawn and sent only where the phone does not have it already."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from .frame import SHAPES, Picture, Shape, digest, png


def shape_of(name: str) -> Shape:
    """The shape that an address names; raises Http404 for any other word."""
    if name not in SHAPES:
        raise Http404
    return SHAPES[name]


def answer(request: HttpRequest, picture: Picture, shape: Shape) -> HttpResponseBase:
    """A picture, or 304 for a phone that has the same."""
    etag = quote_etag(digest(picture, shape))
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(png(picture, shape), content_type="image/png")
    response.headers["ETag"] = etag
    return response
