"""The root of the URL table: accounts, health, and the games' and the desk's own tables."""

from pathlib import Path

from django.urls import URLPattern, URLResolver, include, path

_HERE = Path(__file__).parent

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("", include("trekdip.live.urls")),
    *(
        path("", include(f"trekdip.{app}.urls"))
        for app in ("gm", "games")
        if (_HERE / app / "urls.py").exists()
    ),
]
