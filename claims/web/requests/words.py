"""What each step is called on a page: on the button that leads to it, as its title, and when it is agreed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class StepWords(NamedTuple):
    """The words of one step."""

    button: str
    intro: str
    confirm: str


WORDS: Mapping[str, StepWords] = {
    "doubt": StepWords(
        "Ask for proof of identity",
        "Only on a reasonable doubt, which is told. No copy of an identity card is asked for.",
        "Send the letter",
    ),
    "verify": StepWords(
        "It is the person", "Nothing is decided before this. Say how you know.", "Write down that it is them"
    ),
    "give_up": StepWords(
        "It cannot be told who asks", "Such a request can only be refused, with its reasons.", "Write it down"
    ),
    "triage": StepWords(
        "Settle the ground",
        "On which ground of the law it is asked. What it says is wrong is held back with this.",
        "Settle it",
    ),
    "review": StepWords("Begin the review", "You say that you look at it now.", "Begin"),
    "extend": StepWords(
        "Take more time",
        "Only with a reason, and only if the person is told within the first period. The letter goes out with this.",
        "Send the letter and take more time",
    ),
    "hold": StepWords("Put it on hold", "It rests, for a reason, up to a day. Its clock runs on.", "Put it on hold"),
    "resume": StepWords("Take it up again", "It goes on where it stood.", "Take it up"),
    "decide": StepWords(
        "Decide",
        "A refusal, whole or in part, needs its reasons and its ground; the right to complain and the way to court are"
        " added. You see the letter before it goes out.",
        "Decide, and send the letter",
    ),
    "agree": StepWords(
        "Agree to the decision",
        "A colleague proposed this, and the law wants a second pair of eyes. With your word it is decided and told.",
        "Agree, and send the letter",
    ),
    "execute": StepWords("Begin to carry it out", "The person has been told what was decided.", "Begin"),
    "carry_out": StepWords(
        "Carry it out", "What was decided is done now, and what each store answers is written down.", "Carry it out"
    ),
    "notify": StepWords(
        "See to the recipients",
        "Whoever had been given it is told what changed, unless that is impossible or takes disproportionate effort.",
        "Write it down",
    ),
    "certify": StepWords(
        "Give the certificate", "It says what was done, when, on which ground, and who was told.", "Give it"
    ),
    "close": StepWords("Close it", "Every step has its evidence.", "Close it"),
    "withdraw": StepWords(
        "Take it back", "Nothing more is done about it. It can be asked anew at any time.", "Take it back"
    ),
    "duplicate": StepWords(
        "Keep it as a duplicate",
        "The same person asks for the same twice: one goes on, and counts from the earlier receipt.",
        "Keep it as a duplicate",
    ),
    "reopen": StepWords(
        "It was no duplicate", "It goes on by itself. Whose it is has to be settled anew.", "Open it again"
    ),
}
