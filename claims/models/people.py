"""Who signs in."""

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower


class Role(models.TextChoices):
    """What a user comes to do; an administrator is a superuser, whatever the role."""

    PERSON = "person", "Person concerned"
    SUPPORT = "support", "Support"
    COMPLIANCE = "compliance", "Compliance"


class UserManager(BaseUserManager["User"]):
    """Makes users; an e-mail address is kept in lower case, so that one mailbox is one login."""

    def create_user(
        self,
        email: str,
        password: str | None = None,
        *,
        name: str = "",
        role: str = Role.PERSON,
        is_superuser: bool = False,
    ) -> "User":
        user = self.model(email=email.lower(), name=name, role=role, is_superuser=is_superuser)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, *, name: str = "") -> "User":
        return self.create_user(email, password, name=name, is_superuser=True)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Someone who signs in by e-mail. Deleting a user never reaches into a base."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField("e-mail", unique=True)
    name = models.CharField(max_length=200, blank=True)
    role = models.CharField(max_length=20, choices=Role, default=Role.PERSON)
    is_active = models.BooleanField("may sign in", default=True)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_lower"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="user_role_known"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def is_staff(self) -> bool:
        """Whether the stock admin is open to this user: to administrators alone."""
        return self.is_superuser

    def clean(self) -> None:
        super().clean()
        self.email = self.email.lower()
