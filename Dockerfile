# docker build --tag scorekeeper .
# The data is in /data; nothing else is written, so the image runs with --read-only.

FROM python:3.13-slim AS packages
COPY requirements.txt scorekeeper/server/deploy/postgresql.txt /tmp/
RUN python -m venv /opt/scorekeeper \
    && /opt/scorekeeper/bin/pip install --no-cache-dir --require-hashes --only-binary :all: \
        -r /tmp/requirements.txt -r /tmp/postgresql.txt

FROM python:3.13-slim
RUN groupadd --system --gid 10001 scorekeeper \
    && useradd --system --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin scorekeeper \
    && install --directory --mode 700 --owner scorekeeper --group scorekeeper /data
COPY --from=packages /opt/scorekeeper /opt/scorekeeper
WORKDIR /srv/scorekeeper
COPY manage.py LICENSE ./
COPY static static
COPY templates templates
COPY scorekeeper scorekeeper
ARG VERSION=unknown
RUN echo "$VERSION" >VERSION && /opt/scorekeeper/bin/python -m compileall -q /opt/scorekeeper/lib scorekeeper
ENV PATH=/opt/scorekeeper/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=1 \
    SCOREKEEPER_DATA=/data
USER 10001:10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
