from functools import cache

from django import template
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide

register = template.Library()


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """The Lucide icon of this name as inline SVG, silent, as words stand beside it; unknown names raise."""
    return mark_safe(lucide(name, size=None, aria_hidden="true", **{"class": "i"}))  # noqa: S308 (drawn by Lucide)
