"""The account. Everything about games belongs to `trekdip.games`."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from typing_extensions import override

name_is_plain = RegexValidator(
    r"\A[A-Za-z0-9_.+-]+\Z", "Choose a name of letters a to z, digits and . + - _ without spaces."
)


class User(AbstractUser):
    """A person's account: a name others see, an address nobody else sees. No legal name is asked for.

    Names and addresses are unique without regard to case, so that nobody can pass for `Alice` as `alice`;
    names are in letters a to z, so that nobody can pass for her with a Cyrillic or a full-width A, and hold
    no @, so that nobody is called like her address.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    username = models.CharField(
        "name",
        max_length=30,
        unique=True,
        validators=[name_is_plain],
        help_text="At most 30 characters: letters a to z, digits and . + - _",
        error_messages={"unique": "This name is taken."},
    )
    email = models.EmailField("email address", blank=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique_nocase",
                violation_error_message="This name is taken.",
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_unique_nocase",
                violation_error_message="This address belongs to another account.",
            ),
        ]

    @override
    def get_full_name(self) -> str:
        return self.username

    @override
    def get_short_name(self) -> str:
        return self.username
