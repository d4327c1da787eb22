# One image for web, worker, beat and migrations; what it runs is said in docker-compose.yml.
FROM python:3.11-slim-bookworm AS build
WORKDIR /srv/trekdip
RUN python -m venv /opt/venv
COPY requirements.lock ./
RUN /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

FROM python:3.11-slim-bookworm
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=trekdip.settings.production \
    TREKDIP_STATIC_ROOT=/srv/static
RUN useradd --system --uid 10001 --home-dir /srv/trekdip --shell /usr/sbin/nologin trekdip \
    && install -d -o trekdip -g trekdip /srv/static
WORKDIR /srv/trekdip
COPY --from=build /opt/venv /opt/venv
COPY manage.py ./
COPY adjudicator adjudicator
COPY maps maps
COPY static static
COPY templates templates
COPY trekdip trekdip
# Hashed names are made once, with values that nothing is contacted with and that do not stay in the image.
RUN TREKDIP_SECRET_KEY=only-while-building-0123456789-abcdefghijklmnopqrstuvwxyz \
    TREKDIP_HOSTS=localhost DATABASE_URL=postgres://none@localhost/none REDIS_URL=redis://localhost/0 \
    TREKDIP_MAIL_URL=smtp+plain://localhost:25 TREKDIP_MAIL_FROM=none@localhost \
    python manage.py collectstatic --no-input --verbosity 0
USER 10001
EXPOSE 8000
CMD ["uvicorn", "trekdip.asgi:application", "--host", "0.0.0.0", "--port", "8000", "--lifespan", "on", \
     "--ws", "trekdip.live.handshakes:Handshakes", "--ws-max-size", "800", "--ws-per-message-deflate", "false", \
     "--no-access-log", "--log-config", "trekdip/settings/web_logging.json", "--no-server-header", "--timeout-graceful-shutdown", "10"]
