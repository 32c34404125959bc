# The service without the extension. `docker build -t keepsake .`; docs/operating.md has the rest.

# Must match package-lock.json; a test checks it.
ARG NODE=24.21.0

FROM node:${NODE}-bookworm-slim AS packages
WORKDIR /keepsake
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Only the extension uses these.
RUN rm -r node_modules/lucide-react node_modules/react-dom node_modules/react

FROM node:${NODE}-bookworm-slim
WORKDIR /keepsake
COPY --from=packages /keepsake/node_modules node_modules
COPY package.json ./
COPY lib lib
COPY service service
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
ENV NODE_ENV=production KEEPSAKE_DATA=/data KEEPSAKE_ADDRESS=0.0.0.0
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.KEEPSAKE_PORT || 4321) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node is the process that gets SIGTERM.
ENTRYPOINT ["node", "service/runtime/node/main.ts"]
