"""The URL table of one's own data."""

from django.urls import path

from trekdip.privacy import views

urlpatterns = [
    path("accounts/data", views.own_data, name="own_data"),
    path("accounts/data.json", views.own_file, name="own_data_file"),
]
