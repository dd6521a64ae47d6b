"""Tell a person by e-mail that there is a letter for them here. What it says is read after sign-in."""

from __future__ import annotations

from uuid import UUID

from django.core.mail import send_mail
from procrastinate.contrib.django import app

from claims.models import User

#: The task that sends it, by name: work is queued from here and done from above.
TELL, QUEUE = "tell_person", "letters"


def tell_person(user: UUID) -> None:
    """Queue the e-mail, in the caller's transaction."""
    app.configure_task(TELL, queue=QUEUE).defer(user=str(user))


def send_note(*, user: UUID) -> None:
    """Send it, where the user still has an account."""
    found = User.objects.filter(id=user, is_active=True).first()
    if found is not None:
        send_mail(
            "There is a letter for you",
            "There is news about a request of yours, and a letter about it.\n\n"
            "Sign in to Rectify and open “Requests” to read it. This message repeats none of it, for your safety.\n",
            None,
            [found.email],
        )
