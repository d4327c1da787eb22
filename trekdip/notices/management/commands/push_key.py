"""`push_key`: draws a key for signing push messages, for the environment of the site."""

import base64
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.base import BaseCommand
from typing_extensions import override


class Command(BaseCommand):
    """Prints the variable with a new key. Devices added under another key have to be added again."""

    help = "Draw a key for signing push messages."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        key = base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
        self.stdout.write(f"TREKDIP_VAPID_KEY={key}")
