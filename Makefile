# Targets for people and for CI. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# SQLite's full-text search is compiled in by this tag; every Go command here needs it.
TAGS := sqlite_fts5
VERSION := $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' cmd/internal/app/version.go)
GO := go
export CGO_ENABLED := 1
# go.mod names the release that builds this; some installations are set to fetch none.
export GOTOOLCHAIN := $(or $(GOTOOLCHAIN),auto)

# go build needs no Node: $(CONSOLE)/dist is committed, and make check compares it with its sources.
CONSOLE := adapters/console/web
SPECS := testkit/console

# Debian packages: to build and recognise text, for tests, and for the console.
BUILD := gcc g++ libc6-dev ca-certificates tesseract-ocr tesseract-ocr-spa tesseract-ocr-eng libtesseract-dev libleptonica-dev
TEST := $(BUILD) postgresql dovecot-imapd
NODE := $(if $(shell command -v npm),,npm)
BROWSER := $(TEST) $(NODE) $(if $(wildcard /usr/bin/chromium),,chromium)

.PHONY: help deps headers build run demo test browser race soak fuzz console check lint generate quality deb tarball site

help: ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

deps: ## install the Debian packages that are missing for building and testing
	@testkit/deps $(BROWSER)

headers: # links MuPDF's headers, which go-fitz brings
	@$(GO) generate ./adapters/mupdf

build: headers ## build bin/cotejod and bin/cotejo
	@testkit/deps --check $(BUILD)
	$(GO) build -tags $(TAGS) -o bin/ ./cmd/cotejod ./cmd/cotejo

run: build ## start the intake service for real use
	@exec bin/cotejod intake

demo: export SPANISH := 1
demo: ## install what is missing, then show the whole way on a dozen filings
	@testkit/deps $(BUILD)
	@echo "Se compila Cotejo; la primera vez tarda unos minutos."
	@$(MAKE) --silent build
	@$(GO) run -tags $(TAGS) ./testkit/demo -server bin/cotejod

# -trimpath shares the build cache between clones.
test browser race soak fuzz lint: export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS) -trimpath)
GOTEST = $(GO) test -count 1 -vet=off -tags '$(TAGS)' -timeout 60m

# The tiers: docs/testing.md. Tests wait for servers, so -p exceeds the processors. The packages
# that take longest come first, so that none of them runs on alone.
LONGEST := ./testkit/blackbox ./cmd/cotejo/internal/read ./adapters/sqlstore ./cmd/cotejo/... ./adapters/readerproc
test: headers ## install what is missing, then run the tests
	@testkit/deps $(TEST)
	$(GOTEST) -p 3 $(LONGEST) $$($(GO) list -tags $(TAGS) ./... | grep -v '/$(SPECS)$$')

browser: headers $(SPECS)/node_modules/.package-lock.json ## drive the console in Chromium; SPEC=inbox runs one area
	@testkit/deps $(BROWSER)
	$(GOTEST) ./$(SPECS) -args $(if $(SPEC),-spec $(SPEC))

RACE := ./adapters/... ./cmd/... ./core/auth ./core/batchdedup ./core/idempotency ./core/intake ./core/notify ./core/pdftext \
  ./testkit/blackbox ./testkit/memstore
race: headers ## run the packages that share state with the race detector
	@testkit/deps $(TEST)
	$(GOTEST) -race $(RACE)

KILLS ?= 50
SOAK = $(GOTEST) -tags '$(TAGS) soak' -v -timeout 6h
soak: headers $(SPECS)/node_modules/.package-lock.json ## kills (KILLS=50), faults, bombs, all samples: an hour
	@testkit/deps $(BROWSER)
	$(SOAK) ./testkit/blackbox -slow -kills $(KILLS) -mutants 1000 -rounds 60 -fills 5 -rapid.checks 3000
	$(SOAK) ./adapters/riverqueue ./cmd/cotejo/... ./testkit/steps
	$(SOAK) ./adapters/readerproc -slow
	$(SOAK) -run TestConsole/hostile ./$(SPECS) -slow

FUZZTIME ?= 20s
fuzz: headers ## fuzz every parser, FUZZTIME (20s) each
	@testkit/fuzz $(FUZZTIME)

# Debian 12 has Node 18; the packages of the specs bring a newer one, which runs all tools.
browser soak console check: export PATH := $(CURDIR)/$(SPECS)/node_modules/.bin:$(PATH)
$(SPECS)/node_modules/.package-lock.json: $(SPECS)/package-lock.json
	@testkit/deps $(NODE)
	cd $(SPECS) && npm ci --silent
	@touch $@

console: $(SPECS)/node_modules/.package-lock.json ## build the web console
	cd $(CONSOLE) && npm ci --silent && npm test --silent && npm run build --silent

check: lint ## check the sources: format, vet, static analysis, modules, generated code, licences
	$(GO) mod tidy -diff
	$(GO) -C testkit/licences test -count 1 .
	@before=$$(git status --porcelain); $(MAKE) generate console; after=$$(git status --porcelain); \
	  [ "$$before" = "$$after" ] || { echo "make generate or make console changed files: commit what they write" >&2; git status --short >&2; exit 1; }
	@echo "check: ok"

lint: headers ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not formatted, run gofmt -w:" $$bad >&2; exit 1; }
	$(GO) vet -tags '$(TAGS) soak' ./...
	$(GO) tool staticcheck -tags '$(TAGS) soak' ./...

generate: ## update mocks, licences and generated tables
	$(GO) generate ./...
	@[ ! -d $(CONSOLE)/node_modules ] || npm --prefix $(CONSOLE) run --silent api

quality: ## measure extraction and duplicates on held-out filings; others: go run ./testkit/measure -h
	$(GO) run ./testkit/measure extraction calibration doctype duplicates invariance

LINT := lintian
deb: headers ## build dist/cotejo_*.deb for the Debian that this machine runs
	@testkit/deps $(BUILD) dpkg-dev $(LINT)
	@testkit/release/programs && rm -f dist/*.deb
	docs/operations/debian/build dist/bin dist/man $(VERSION) dist
	@[ -z '$(LINT)' ] || $(LINT) --allow-root --fail-on error,warning dist/*.deb

tarball: headers ## build dist/cotejo-VERSION-linux-ARCH.tar.gz with checksums and a bill of materials
	@testkit/release/programs
	testkit/release/tarball $(VERSION)

site: ## write the documentation as a site that is searched without a network into dist/site
	cd testkit/release && $(GO) test ./site && $(GO) run ./site -docs ../../docs -out '$(CURDIR)/dist/site'
