"""Template tags of the desk for pages of other apps: which seats the asker was offered."""

from django import template

from trekdip.gm import selectors

register = template.Library()


@register.simple_tag(takes_context=True)
def seats_offered(context: template.Context) -> list[selectors.Offered]:
    """The seats that wait for the asker's answer."""
    return selectors.offered(context["request"].user)
