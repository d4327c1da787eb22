"""Accounts through their pages, as people and as those who try keys at doors use them."""

import re
import time
from types import SimpleNamespace

import pytest
from allauth.core.internal import ratelimit
from django.contrib.sessions.models import Session
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from trekdip.accounts import sessions, tasks
from trekdip.accounts.models import User
from trekdip.settings import base

PASSWORD = "correct horse battery"
pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    """Somebody with an account."""
    return User.objects.create_user("Anna", "anna@trekdip.example", PASSWORD)


def sign_up(client: Client, name: str, email: str) -> int:
    """Fill in the form for a new account; the status of the answer."""
    return client.post("/accounts/signup/", form_of(name, email)).status_code


def sign_in(client: Client, login: str, password: str = PASSWORD, **form: str) -> bool:
    """Fill in the form for signing in; whether that worked."""
    client.post("/accounts/login/", {"login": login, "password": password, **form})
    return "_auth_user_id" in client.session


def test_signing_up_out_and_in_again(client: Client) -> None:
    assert sign_up(client, "anna", "anna@trekdip.example") == 302
    assert "_auth_user_id" in client.session
    assert client.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in client.session
    assert sign_in(client, "anna")


@pytest.mark.parametrize("login", ["Anna", "anna", "anna@trekdip.example", "ANNA@trekdip.example"])
def test_name_and_address_both_sign_in(client: Client, anna: User, login: str) -> None:  # noqa: ARG001
    assert sign_in(client, login)


def test_a_link_does_not_sign_out(client: Client, anna: User) -> None:
    client.force_login(anna)
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(("name", "email"), [("ANNA", "b@trekdip.example"), ("b", "ANNA@trekdip.example")])
def test_nobody_passes_for_somebody_by_case(client: Client, anna: User, name: str, email: str) -> None:  # noqa: ARG001
    sign_up(client, name, email)
    assert User.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name, email, PASSWORD)


@pytest.mark.parametrize("password", ["short1!", "1234567890123", "password123", "anna-anna-anna"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    form = {
        "username": "anna-anna",
        "email": "a@trekdip.example",
        "password1": password,
        "password2": password,
    }
    client.post("/accounts/signup/", form)
    assert not User.objects.exists()


def test_guessing_is_stopped_even_when_the_next_guess_is_right(client: Client, anna: User) -> None:  # noqa: ARG001
    for number in range(5):
        assert not sign_in(client, "anna", f"guess number {number}")
    assert not sign_in(client, "anna")


def test_a_password_is_reset_by_mail(client: Client, anna: User, mailoutbox: list[EmailMessage]) -> None:
    client.post("/accounts/password/reset/", {"email": "anna@trekdip.example"})
    (mail,) = mailoutbox
    assert mail.to == ["anna@trekdip.example"]
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.body))
    assert link is not None
    page = client.get(link[1], follow=True)
    form_url = page.redirect_chain[-1][0]
    client.post(form_url, {"password1": "another good one 9", "password2": "another good one 9"})
    anna.refresh_from_db()
    assert anna.check_password("another good one 9")


def test_asking_for_a_reset_tells_nobody_who_has_an_account(client: Client, anna: User) -> None:
    answers = [
        client.post("/accounts/password/reset/", {"email": address}, follow=True)
        for address in (anna.email, "stranger@trekdip.example")
    ]
    pages = [
        answer.content.replace(anna.email.encode(), b"X").replace(b"stranger@trekdip.example", b"X")
        for answer in answers
    ]
    assert answers[0].redirect_chain == answers[1].redirect_chain
    assert without_tokens(pages[0]) == without_tokens(pages[1])


def test_signing_up_with_a_known_address_tells_only_its_owner(
    client: Client, anna: User, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"  # as in production
    known = client.post("/accounts/signup/", form_of("erik", anna.email))
    unknown = Client().post("/accounts/signup/", form_of("stan", "stan@trekdip.example"))
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
    assert not User.objects.filter(username="erik").exists()
    assert {mail.to[0] for mail in mailoutbox} == {anna.email, "stan@trekdip.example"}


@pytest.mark.parametrize("path", ["password/reset/", "signup/"])
def test_nobody_has_mail_sent_to_an_address_without_end(
    anna: User,
    settings: Settings,
    mailoutbox: list[EmailMessage],
    monkeypatch: pytest.MonkeyPatch,
    path: str,
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    for number in range(48):  # eight hours of them, each by another visitor
        at = 600.0 * number
        clock = SimpleNamespace(time=lambda at=at: at, monotonic=time.monotonic, sleep=time.sleep)
        monkeypatch.setattr(ratelimit, "time", clock)
        Client().post(
            f"/accounts/{path}",
            {**form_of(f"erik{number}", anna.email), "email": anna.email},
            REMOTE_ADDR=f"192.0.2.{number}",
        )
    assert len(mailoutbox) == {"password/reset/": 20, "signup/": 5}[path]


@pytest.mark.parametrize(
    "target",
    [
        *("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "http://[::1"),
        *("/\\elsewhere.example", "\t//elsewhere.example", "http://testserver@elsewhere.example/"),
    ],
)
def test_signing_in_leads_nowhere_else(client: Client, anna: User, target: str) -> None:  # noqa: ARG001
    answer = client.post("/accounts/login/", {"login": "anna", "password": PASSWORD, "next": target})
    assert answer.status_code == 302
    assert answer["Location"] == "/"


def test_forms_need_their_token(anna: User) -> None:  # noqa: ARG001
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/login/", {"login": "anna", "password": PASSWORD}).status_code == 403


def test_passwords_are_kept_by_argon2(anna: User, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = base.PASSWORD_HASHERS
    anna.set_password(PASSWORD)
    assert anna.password.startswith("argon2$argon2id$")


def form_of(name: str, email: str) -> dict[str, str]:
    """The form for a new account, filled in."""
    return {"username": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}


def without_tokens(page: bytes) -> bytes:
    """A page without what differs from one request to the next anyway."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", page)


def test_whose_sessions_these_are() -> None:
    keys = {}
    for name in ("anna", "erik", "gina", "olga", "ulla"):
        client = Client()
        client.force_login(User.objects.create_user(name, f"{name}@trekdip.example", "a long enough one"))
        keys[name] = str(client.session.session_key)
    erik, gina = User.objects.get(username="erik"), User.objects.get(username="gina")
    erik.set_password("another long one")
    erik.save()
    User.objects.filter(pk=gina.pk).update(is_active=False)
    Session.objects.filter(session_key=keys["olga"]).update(expire_date=timezone.now())
    Session.objects.filter(session_key=keys["ulla"]).delete()
    found = sessions.holders({*keys.values(), "nobody's"})
    assert {key: user.username for key, user in found.items()} == {keys["anna"]: "anna"}
    assert sessions.holders([]) == {}


@pytest.mark.parametrize("engine", ["rows", "cached"])
@pytest.mark.parametrize("key", ["a\\000bcdefghij", "x" * 5000, "é" * 20, "short", "UPPERCASELETTERS"])
def test_a_cookie_that_is_no_sessions_is_no_fault_of_ours(
    client: Client, settings: Settings, engine: str, key: str
) -> None:
    settings.SESSION_ENGINE = f"trekdip.accounts.engines.{engine}"
    answer = client.get("/", headers={"Cookie": f'sessionid="{key}"'})
    assert answer.status_code == 200
    assert answer.context["user"].is_anonymous
    assert sign_up(client, "anna", "anna@trekdip.example") == 302  # and a session of one's own is one
    assert client.get("/accounts/data").status_code == 200


def test_sessions_that_have_run_out_do_not_fill_the_disk(client: Client, anna: User) -> None:
    client.force_login(anna)
    other = Client()
    other.force_login(anna)
    Session.objects.filter(session_key=other.session.session_key).update(expire_date=timezone.now())
    assert base.CELERY_BEAT_SCHEDULE["sessions"]["task"] == tasks.prune.name
    tasks.prune.delay()
    assert [row.session_key for row in Session.objects.all()] == [client.session.session_key]


def test_whoever_signs_up_by_an_invitation_goes_on_to_it_in_the_same_browser(
    client: Client, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    invitation = "/games/abc/join/def"
    client.post("/accounts/signup/", {**form_of("stan", "stan@trekdip.example"), "next": invitation})
    (link,) = re.findall(r"/accounts/confirm-email/\S+", str(mailoutbox[0].body))
    assert client.post(link)["Location"] == invitation
    assert "_auth_user_id" in client.session


def test_a_link_in_a_mail_signs_nobody_in_elsewhere(
    settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    Client().post("/accounts/signup/", form_of("stan", "stan@trekdip.example"))
    (link,) = re.findall(r"/accounts/confirm-email/\S+", str(mailoutbox[0].body))
    elsewhere = Client()
    assert elsewhere.post(link)["Location"] == "/accounts/login/"
    assert "_auth_user_id" not in elsewhere.session
