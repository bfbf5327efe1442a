FROM node:24-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# Without install scripts: only two packages have them, Node itself and the PostgreSQL of the tests.
FROM base AS build
COPY site/package.json site/
COPY dashboard/package.json dashboard/
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json CHANGELOG.md ./
COPY scripts scripts
COPY docs docs
COPY sdk/README.md sdk/
COPY site site
COPY dashboard dashboard
COPY src src
RUN npm run build

FROM base AS dependencies
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=sqlite:/data/playkeep.db \
    MAIL_OUTBOX=/data/outbox
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/site/dist site/dist
COPY --from=build /app/dashboard/dist dashboard/dist
COPY package.json LICENSE ./
RUN ln -s /app/dist/main.js /usr/local/bin/playkeep && install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 3000
# By bash alone: starting Node every ten seconds would cost more than many players do.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -t 4 line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["node", "/app/dist/main.js"]
CMD ["serve"]
