# Needs Go, make and git; PostgreSQL and Chromium are found, or installed where that
# is possible.

GO            ?= go
PKG           ?= ./...
RACE          ?=
TESTFLAGS     ?=
GOLANGCI_LINT := v2.15.0
VACUUM        := v0.20.4

VERSION := $(shell git describe --always --dirty 2>/dev/null || echo dev)
LINTER  := bin/tools/golangci-lint-$(GOLANGCI_LINT)
# Of the description of the API.
API_LINTER := bin/tools/vacuum-$(VACUUM)

.DEFAULT_GOAL := help
.PHONY: help build run demo test lint generate bench fmt migrate clean postgres chromium withdb

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/gateway
	@$(GO) build -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o bin/gateway ./cmd/gateway

run: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
run: postgres build ## build and serve, with a PostgreSQL of its own unless DATABASE_URL or EVENTSTORE_URL is set
	@exec ./bin/gateway serve

demo: SERVER = $$GATEWAY_URL
demo: postgres ## tell the whole story, on a fresh gateway or on the one at GATEWAY_URL (with ADMIN_PASSWORD)
	@$(GO) run ./test/demo

test: SERVER = $$TEST_DATABASE_URL
test: postgres $(if $(filter ./... ./test/... ./test/browser%,$(PKG)),chromium) withdb ## run the tests (RACE=1: with the race detector; PKG=./domain/...: some of them)
	@exec bin/tools/withdb $(GO) test -timeout 20m -p 2 $(if $(RACE),-race) $(TESTFLAGS) $(PKG)

lint: $(LINTER) $(API_LINTER) ## check style, mistakes, which package imports which, and the description of the API
	@$(LINTER) run --allow-parallel-runners ./...
	@said=$$($(API_LINTER) lint -d -q -b -r ./http/openapi/vacuum.yaml -n warn ./http/openapi/openapi.yaml 2>&1) || { echo "$$said"; exit 1; }
	@before=$$(cksum http/*/*.gen.go) && $(MAKE) -s generate && [ "$$before" = "$$(cksum http/*/*.gen.go)" ] || \
		{ echo "What is generated from the description was not up to date. It is now."; exit 1; }

generate: ## make what comes from the description of the API: types and routes
	@$(GO) generate ./http/...

bench: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
bench: postgres ## measure throughput and latency
	@$(GO) run ./test/bench

fmt: $(LINTER) ## format the code (gofumpt)
	@$(LINTER) fmt ./...

migrate: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
migrate: postgres build ## bring the database schemas up to date
	@exec ./bin/gateway migrate

clean: ## remove what was built; data stays
	@rm -rf bin

withdb:
	@$(GO) build -buildvcs=false -o bin/tools/withdb ./test/testdb/cmd/withdb

$(LINTER):
	@echo "Building golangci-lint $(GOLANGCI_LINT), which takes a minute or two ..."
	@GOFLAGS= GOBIN='$(CURDIR)/bin/tools' $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT)
	@mv bin/tools/golangci-lint $@

# Not go install: that asks for the list of all versions, which not every module
# proxy has of it.
$(API_LINTER):
	@echo "Building vacuum $(VACUUM), which takes a minute or two ..."
	@module=$$(mktemp -d) && trap 'rm -rf "$$module"' EXIT && cd "$$module" && export GOFLAGS=-mod=mod && \
		$(GO) mod init tools 2>/dev/null && $(GO) mod edit -require=github.com/daveshanley/vacuum@$(VACUUM) && \
		$(GO) build -o '$(CURDIR)/$@' github.com/daveshanley/vacuum

# Debian's packages, for root where there is apt.
CAN_APT := [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null
apt = { apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
	install --no-install-recommends $(1); } >"$$log" 2>&1 </dev/null

# Debian's package would also start a server of its own, hence the setting, which
# is for this one installation. Without apt or without being root, the program
# itself says what to do.
POSTGRES_D := /etc/postgresql-common/createcluster.d

postgres:
	@if [ -n "$(SERVER)" ] || command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || \
		! { $(CAN_APT); }; then exit 0; fi; \
	log=$$(mktemp) && trap 'rm -f "$$log" $(POSTGRES_D)/gateway.conf' EXIT && \
	echo "Installing PostgreSQL (apt-get install postgresql) ..." && \
	mkdir -p $(POSTGRES_D) && echo 'create_main_cluster = false' >$(POSTGRES_D)/gateway.conf && \
	$(call apt,postgresql) || { cat "$$log"; exit 1; }

# Without it the browser tests are skipped, so its installation may fail.
chromium:
	@if command -v chromium >/dev/null || ! { $(CAN_APT); }; then exit 0; fi; \
	log=$$(mktemp) && trap 'rm -f "$$log"' EXIT && \
	echo "Installing Chromium for the browser tests (apt-get install chromium) ..." && \
	$(call apt,chromium) || tail -n 3 "$$log"
