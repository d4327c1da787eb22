"""Template tags of press for pages of other apps: how much is unread. Counts are the asker's own."""

from django import template
from django.http import HttpRequest

from trekdip.games.models import Game
from trekdip.press import selectors

register = template.Library()

_KNOWN = "_unread_press"


@register.simple_tag(takes_context=True)
def unread_press(context: template.Context, game: Game) -> int:
    """How many messages of a game are new to whoever asks."""
    return selectors.unread(context["request"].user, game)


@register.simple_tag(takes_context=True)
def unread_in(context: template.Context, slug: str) -> int:
    """How many messages of one of the asker's games are new to them; one look for all cards of a page."""
    return _by_slug(context["request"]).get(slug, 0)


@register.simple_tag(takes_context=True)
def unread_everywhere(context: template.Context) -> int:
    """How many messages are new to the asker in all their games; 0 on pages that no request asked for."""
    request = context.get("request")
    return sum(_by_slug(request).values()) if request is not None else 0


def _by_slug(request: HttpRequest) -> dict[str, int]:
    """The asker's unread messages by game, counted once a request."""
    known: dict[str, int] | None = getattr(request, _KNOWN, None)
    if known is None:
        known = selectors.unread_by_slug(request.user) if hasattr(request, "user") else {}
        setattr(request, _KNOWN, known)
    return known
