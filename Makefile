# Everything a person or a machine does with this repository. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# SQLite's full-text search is compiled in by this tag; every Go command here needs it.
TAGS := sqlite_fts5
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
LDFLAGS := -X github.com/cotejo/cotejo/internal/wire.Version=$(VERSION)
GO := go
export CGO_ENABLED := 1

# What the program is built with and reads with, as Debian names it; tests start
# a PostgreSQL server of their own beside that.
DEBS := gcc g++ libc6-dev ca-certificates tesseract-ocr tesseract-ocr-spa tesseract-ocr-eng libtesseract-dev libleptonica-dev

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-16s %s\n", $$1, $$2}'

.PHONY: deps
deps: ## install the Debian packages that are missing, link MuPDF's headers
	@if ! command -v dpkg-query >/dev/null; then \
	  command -v tesseract >/dev/null && exit 0; \
	  echo "This is no Debian: install a C and C++ compiler and Tesseract 5 with spa, eng and its headers, then try again." >&2; exit 1; \
	fi; \
	missing=$$(for p in $(DEBS); do dpkg-query -W -f '$${db:Status-Status}' $$p 2>/dev/null | grep -qx installed || echo $$p; done); \
	[ -z "$$missing" ] && exit 0; \
	line="apt-get install -y --no-install-recommends $$(echo $$missing)"; \
	if [ "$$(id -u)" = 0 ]; then as=; elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as="sudo -n"; \
	elif command -v sudo >/dev/null && [ -t 0 ]; then as=sudo; \
	else echo "Missing packages. As root, run:  apt-get update && $$line" >&2; exit 1; fi; \
	echo "Installing:" $$missing >&2; \
	export DEBIAN_FRONTEND=noninteractive; \
	log=$$(mktemp); \
	{ $$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive $$line; } >"$$log" 2>&1 \
	  || { tail -20 "$$log" >&2; rm -f "$$log"; echo "Could not install. As root, run:  apt-get update && $$line" >&2; exit 1; }; \
	rm -f "$$log"
	@$(GO) generate ./adapters/mupdf

.PHONY: build
build: deps ## build bin/cotejod and bin/cotejo
	$(GO) build -tags $(TAGS) -ldflags '$(LDFLAGS)' -o bin/ ./cmd/cotejod ./cmd/cotejo

.PHONY: run
run: build ## start the intake service for real use
	@exec bin/cotejod intake

.PHONY: demo
demo: build ## show the whole way on a dozen filings
	@$(GO) run -tags $(TAGS) ./testkit/demo -server bin/cotejod

test soak soak-replicas cover deps-test: DEBS += postgresql
.PHONY: deps-test
deps-test: deps ## install what tests need, too

# Arithmetic that shares nothing goes unwatched: passwords are
# hashed twenty times as fast. Programs that tests build inherit it. None of them
# may use sync.Map: its generic code would go unwatched in all packages.
UNWATCHED := golang.org/x/crypto/blowfish compress/flate github.com/klauspost/compress/flate golang.org/x/text/unicode/norm image/jpeg github.com/cotejo/cotejo/core/page github.com/cotejo/cotejo/testkit/paper github.com/cotejo/cotejo/core/minhash github.com/cotejo/cotejo/core/ner github.com/cotejo/cotejo/core/align github.com/cotejo/cotejo/core/text github.com/cotejo/cotejo/core/sanitize github.com/cotejo/cotejo/core/search github.com/cotejo/cotejo/testkit/filings
# What is built in one clone is not built again in the next (-trimpath).
test lint: export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS) -trimpath $(UNWATCHED:%=-gcflags=%=-race=false))
# Nobody debugs these binaries: without what debuggers read, linking takes half the time.
test: export GOFLAGS += -ldflags=-w
# Nor does anybody count their memory: compilers and tests collect garbage seldom,
# and what the race detector watches ends at once rather than after a second.
test: export GOGC := 400
test: export GORACE := atexit_sleep_ms=0

# What takes longest begins first, so that nothing is left to be waited for alone;
# servers leave the processors idle, so more packages and tests run at once than there are of them.
.PHONY: test
test: deps ## run every test, with the race detector; make lint vets them
	$(GO) test -count 1 -race -vet=off -tags $(TAGS) -timeout 20m -p 3 -parallel 3 ./testkit/blackbox ./cmd/cotejo ./adapters/sqlstore ./...

# The long forms of what make test does in short ones: some half an hour, and SOAK_FUZZ for each parser, six hours.
SOAK_FUZZ ?= 10m
KILLS ?= 50
REQUESTS ?= 3000
MUTANTS ?= 1000
FAULTS ?= 60
.PHONY: soak
soak: deps ## kill the server KILLS (50) times, FAULTS (60) among three servers, read every sample and MUTANTS (1000), send each route REQUESTS (3000), fuzz each parser for SOAK_FUZZ (10m)
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -v -run 'Lost|Samples|Hostile|TextBombs' ./testkit/blackbox -kills $(KILLS) -slow
	$(GO) test -count 1 -tags $(TAGS) -timeout 120m -v -run 'Mutants|Killed' ./testkit/blackbox -mutants $(MUTANTS) -kills $(KILLS)
	$(MAKE) soak-replicas
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -run Samples ./adapters/readerproc -slow
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -run NoRequest ./testkit/blackbox -rapid.checks $(REQUESTS)
	$(MAKE) fuzz FUZZTIME=$(SOAK_FUZZ)

# Ten minutes for 60.
.PHONY: soak-replicas
soak-replicas: deps ## three servers, PostgreSQL and S3, and FAULTS (60) of all kinds while they work
	$(GO) test -count 1 -tags $(TAGS) -timeout 120m -v -run 'Faults|Silence|FullDisk' ./testkit/blackbox -rounds $(FAULTS) -fills 5 -slow

.PHONY: check
check: lint ## what must hold of the sources: format, vet, static analysis, modules, generated code, licences
	$(GO) mod tidy -diff
	@before=$$(git status --porcelain); $(MAKE) generate; after=$$(git status --porcelain); \
	  [ "$$before" = "$$after" ] || { echo "make generate changed files: commit what it writes" >&2; git status --short >&2; exit 1; }
	@echo "check: ok"

# The same flags as the tests, so that both share one build cache.
.PHONY: lint
lint: deps ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not gofmt-ed:" $$bad >&2; exit 1; }
	$(GO) vet -race -tags $(TAGS) ./...
	GOFLAGS="$$GOFLAGS -race" $(GO) tool staticcheck -tags $(TAGS) ./...

# With the tools that will read them; a certificate made for the occasion stands in for the real one.
.PHONY: check-operations
check-operations: ## hold the files of docs/operations against systemd, Prometheus, nginx and linters
	@set -e; for tool in systemd-analyze promtool nginx openssl npm; do command -v $$tool >/dev/null || PATH=$$PATH:/usr/sbin command -v $$tool >/dev/null || \
	  { echo "$$tool is missing. As root, run:  apt-get install --no-install-recommends systemd prometheus nginx-light openssl npm" >&2; exit 1; }; done; \
	export PATH=$$PATH:/usr/sbin; tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	for unit in cotejod cotejod-notify; do \
	  sed 's,/usr/local/bin/cotejod,/bin/true,' docs/operations/$$unit.service > "$$tmp/$$unit.service"; systemd-analyze verify "$$tmp/$$unit.service"; done; \
	promtool check rules docs/operations/alerts.yaml; \
	openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=test -keyout "$$tmp/key.pem" -out "$$tmp/fullchain.pem" 2>/dev/null; \
	cat docs/operations/nginx.conf docs/operations/nginx-notify.conf | sed "s,/etc/ssl/cotejo,$$tmp," > "$$tmp/site.conf"; \
	printf 'pid %s/pid;\nerror_log stderr;\nevents {}\nhttp { include %s/site.conf; }\n' "$$tmp" "$$tmp" > "$$tmp/nginx.conf"; \
	nginx -t -q -c "$$tmp/nginx.conf"; \
	sed "s,/etc/ssl/cotejo,$$tmp,;s,server api:8000 resolve,server 127.0.0.1:8000," docs/operations/compose-nginx.conf > "$$tmp/site.conf"; \
	nginx -t -q -c "$$tmp/nginx.conf"; \
	npm install --silent --no-save --prefix "$$tmp" dclint@3.1.0 dockerfilelint@1.8.0; \
	"$$tmp/node_modules/.bin/dclint" --quiet docs/operations/compose.yaml; \
	"$$tmp/node_modules/.bin/dockerfilelint" docs/operations/Dockerfile >/dev/null || { "$$tmp/node_modules/.bin/dockerfilelint" docs/operations/Dockerfile >&2; exit 1; }; \
	echo "check-operations: ok"

.PHONY: fmt
fmt: ## format the sources
	gofmt -w $$(git ls-files '*.go')

.PHONY: licences
licences: ## write the licences of all that is linked into the programs anew
	$(GO) generate ./cmd/internal/licences

.PHONY: generate
generate: ## write mocks and tables anew
	$(GO) generate ./...

# Before each release; what it writes is committed with it.
.PHONY: record-release
record-release: deps-test ## record the statements and migrations of this release, which the next is checked against
	$(GO) test -count 1 -tags $(TAGS) -run '^TestStores$$' ./adapters/sqlstore -record
	cd adapters/sqlstore && sha256sum migrations/*/*.sql notifystore/migrations/*/*.sql >testdata/release/migrations.sha256

# After any change of an extractor; some two minutes.
.PHONY: train-votes
train-votes: ## learn anew how far the extractors of core/ner are believed where a court tells of who sues; VOTES_FLAGS=-votes-of-filings for filings, too
	$(GO) test -count 1 -v -timeout 1h -run '^TestWriteVotes$$' ./core/ner -votes data/votes.json -corpora '$(abspath $(CORPORA))' $(VOTES_FLAGS)

.PHONY: bench
bench: deps ## measure the engines, and signing beside its peers
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchmem ./core/...
	cd testkit/bench && $(GO) run .

# Some minutes for 100,000; SEARCH_DB, a file or postgres://…, keeps them for the next run.
SEARCH_DOCUMENTS ?= 100000
SEARCH_DB ?=
.PHONY: bench-search
bench-search: deps ## measure searching SEARCH_DOCUMENTS (100000) invented filings
	$(GO) test -tags $(TAGS) -run '^$$' -bench 'Search$$' -timeout 2h ./adapters/sqlstore -documents $(SEARCH_DOCUMENTS) -database '$(SEARCH_DB)'

# ONLINE_DB keeps the filings for the next run; making a million takes a quarter of an hour of processor, and goes on where it stopped.
ONLINE_DOCUMENTS ?= 100000
ONLINE_DB ?=
.PHONY: bench-online
bench-online: deps ## measure finding duplicates among ONLINE_DOCUMENTS (100000) stored filings
	$(GO) test -tags $(TAGS) -run '^$$' -bench 'Online$$' -benchtime 1x -timeout 12h ./adapters/sqlstore -among $(ONLINE_DOCUMENTS) -online '$(ONLINE_DB)'

# Filings are made once; DEDUP_FOLDER keeps them. A million take 8 GB of disk,
# and 6 GB more while it runs.
DOCUMENTS ?= 100000
DEDUP_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-filings-$(DOCUMENTS)
.PHONY: bench-dedup
bench-dedup: build ## measure cotejo dedup on DOCUMENTS (100000) invented filings of 7 KB
	@[ -e '$(DEDUP_FOLDER)/pairs.jsonl' ] || { mkdir -p '$(DEDUP_FOLDER)' && \
	  $(GO) run ./testkit/genfilings -stream -n $(DOCUMENTS) -size 7000 -out '$(DEDUP_FOLDER)'; }
	$(GO) run ./testkit/quality/batch -program bin/cotejo -folder '$(DEDUP_FOLDER)'

# The whole service on SCALE_DOCUMENTS; SCALE_DB=postgres://… in place of a file. SCALE_FOLDER keeps filings and database
# for the next run: some 15 GB for a million.
SCALE_DOCUMENTS ?= 100000
SCALE_DB ?=
SCALE_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-scale-$(SCALE_DOCUMENTS)
.PHONY: bench-scale
bench-scale: build ## measure import, search, lists and the index on SCALE_DOCUMENTS (100000) invented filings of 4 KB
	@[ -e '$(SCALE_FOLDER)/pairs.jsonl' ] || { mkdir -p '$(SCALE_FOLDER)' && \
	  $(GO) run ./testkit/genfilings -stream -entities -n $(SCALE_DOCUMENTS) -size 4000 -out '$(SCALE_FOLDER)'; }
	$(GO) run -tags $(TAGS) ./testkit/quality/scale -folder '$(SCALE_FOLDER)/$(if $(SCALE_DB),postgres,sqlite)' -database '$(SCALE_DB)' \
	  -collection '$(SCALE_FOLDER)/filings.jsonl'

# SCALE_DB is an empty database of PostgreSQL. What came back has the sums of what was there.
.PHONY: soak-migrate
soak-migrate: build ## take what make bench-scale imported into SQLite to SCALE_DB and back, and compare
	@back=$$(mktemp -d); trap 'rm -rf "$$back"' EXIT; sums() { tee /dev/stderr | sed 's/.*"tables":\(\[[^]]*\]\).*/\1/'; }; \
	there=$$(bin/cotejo migrate --json --from 'sqlite:$(SCALE_FOLDER)/sqlite/data/database/cotejo.db' --to '$(SCALE_DB)' | sums); \
	again=$$(bin/cotejo migrate --json --from '$(SCALE_DB)' --to "sqlite:$$back/cotejo.db" | sums); \
	[ "$$there" = "$$again" ] || { echo "what came back is not what was there" >&2; exit 1; }; \
	echo "soak-migrate: what came back is what was there"

# A register of ROWS rows into the running service and out again.
ROWS ?= 100000
.PHONY: bench-excel
bench-excel: build ## measure import and export of ROWS (100000) rows
	$(GO) run -tags $(TAGS) ./testkit/quality/excel -server bin/cotejod -rows $(ROWS)

# Where the published texts with marked names are, see testkit/corpora/SOURCES.md.
CORPORA ?= ../shared/data
.PHONY: quality
quality: ## measure extraction on held-out filings: some minutes
	$(GO) run ./testkit/quality/ner $(if $(wildcard $(CORPORA)),-corpora '$(CORPORA)')

# Some four seconds of processor a paper; SCANS_FOLDER keeps the PDFs for the next run, SCANS_OF=traps is of papers without the numbers, SCANS_OF=cases of those with a radicado.
SCANS ?= 110
SCANS_OF ?= single
SCANS_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-scans-$(SCANS_OF)-$(SCANS)
.PHONY: quality-scans
quality-scans: build ## measure extraction on SCANS (110) held-out poor scans that bin/cotejo reads
	@[ -e '$(SCANS_FOLDER)/gold.jsonl' ] || $(GO) run -tags $(TAGS) ./testkit/genfilings -n $(SCANS) -of $(SCANS_OF) -part heldout -scan poor -seed 2025 -out '$(SCANS_FOLDER)'
	bin/cotejo read --json '$(SCANS_FOLDER)' > '$(SCANS_FOLDER)/read.jsonl'
	$(GO) run ./testkit/quality/ner -only scans -gold '$(SCANS_FOLDER)/gold.jsonl' -read '$(SCANS_FOLDER)/read.jsonl'

# core/ner/SOURCES.md has the SHA-256 of what it writes.
.PHONY: train
train: ## train the models of core/ner anew, on filings and the texts in CORPORA
	$(GO) test -count 1 -v -timeout 2h -run '^TestWrite(Sequence|Roles)$$' ./core/ner -sequence data/sequence.bin -roles data/roles.bin -corpora '$(abspath $(CORPORA))'

# Some five minutes with two processors; installs the peers when they are missing.
OCR_DOCUMENTS ?= 2
OCR_FLAGS ?=
.PHONY: bench-ocr
bench-ocr: build ## measure reading scans beside tesseract and ocrmypdf, OCR_DOCUMENTS (2) a kind
	@$(MAKE) deps DEBS="ocrmypdf poppler-utils tesseract-ocr-osd"
	$(GO) run -tags $(TAGS) ./testkit/quality/ocr -n $(OCR_DOCUMENTS) $(OCR_FLAGS)

# Some twenty minutes; READING_FLAGS='-only soak' and the like for a part of it.
DOCUMENTS ?= 2000
READING_FLAGS ?=
.PHONY: bench-reading
bench-reading: build ## measure memory and pace of reading, a soak of DOCUMENTS (2000) among it
	$(GO) run -tags $(TAGS) ./testkit/quality/reading -server bin/cotejod -documents $(DOCUMENTS) $(READING_FLAGS)

# Each fuzz target in turn, for FUZZTIME.
FUZZTIME ?= 20s
.PHONY: fuzz
fuzz: deps ## fuzz every parser, FUZZTIME (20s) each
	@grep -rlE '^func Fuzz' --include='*_test.go' . | sort | while read -r f; do \
	  for t in $$(grep -oE '^func Fuzz[A-Za-z0-9_]*' "$$f" | cut -c6-); do \
	    echo "== $$f $$t"; $(GO) test -tags $(TAGS) -run '^$$' -fuzz "^$$t\$$" -fuzztime $(FUZZTIME) "$$(dirname "$$f")"; \
	  done; \
	done

.PHONY: cover
cover: deps ## tests with coverage, into cover.html
	$(GO) test -tags $(TAGS) -coverpkg ./core/...,./adapters/... -coverprofile cover.out ./...
	$(GO) tool cover -html cover.out -o cover.html
	@$(GO) tool cover -func cover.out | tail -1
