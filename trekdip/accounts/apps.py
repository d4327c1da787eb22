"""Django's registration of the accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Accounts: the user model; pages and flows come from django-allauth."""

    name = "trekdip.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
