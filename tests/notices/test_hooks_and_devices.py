"""What goes to a chat and to devices: what is public, what is one's own, and what comes of failures."""

import base64
import datetime as dt
import hashlib
import hmac
import html
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import AnonymousUser
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from tests.games import stdip_tables
from tests.games.tables import OPENING, current, person, started, submit_all
from tests.notices.post import carried, mails_to, notices
from trekdip.games import dispatches, selectors, signals
from trekdip.games import services as games
from trekdip.games.errors import BadInput, NotAllowed, NotFound
from trekdip.games.models import Game
from trekdip.notices import chats, outgoing, postman, push, services
from trekdip.notices.content import Content
from trekdip.notices.models import Device, Hook, Letterbox, Post

pytestmark = pytest.mark.django_db
HOOK = "https://chat.example/hooks/secret-path"
ENDPOINT = "https://push.example/send/abc"


@dataclass
class Outside:
    """What was posted to the outside, and what the outside answers."""

    status: int | Exception = 204
    sent: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Take it."""
        self.sent.append((url, body, headers))
        if isinstance(self.status, Exception):
            raise self.status
        return self.status


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Outside:
    """The outside, as far as the one way out leads there."""
    found = Outside()
    monkeypatch.setattr(outgoing, "post", found.post)
    return found


@pytest.fixture
def game() -> Game:
    """A running game whose first notices have gone out."""
    made = started(title="The *long* night")
    carried()
    return made


def hook(game: Game, style: str = "discord") -> Hook:
    """The game's chat."""
    return services.hook_save(by=game.gm, game=game, url=HOOK, style=style)


@pytest.fixture
def phone(game: Game) -> Callable[[bytes], dict[str, Any]]:
    """Austria's device; the function reads what was encrypted for it."""
    assert game.pk
    key, auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    services.device_add(
        by=person("austria"),
        endpoint=ENDPOINT,
        p256dh=base64.urlsafe_b64encode(point).decode().rstrip("="),
        auth=base64.urlsafe_b64encode(auth).decode().rstrip("="),
        name="Phone",
    )

    def read(body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
        found: dict[str, Any] = json.loads(text)
        return found

    return read


def test_a_chat_is_told_the_public_results_signed(game: Game, outside: Outside) -> None:
    made = hook(game)
    submit_all(game, OPENING)
    games.phase_resolve(phase_id=current(game).pk)
    carried()
    ((url, body, headers),) = outside.sent
    assert url == HOOK
    told = json.loads(body)
    assert told["allowed_mentions"] == {"parse": []}
    assert told["content"].startswith(r"**The \*long\* night: Fall 1901, movement**")
    assert "Army Budapest moves to Serbia" in told["content"]
    assert len(told["content"]) <= 2000
    assert told["content"].endswith(f"<https://trekdip.example/games/{game.slug}/phases/1/>")
    at, digest = headers["X-Trekdip-Signature"].removeprefix("t=").split(",v1=")
    assert abs(int(at) - timezone.now().timestamp()) < 60
    expected = hmac.new(made.secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    assert digest == expected
    assert headers["X-Trekdip-Delivery"] == str(Post.objects.get().mark)


def test_a_chat_hears_nothing_private(outside: Outside) -> None:
    game = stdip_tables.began(title="Secrets")
    carried()
    hook(game, "slack")
    stdip_tables.play(game, 4, chance=3)
    carried()
    said = "\n".join(json.loads(body)["text"] for _, body, _ in outside.sent)
    assert len(outside.sent) == 4
    own = [
        one.sentence
        for power in stdip_tables.POWERS
        for viewer, told in [selectors.reported(person(power), game)]
        for season in dispatches.seasons("stdip", viewer, told)
        for one in season.dispatches
        if one.kind not in {"activity", "joined", "wormhole"}
    ]
    assert own
    assert [sentence for sentence in own if sentence in said] == []
    assert selectors.viewer_of(AnonymousUser(), game) == "public"


def test_words_of_people_call_nobody_in_a_chat() -> None:
    content = Content(
        "A", "B", "https://x.example/", "open", quotes=["@everyone <@1> [x](y) `z` <!here> & more"]
    )
    discord = json.loads(chats.body_of(content, "discord"))["content"]
    assert r"\@everyone \<\@1\> \[x\]\(y\) \`z\`" in discord
    slack = json.loads(chats.body_of(content, "slack"))["text"]
    assert "&lt;!here&gt; &amp; more" in slack


@pytest.mark.parametrize(
    "answer", [302, 400, 404, 500, outgoing.Unreachable("away"), outgoing.Refused("inside")]
)
def test_a_chat_that_fails_is_tried_again_then_switched_off_with_word_to_the_gm(
    game: Game, outside: Outside, answer: int | Exception
) -> None:
    hook(game)
    outside.status = answer
    signals.announced.send(sender=Game, game=game, text="Hear this")
    carried()
    assert len(outside.sent) == 1
    carried()
    assert len(outside.sent) == 1  # not before its time
    for hours in range(1, 12):
        carried(dt.timedelta(hours=hours))
    assert len(outside.sent) == 8
    assert Hook.objects.get().disabled_at is not None
    assert len({headers["X-Trekdip-Delivery"] for _, _, headers in outside.sent}) == 1
    told = [one for one in notices(game, "desk") if one.facts["about"] == "chat"]
    assert [one.recipient.username for one in told] == ["gm"]
    signals.announced.send(sender=Game, game=game, text="Once more")
    carried(dt.timedelta(hours=13))
    assert len(outside.sent) == 8
    outside.status = 204
    hook(game)
    signals.announced.send(sender=Game, game=game, text="And again")
    carried(dt.timedelta(hours=14))
    assert len(outside.sent) == 9


def test_a_chat_that_recovers_is_told_once(game: Game, outside: Outside) -> None:
    hook(game)
    outside.status = 503
    signals.announced.send(sender=Game, game=game, text="Hear this")
    carried()
    outside.status = 204
    carried(dt.timedelta(hours=1))
    carried(dt.timedelta(hours=2))
    assert len(outside.sent) == 2
    assert Hook.objects.get().failures == 0


def test_only_the_gm_sets_a_chat_and_only_to_an_address_that_may_be(game: Game) -> None:
    with pytest.raises(NotAllowed):
        services.hook_save(by=person("austria"), game=game, url=HOOK, style="slack")
    for url in ("http://chat.example/", "https://127.0.0.1/", "https://chat.example:22/", "nonsense"):
        with pytest.raises(BadInput):
            services.hook_save(by=game.gm, game=game, url=url, style="slack")
    hook(game)
    client = Client()
    client.force_login(game.gm)
    page = client.get(f"/games/{game.slug}/notices/").content.decode()
    assert "chat.example" in page
    assert "secret-path" not in page


def test_push_messages_are_encrypted_for_the_device_and_say_what_the_mail_says(
    game: Game, outside: Outside, phone: Callable[[bytes], dict[str, Any]]
) -> None:
    submit_all(game, OPENING)
    games.phase_resolve(phase_id=current(game).pk)
    carried()
    ((url, body, headers),) = outside.sent
    assert url == ENDPOINT
    told = phone(body)
    assert told["title"] == "The *long* night: Fall 1901, movement"
    assert told["url"] == f"https://trekdip.example/games/{game.slug}/phases/1/"
    assert "Orders are taken until" in told["body"]
    lowered = {name.lower(): value for name, value in headers.items()}
    assert lowered["authorization"].startswith("vapid t=")
    assert push.public_key() in lowered["authorization"]
    assert lowered["content-encoding"] == "aes128gcm"
    assert (lowered["urgency"], lowered["topic"]) == ("normal", told["tag"])
    assert game.slug.encode() not in body


@pytest.mark.parametrize("status", [404, 410])
def test_subscriptions_that_have_ended_are_removed(
    game: Game, outside: Outside, phone: object, status: int
) -> None:
    assert phone
    outside.status = status
    signals.announced.send(sender=Game, game=game, text="Hear this")
    carried()
    assert not Device.objects.exists()
    carried(dt.timedelta(hours=1))
    assert len(outside.sent) == 1


def test_a_push_service_that_is_away_is_tried_again(game: Game, outside: Outside, phone: object) -> None:
    assert phone
    outside.status = 503
    signals.announced.send(sender=Game, game=game, text="Hear this")
    carried()
    outside.status = 201
    carried(dt.timedelta(hours=1))
    carried(dt.timedelta(hours=2))
    assert len(outside.sent) == 2
    assert Device.objects.get().failures == 0


def test_devices_that_never_answer_are_removed_in_the_end(
    game: Game, outside: Outside, phone: object
) -> None:
    assert phone
    outside.status = outgoing.Unreachable("away")
    for number in range(3):
        signals.announced.send(sender=Game, game=game, text=f"Hear this {number}")
        for hours in range(10):
            postman.carry(at=timezone.now() + dt.timedelta(hours=20 * number + 2 * hours, seconds=1))
    assert not Device.objects.exists()


@dataclass
class Tarpit(Outside):
    """An outside that takes everything, each time after nine seconds: as long as it can without failing."""

    now: float = 0.0

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Take it, slowly."""
        self.now += 9.0
        return super().post(url, body, headers)


def test_whose_services_answer_slowly_keeps_nobody_else_waiting(
    game: Game, phone: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert phone
    tarpit = Tarpit(status=201)
    monkeypatch.setattr(outgoing, "post", tarpit.post)
    monkeypatch.setattr(postman, "monotonic", lambda: tarpit.now)
    hook(game)
    for number in range(20):
        signals.announced.send(sender=Game, game=game, text=f"Hear this {number}")
    assert len(mails_to("italy", carried())) == 20
    assert sorted(url for url, _, _ in tarpit.sent) == [HOOK, ENDPOINT]  # one each, and no time is up
    carried(dt.timedelta(minutes=2))
    assert len(tarpit.sent) == 2
    carried(dt.timedelta(minutes=6))
    assert len(tarpit.sent) == 4  # late, but not lost


def test_keys_that_no_browser_made_do_no_harm(game: Game, outside: Outside) -> None:
    services.device_add(by=person("austria"), endpoint=ENDPOINT, p256dh="k" * 87, auth="a" * 22, name="")
    signals.announced.send(sender=Game, game=game, text="Hear this")
    assert len(mails_to("austria", carried())) == 1
    assert outside.sent == []
    assert not Device.objects.exists()


def test_devices_are_bounded_and_ones_own() -> None:
    austria = person("austria")
    good: dict[str, str] = {"p256dh": "k" * 87, "auth": "a" * 22, "name": "x"}
    strange = ("http://push.example/", "https://", "https://[", "nonsense", "https://p.example/" + "x" * 700)
    for endpoint in (
        *strange,
        "https://10.0.0.1/",
        "https://push.example:22/",
        "https://me:word@push.example/",
    ):
        with pytest.raises(BadInput):
            services.device_add(by=austria, endpoint=endpoint, **good)
    device = services.device_add(by=austria, endpoint=ENDPOINT, **good)
    with pytest.raises(NotFound):
        services.device_remove(by=person("italy"), device_id=device.pk)
    services.device_add(by=person("italy"), endpoint=ENDPOINT, **good)  # the browser has another user now
    assert Device.objects.get().user == person("italy")


@pytest.mark.parametrize("way", ["changed", "reset"])
def test_a_new_password_ends_devices_and_addresses(way: str, mailoutbox: list[EmailMessage]) -> None:
    game, word = started(), "four horses in a field"
    for name in ("austria", "italy"):
        services.device_add(
            by=person(name), endpoint=f"{ENDPOINT}/{name}", p256dh="k" * 87, auth="a" * 22, name=""
        )
        services.letterbox_make(by=person(name), game=game)
    austria, client = person("austria"), Client()
    if way == "changed":
        austria.set_password(word)
        austria.save()
        client.force_login(austria)
        told = {"oldpassword": word, "password1": f"{word}s", "password2": f"{word}s"}
        page = client.post("/accounts/password/change/", told, follow=True)
    else:
        client.post("/accounts/password/reset/", {"email": austria.email})
        link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mailoutbox[0].body))
        assert link is not None
        form = client.get(link[1], follow=True).redirect_chain[-1][0]
        page = client.post(form, {"password1": word, "password2": word}, follow=True)
    assert "addresses for orders by mail have ended" in html.unescape(page.content.decode())
    assert [device.user for device in Device.objects.all()] == [person("italy")]
    assert [box.user for box in Letterbox.objects.all()] == [person("italy")]
