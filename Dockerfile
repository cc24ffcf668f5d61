# An image with the program and the Python package, from packages that are built in a first stage.
#
#   docker build -t partita .
#   docker run --rm -v "$PWD:/work" partita partition --mesh x=4,y=2 model.mlir
#
# Untried: written without a Docker engine at hand. What it calls, ./dev package, is tested (tests/package).
FROM debian:bookworm-slim AS build
WORKDIR /partita
COPY . .
RUN ./dev package

FROM debian:bookworm-slim
COPY --from=build /partita/build/package/*.deb /tmp/packages/
RUN apt-get update \
    && apt-get install -y --no-install-recommends /tmp/packages/partita_*.deb /tmp/packages/libpartita[0-9]*.deb \
       /tmp/packages/python3-partita_*.deb \
    && rm -rf /tmp/packages /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["partita"]
CMD ["--help"]
