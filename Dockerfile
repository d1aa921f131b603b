# The bank as a container: docs/simulator.md, "In a container".
FROM node:24-bookworm AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run package:npm -- /package
WORKDIR /app
RUN npm install --omit=dev --no-audit --no-fund --install-links /package

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="TPP Workbench: the bank" \
      org.opencontainers.image.description="A simulated bank with a NextGenPSD2-style interface" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /app/node_modules /app/node_modules
# A new volume takes the owner and the rights of this folder.
RUN install -d -o node -g node -m 700 /data
VOLUME /data
USER node
ENV NODE_ENV=production
EXPOSE 8443 8444 8445
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "/app/node_modules/tpp-workbench/lib/tpp-workbench.js", "ready"]
# Neither npm nor a shell stands before the bank, so that signals reach it.
ENTRYPOINT ["node", "/app/node_modules/tpp-workbench/lib/bank-program.js"]
CMD ["--host", "0.0.0.0", "--control-host", "0.0.0.0", "--data", "/data", "--access-log", "-", "--grace", "8"]
