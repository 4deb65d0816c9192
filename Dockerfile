# Two images from one file: the gateway with the pages (the default), and the dispatch service (--target backend).

# A release pins it: --build-arg NODE_IMAGE=docker.io/library/node@sha256:… (docs/operations.md).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY apps/web/package.json apps/web/
COPY apps/bff/package.json apps/bff/
COPY apps/backend/package.json apps/backend/
COPY packages/contracts/package.json packages/contracts/
COPY packages/server/package.json packages/server/
COPY tooling/package.json tooling/
COPY e2e/package.json e2e/

FROM manifests AS build
RUN npm ci
COPY tooling tooling
COPY packages packages
COPY apps apps
RUN npm run build --workspace=@despacho/web --workspace=@despacho/bff --workspace=@despacho/backend

# Each service gets the production dependencies it names itself, and none of the other's.
FROM manifests AS gateway-dependencies
RUN npm ci --omit=dev --workspace=@despacho/bff

FROM manifests AS backend-dependencies
RUN npm ci --omit=dev --workspace=@despacho/backend

FROM ${NODE_IMAGE} AS runtime
ENV NODE_ENV=production
WORKDIR /app
LABEL org.opencontainers.image.title="Despacho" org.opencontainers.image.version="1.0.0"
COPY LICENSE NOTICE.md ./
# The base image's entry point is a shell script; the services are started directly, as process 1.
ENTRYPOINT []

FROM runtime AS backend
# For backups of a server: pg_dump of the base image's Debian.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
COPY --from=backend-dependencies /src/node_modules node_modules
COPY --from=build /src/apps/backend/package.json apps/backend/
COPY --from=build /src/apps/backend/dist apps/backend/dist
RUN mkdir /data && chown node:node /data
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/backend/dist/main.js"]

FROM runtime AS gateway
COPY --from=gateway-dependencies /src/node_modules node_modules
COPY --from=build /src/apps/bff/package.json apps/bff/
COPY --from=build /src/apps/bff/dist apps/bff/dist
COPY --from=build /src/apps/web/dist apps/web/dist
ENV HOST=0.0.0.0 PORT=3000 ADMIN_HOST=127.0.0.1 ADMIN_PORT=9090
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "const { ADMIN_HOST: host, ADMIN_PORT: port } = process.env; fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/bff/dist/main.js"]
