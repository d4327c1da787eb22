"""The Django app of the API: at start-up it asks to be told of new passwords."""

from typing import Any

from django.apps import AppConfig
from typing_extensions import override


class ApiConfig(AppConfig):
    """Tokens of seats and what programs ask for."""

    name = "trekdip.api"
    label = "api"
    default_auto_field = "django.db.models.BigAutoField"

    @override
    def ready(self) -> None:
        from allauth.account import signals  # noqa: PLC0415  models are there only now

        for signal in (signals.password_changed, signals.password_set, signals.password_reset):
            signal.connect(_end_tokens, dispatch_uid="api-tokens-end")


def _end_tokens(user: Any, **_: object) -> None:
    from trekdip.api.services import tokens_end  # noqa: PLC0415

    tokens_end(user=user)
