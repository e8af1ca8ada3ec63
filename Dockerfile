# One image for web, worker and every command; docker-compose.yml says who runs what.
FROM python:3.13-slim-trixie AS build
ENV UV_PYTHON_DOWNLOADS=never \
    UV_PYTHON=/usr/local/bin/python3 \
    UV_PROJECT_ENVIRONMENT=/opt/venv \
    UV_COMPILE_BYTECODE=1 \
    UV_LINK_MODE=copy
RUN pip install --no-cache-dir uv==0.13.8
WORKDIR /app
# The lock alone first: this layer is made again only when a dependency changes.
COPY pyproject.toml uv.lock ./
# Of 400 MB of packages 260 are for simulations; LAB= leaves these out.
ARG LAB="--extra lab"
RUN uv sync --frozen --no-default-groups $LAB
COPY . .
RUN /opt/venv/bin/python dev.py _translations \
    && SECRET_KEY=only-for-this-step DATA_DIR=/tmp/build COLLECTED_STATIC=1 STATIC_ROOT=/app/staticfiles \
       /opt/venv/bin/python manage.py collectstatic --noinput
# Last, when nothing changes any more. Nobody can write beside the sources later, and their times need not survive a copy.
RUN /opt/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /app

FROM python:3.13-slim-trixie
# The PostgreSQL client is what `manage.py backup` calls; it must not be older than the server in compose. Its patches come
# with each build: Debian keeps only the newest of a release.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 pairwright \
    && useradd --uid 10001 --gid pairwright --home-dir /data --create-home pairwright
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    OPENBLAS_NUM_THREADS=1 \
    DATA_DIR=/data \
    COLLECTED_STATIC=1 \
    STATIC_ROOT=/app/staticfiles \
    HOST=0.0.0.0 \
    PORT=8000 \
    WEB_WORKERS=2
# A number: a platform that refuses root can see that this is another.
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-m", "config.probe"]
CMD ["sh", "-c", "exec python -m config.serve --host $HOST --port $PORT --workers $WEB_WORKERS"]
