import pytest
from django.template import Context, Template
from lucide import IconDoesNotExist

from claims.web.templatetags.icons import icon
from claims.web.templatetags.parts import correction, device


@pytest.mark.parametrize(
    ("old", "new", "marked"),
    [
        ("Built with Express.js.", "Built with Go.", "Built with <del>Express.js</del> <ins>Go</ins>."),
        ("You like tea.", "You like green tea.", "You like <ins>green </ins>tea."),
        ("You live in Malmö, Sweden.", "You live in Malmö.", "You live in Malmö<del>, Sweden</del>."),
        ("You like tea.", "You like tea.", "You like tea."),
        ("You like <b>.", "You like tea.", "You like <del>&lt;b&gt;</del> <ins>tea</ins>."),
    ],
)
def test_a_correction_strikes_out_the_old_words_and_puts_in_the_new(old: str, new: str, marked: str) -> None:
    assert correction(old, new) == marked


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
            "Safari on iPhone",
        ),
        ("curl/8", "A browser"),
    ],
)
def test_a_device_has_the_name_that_its_owner_knows(user_agent: str, words: str) -> None:
    assert device(user_agent) == words


def test_an_icon_is_silent_and_comes_from_lucide() -> None:
    assert Template('{% icon "flag" %}').render(Context()).startswith("<svg")
    assert 'aria-hidden="true"' in icon("flag")
    with pytest.raises(IconDoesNotExist):
        icon("no such icon")
