# Servers, workers and migrations are one image; their commands are `node dist/worker.js` and, once before a release, `node dist/migrate.js`.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM node:22-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production PORT=3000
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules ./node_modules
# Without the stand-ins of one machine: an image that takes money has none that could be started.
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/dist/server.js* /app/dist/worker.js* /app/dist/migrate.js* /app/dist/create-admin.js* /app/dist/doctor.js* /app/dist/check-ledger.js* /app/dist/resend-gift-card.js* ./dist/
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server.js"]
