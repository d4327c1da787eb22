"""The root of the URL table: accounts, health, and the games' and the desk's own tables."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("trekdip.notices.urls")),
    path("", include("trekdip.privacy.urls")),
    path("accounts/", include("allauth.urls")),
    path("", include("trekdip.live.urls")),
    path("", include("trekdip.metrics.urls")),
    path("", include("trekdip.gm.urls")),
    path("", include("trekdip.press.urls")),
    path("", include("trekdip.api.urls")),
    path("", include("trekdip.archives.urls")),
    path("", include("trekdip.games.urls")),
]
