# Needs Go, make and git. What else a target needs is found, or installed where that is
# possible (see PROOF_... below).

GO            ?= go
PKG           ?= ./...
RACE          ?=
TESTFLAGS     ?=
GOLANGCI_LINT := v2.15.0
VACUUM        := v0.20.4
GOVULNCHECK   := v1.9.0
CYCLONEDX     := v1.10.0
# The newest whose module can be had: v6 is published as an image alone.
CENTRIFUGO    := v5.4.9

VERSION := $(shell git describe --always --dirty 2>/dev/null || echo dev)
LINTER  := bin/tools/golangci-lint-$(GOLANGCI_LINT)
# Of the description of the API.
API_LINTER := bin/tools/vacuum-$(VACUUM)
VULN_CHECKER := bin/tools/govulncheck-$(GOVULNCHECK)
SBOM_WRITER  := bin/tools/cyclonedx-gomod-$(CYCLONEDX)
# For test/centrifugo.
REALTIME_SERVER := bin/tools/centrifugo-$(CENTRIFUGO)
# Of the gateway under the bench's loads, for profile-guided optimisation.
PROFILE    := deploy/default.pgo
PROFILED   := movements,writes,requests,reads
# What make mutate judges unless PKG names others: the packages that decide about money.
MUTATED    := domain/balance domain/payment domain/ledger domain/pricing domain/treasury
GENERATED  := http/openapi/openapi.yaml http/api/*.gen.go http/api/*/*.gen.go

.DEFAULT_GOAL := help
.PHONY: help build release run demo screenshots test histories simulate mutate lint generate vulncheck sbom bench soak fmt migrate clean test-tools centrifugo

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build bin/gateway
	@$(GO) build -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o bin/gateway ./cmd/gateway

# As deploy/Dockerfile does. It takes longer: all packages are compiled for the profile.
release: ## build bin/gateway as it ships: one static binary, optimised for the loads of the bench
	@CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -pgo=$(PROFILE) -ldflags '-s -w -X main.version=$(VERSION)' -o bin/gateway ./cmd/gateway

run: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
run: install-postgresql build ## build and serve, with a PostgreSQL of its own unless DATABASE_URL or EVENTSTORE_URL is set (PROVIDERS=3: with three simulated providers)
	@$(if $(PROVIDERS),SIMULATED_PROVIDERS=$(PROVIDERS)) exec ./bin/gateway serve

demo: SERVER = $$GATEWAY_URL
demo: install-postgresql ## tell the whole story, on a fresh gateway or on the one at GATEWAY_URL (with ADMIN_PASSWORD)
	@$(GO) run ./test/demo

screenshots: SERVER = $$GATEWAY_URL
screenshots: install-postgresql install-chromium ## take pictures of the console's main pages, after the demo's story, into bin/screenshots
	@$(GO) run ./test/demo -screenshots bin/screenshots

# What the tests in these folders need besides PostgreSQL.
INSTALLS := $(if $(filter ./... ./test/... ./test/browser%,$(PKG)),install-chromium) \
	$(if $(filter ./... ./test/... ./test/browser% ./test/clients% ./test/samples% ./test/sdk%,$(PKG)),install-npm) \
	$(if $(filter ./... ./test/... ./test/samples%,$(PKG)),install-php-cli) \
	$(if $(filter ./... ./test/... ./test/rolling%,$(PKG)),install-haproxy) \
	$(if $(filter ./... ./cmd/... ./cmd/gateway/... ./cmd/gateway/database%,$(PKG)),install-pgbouncer) \
	$(if $(filter ./... ./test/... ./test/operating%,$(PKG)),install-prometheus) \
	$(if $(filter ./... ./test/... ./test/centrifugo%,$(PKG)),centrifugo)

# The packages whose tests take longest, or wait most, begin first, so that none of them runs alone at the end.
LONGEST := ./projections/reactor/... ./cmd/gateway ./test/recovery ./test/browser ./test/cluster ./eventstore/postgres ./test/crash \
	./projections/readmodel ./test/e2e/payments ./eventstore/esdb ./test/simulation ./test/e2e/console

test: SERVER = $$TEST_DATABASE_URL
test: install-postgresql $(INSTALLS) test-tools ## run the tests (RACE=1: with the race detector; PKG=./domain/...: some of them; TESTFLAGS: more for go test)
	@exec bin/tools/withdb bin/tools/testrun $(GO) test -vet=off -timeout 60m -p 2 $(if $(RACE),-race) $(TESTFLAGS) $(if $(filter ./...,$(PKG)),$(LONGEST)) $(PKG)

histories: SERVER =
histories: install-postgresql ## judge N histories (200) of an account on two instances that are killed and frozen
	@HISTORIES=$(or $(N),200) $(GO) test -timeout 0 -count 1 -v -run OneOperationAtATime ./test/histories

simulate: SERVER = $(if $(POSTGRES),$$TEST_DATABASE_URL,none)
simulate: install-postgresql test-tools ## run seeds of the simulation on all cores: SEEDS=20000 (how many), FROM=0 (the first), POSTGRES=1 (log and read models there), CLUSTER=1 (only those with a cluster of EventStoreDB)
	@exec $(if $(POSTGRES),bin/tools/withdb) $(GO) test ./test/simulation -run 'TestSeeds$$' -timeout 0 -count 1 -v -simulate.from $(or $(FROM),0) \
		-simulate.count $(or $(SEEDS),1000) $(if $(POSTGRES),-simulate.postgres) $(if $(CLUSTER),-simulate.cluster)

mutate: ## change one operator, constant or statement at a time, and count what the tests notice (PKG: folders; LEAST=90: the lowest score)
	@mkdir -p bin && exec $(GO) run ./test/cmd/mutate -least $(or $(LEAST),90) $(if $(filter ./...,$(PKG)),$(MUTATED),$(PKG))

lint: $(LINTER) $(API_LINTER) ## check style, mistakes, which package imports which, and the description of the API
	@$(LINTER) run --allow-parallel-runners ./...
	@said=$$($(API_LINTER) lint -d -q -b -g 120 -r ./http/openapi/vacuum.yaml -n warn ./http/openapi/openapi.yaml 2>&1) || { echo "$$said"; exit 1; }
	@before=$$(cksum $(GENERATED)) && $(MAKE) -s generate && [ "$$before" = "$$(cksum $(GENERATED))" ] || \
		{ echo "The bundled description, or the code generated from it, was not up to date. It is now."; exit 1; }

# The description is bundled first: the other packages are generated from the bundle.
generate: ## bundle the description of the API, and generate types and routes from it
	@$(GO) generate ./http/openapi ./http/...

# A machine without a way to the database of vulnerabilities says so, and fails nothing.
vulncheck: $(VULN_CHECKER) ## look for known vulnerabilities that the code can reach (VULNDB=file:///...: another database)
	@said=$$($(VULN_CHECKER) $(if $(VULNDB),-db $(VULNDB)) ./... 2>&1); code=$$?; \
	case "$$code $$said" in \
	0*) echo "vulncheck: no known vulnerability is reached" ;; \
	*"fetching vulnerabilities"*) echo "vulncheck: NOT CHECKED, the database can't be reached: $$said" ;; \
	*) echo "$$said"; exit 1 ;; esac

sbom: build $(SBOM_WRITER) ## list the modules of bin/gateway with licences (CycloneDX), in bin/gateway.cdx.json
	@said=$$($(SBOM_WRITER) bin -json -licenses -version $(VERSION) -output bin/gateway.cdx.json bin/gateway 2>&1) || { echo "$$said"; exit 1; }
	@echo bin/gateway.cdx.json

bench: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
bench: install-postgresql ## measure throughput and latency (PGO=1: only the loads of deploy/default.pgo, which is made anew)
	@$(GO) run ./test/bench $(if $(PGO),-only $(PROFILED) -pgo $(PROFILE))

soak: SERVER =
soak: install-postgresql test-tools ## keep two instances busy and disturbed for LENGTH=1h, and look for growth (SOAK_OUT: the folder of the chart)
	@SOAK=$(or $(LENGTH),1h) SOAK_OUT=$(abspath $(or $(SOAK_OUT),bin)) exec bin/tools/withdb $(GO) test ./test/soak -run MixedLoad -timeout 0 -count 1 -v

fmt: $(LINTER) ## format the code (gofumpt)
	@$(LINTER) fmt ./...

migrate: SERVER = $$DATABASE_URL$$EVENTSTORE_URL
migrate: install-postgresql build ## bring the database schemas up to date
	@exec ./bin/gateway migrate

clean: ## remove what was built; data stays
	@rm -rf bin

test-tools:
	@$(GO) build -buildvcs=false -o bin/tools/ ./test/cmd/...

$(LINTER):
	@echo "Building golangci-lint $(GOLANGCI_LINT), which takes a minute or two ..."
	@GOFLAGS= GOBIN='$(CURDIR)/bin/tools' $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT)
	@mv bin/tools/golangci-lint $@

$(VULN_CHECKER):
	@GOFLAGS= GOBIN='$(CURDIR)/bin/tools' $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK)
	@mv bin/tools/govulncheck $@

# Not go install: that asks for the list of all versions, which not every module
# proxy has of these.
$(API_LINTER):
	$(call build-module,github.com/daveshanley/vacuum,$(VACUUM),)
$(SBOM_WRITER):
	$(call build-module,github.com/CycloneDX/cyclonedx-gomod,$(CYCLONEDX),/cmd/cyclonedx-gomod)

$(REALTIME_SERVER):
	$(call build-module,github.com/centrifugal/centrifugo/v5,$(CENTRIFUGO),)

# Where it can't be downloaded, its test says why it is skipped.
centrifugo:
	@[ -x $(REALTIME_SERVER) ] || $(MAKE) -s $(REALTIME_SERVER) || echo "Centrifugo $(CENTRIFUGO) could not be built (above): test/centrifugo is skipped."

# $(1): the module, $(2): its version, $(3): the folder of the program.
define build-module
	@echo "Building $(1) $(2), which takes a minute or two ..."
	@module=$$(mktemp -d) && trap 'rm -rf "$$module"' EXIT && cd "$$module" && export GOFLAGS=-mod=mod && \
		$(GO) mod init tools 2>/dev/null && $(GO) mod edit -require=$(1)@$(2) && \
		$(GO) build -o '$(CURDIR)/$@' $(1)$(3)
endef

# System packages, by the names that Debian gives them: a line each with the command
# that proves that it is there. A target that needs one has install-<name> among its
# prerequisites; a test that needs one is found by its folder in INSTALLS.
PROOF_postgresql = [ -n "$(SERVER)" ] || command -v postgres || ls /usr/lib/postgresql/*/bin/postgres
PROOF_chromium   = command -v chromium
PROOF_npm        = command -v node && command -v npm
PROOF_php-cli    = command -v php
PROOF_haproxy    = command -v haproxy
PROOF_pgbouncer  = command -v pgbouncer
PROOF_prometheus = command -v promtool

# Debian's postgresql would also start a server of its own; its setting against that is
# for this one installation.
POSTGRES_D := /etc/postgresql-common/createcluster.d

# Only root can install, and only where there is apt. Elsewhere, and where it fails,
# the program itself says what is missing, and tests say why they are skipped.
install-%:
	@if { $(PROOF_$*); } >/dev/null 2>&1 || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then exit 0; fi; \
	log=$$(mktemp) && trap 'rm -f "$$log" $(POSTGRES_D)/gateway.conf' EXIT && \
	echo "Installing $* (apt-get install $*) ..." && \
	mkdir -p $(POSTGRES_D) && echo 'create_main_cluster = false' >$(POSTGRES_D)/gateway.conf && \
	{ apt-get -qq update; DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 \
		install --no-install-recommends $*; } >"$$log" 2>&1 </dev/null || tail -n 20 "$$log"
