# Targets for people and for CI. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# SQLite's full-text search is compiled in by this tag; every Go command here needs it.
TAGS := sqlite_fts5
VERSION := $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' internal/app/version.go)
GO := go
export CGO_ENABLED := 1

# Debian packages for building and for text recognition. Tests also start a PostgreSQL server
# of their own.
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
	$(GO) build -tags $(TAGS) -o bin/ ./cmd/cotejod ./cmd/cotejo

# The built files in adapters/console/web/dist are committed, so that go build needs no Node; make check
# proves that they match their sources.
CONSOLE := adapters/console/web
SPECS := testkit/console
# Debian 12 has Node 18; the packages of the specs bring a newer one, which runs all tools.
console console-tools console-test console-screenshots test soak: export PATH := $(CURDIR)/$(SPECS)/node_modules/.bin:$(PATH)
.PHONY: console
console: console-tools ## build the web console; needs npm
	cd $(CONSOLE) && npm ci --silent && npm test --silent && npm run build --silent

.PHONY: console-tools
console-tools: $(SPECS)/node_modules/.package-lock.json
$(SPECS)/node_modules/.package-lock.json: $(SPECS)/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing. As root, run:  apt-get install --no-install-recommends npm" >&2; exit 1; }
	cd $(SPECS) && npm ci --silent
	@touch $@

# As SPEC=inbox, one spec.
SPEC ?=
.PHONY: console-test
console-test: deps-test console ## drive the console in a browser; SPEC=inbox runs one area
	$(GO) test -count 1 -tags $(TAGS) -timeout 20m -v ./$(SPECS) -args $(if $(SPEC),-spec $(SPEC))

.PHONY: console-screenshots
console-screenshots: deps-test console ## write docs/console anew
	$(GO) test -count 1 -tags $(TAGS) -timeout 20m ./$(SPECS) -args -shots $(CURDIR)/docs/console $(if $(SPEC),-spec $(SPEC))

.PHONY: run
run: build ## start the intake service for real use
	@exec bin/cotejod intake

.PHONY: demo
demo: build ## show the whole way on a dozen filings
	@$(GO) run -tags $(TAGS) ./testkit/demo -server bin/cotejod

test soak soak-replicas cover deps-test console-test console-screenshots: DEBS += postgresql $(if $(wildcard /usr/bin/chromium),,chromium) $(if $(shell command -v npm),,npm)
.PHONY: deps-test
deps-test: deps ## install what tests need, too

# Pure computations run without race detection: password hashing is twenty times as fast.
# Programs that tests build inherit it. None of these packages may use sync.Map: its generic
# code would run without detection in all packages.
UNWATCHED := golang.org/x/crypto/blowfish compress/flate github.com/klauspost/compress/flate golang.org/x/text/unicode/norm image/jpeg github.com/cotejo/cotejo/core/scanprep github.com/cotejo/cotejo/testkit/paper github.com/cotejo/cotejo/core/minhash github.com/cotejo/cotejo/core/ner github.com/cotejo/cotejo/core/align github.com/cotejo/cotejo/core/text github.com/cotejo/cotejo/core/sanitize github.com/cotejo/cotejo/core/search github.com/cotejo/cotejo/testkit/filings
# -trimpath shares the build cache between clones.
test lint: export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS) -trimpath $(UNWATCHED:%=-gcflags=%=-race=false))
# Without debug information, linking takes half the time.
test: export GOFLAGS += -ldflags=-w
# Compilers and tests collect garbage seldom, and programs under the race detector exit at once
# instead of after a second.
test: export GOGC := 400
test: export GORACE := atexit_sleep_ms=0

# The slowest packages begin first. Servers leave the processors idle, so more packages and
# tests run at once than there are processors. The browser runs alone: beside all that, pages take seconds to answer a key.
.PHONY: test
test: deps ## run every test, with the race detector; make lint vets them
	@$(MAKE) console-tools
	$(GO) test -count 1 -race -vet=off -tags $(TAGS) -timeout 40m -p 3 -parallel 3 ./testkit/blackbox ./cmd/cotejo ./adapters/sqlstore $$($(GO) list -tags $(TAGS) ./... | grep -v '/$(SPECS)$$')
	$(GO) test -count 1 -race -vet=off -tags $(TAGS) -timeout 40m -parallel 3 ./$(SPECS)

# Long versions of some tests: about half an hour, plus SOAK_FUZZ for each parser, six hours.
SOAK_FUZZ ?= 10m
KILLS ?= 50
REQUESTS ?= 3000
MUTANTS ?= 1000
FAULTS ?= 60
.PHONY: soak
soak: deps ## kill the server KILLS (50) times, FAULTS (60) among three servers, read every sample and MUTANTS (1000), send each route REQUESTS (3000), fuzz each parser for SOAK_FUZZ (10m)
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -v -run 'Lost|Samples|Hostile|TextBombs' ./testkit/blackbox -kills $(KILLS) -slow
	$(GO) test -count 1 -tags $(TAGS) -timeout 120m -v -run 'Mutants|Killed' ./testkit/blackbox -mutants $(MUTANTS) -kills $(KILLS)
	@$(MAKE) console-tools
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -run TestConsole/hostile ./$(SPECS) -slow
	$(MAKE) soak-replicas
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -run Samples ./adapters/readerproc -slow
	$(GO) test -count 1 -tags $(TAGS) -timeout 60m -run NoRequest ./testkit/blackbox -rapid.checks $(REQUESTS)
	$(MAKE) fuzz FUZZTIME=$(SOAK_FUZZ)

# 60 faults take ten minutes.
.PHONY: soak-replicas
soak-replicas: deps ## three servers, PostgreSQL and S3, and FAULTS (60) of all kinds while they work
	$(GO) test -count 1 -tags $(TAGS) -timeout 120m -v -run 'Faults|Silence|FullDisk' ./testkit/blackbox -rounds $(FAULTS) -fills 5 -slow

check: DEBS += $(if $(shell command -v npm),,npm)
.PHONY: check
check: lint ## check the sources: format, vet, static analysis, modules, generated code, licences
	$(GO) mod tidy -diff
	@before=$$(git status --porcelain); $(MAKE) generate console; after=$$(git status --porcelain); \
	  [ "$$before" = "$$after" ] || { echo "make generate or make console changed files: commit what they write" >&2; git status --short >&2; exit 1; }
	@echo "check: ok"

# The same flags as the tests, so that both share one build cache.
.PHONY: lint
lint: deps ## gofmt, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "not gofmt-ed:" $$bad >&2; exit 1; }
	$(GO) vet -race -tags $(TAGS) ./...
	GOFLAGS="$$GOFLAGS -race" $(GO) tool staticcheck -tags $(TAGS) ./...

# Uses the real tools and a temporary certificate.
.PHONY: check-operations
check-operations: ## check the files of docs/operations with systemd, Prometheus, nginx and linters
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
licences: ## update the licences of all linked modules
	$(GO) generate ./cmd/internal/licences

.PHONY: generate
generate: ## update mocks and generated tables
	$(GO) generate ./...
	@[ ! -d $(CONSOLE)/node_modules ] || npm --prefix $(CONSOLE) run --silent api

, := ,
# Contents of the packages, without debug information.
DIST := dist
PACKAGED := -trimpath -tags $(TAGS) -ldflags '-s -w -linkmode external -extldflags "-Wl,-z,relro,-z,now"' -buildmode pie

.PHONY: manual
manual: deps ## write the manual pages of the commands into dist/man
	@rm -rf $(DIST)/man && mkdir -p $(DIST)/man
	$(GO) test -count 1 -tags $(TAGS) -run '^TestManualPages$$' ./cmd/cotejo ./cmd/cotejod -manual '$(abspath $(DIST)/man)'
	@cp docs/operations/debian/cotejo-admin.8 $(DIST)/man/

.PHONY: packaged
packaged: manual
	$(GO) build $(PACKAGED) -o $(DIST)/bin/ ./cmd/cotejod ./cmd/cotejo

.PHONY: deb
LINT := lintian
deb: DEBS += dpkg-dev $(LINT)
deb: packaged ## build dist/cotejo_*.deb for the Debian that this machine runs
	@rm -f $(DIST)/*.deb
	docs/operations/debian/build $(DIST)/bin $(DIST)/man $(VERSION) $(DIST)
	$(if $(LINT),lintian --allow-root --fail-on error$(,)warning $(DIST)/*.deb)

.PHONY: tarball
tarball: packaged ## build dist/cotejo-VERSION-linux-ARCH.tar.gz with checksums and a bill of materials (CycloneDX)
	cd testkit/release && $(GO) tool cyclonedx-gomod bin -json -version $(VERSION) -output '$(abspath $(DIST)/bin/sbom.cdx.json)' '$(abspath $(DIST)/bin/cotejod)'
	@set -e; name=cotejo-$(VERSION)-linux-$$($(GO) env GOARCH); rm -rf "$(DIST)/$$name" && mkdir "$(DIST)/$$name"; \
	cp -r $(DIST)/bin/cotejo $(DIST)/bin/cotejod $(DIST)/bin/sbom.cdx.json $(DIST)/man README.md LICENSE NOTICE .env.example docs "$(DIST)/$$name"; \
	$(DIST)/bin/cotejo licences > "$(DIST)/$$name/LICENCES"; \
	tar -C $(DIST) --sort=name --owner=0 --group=0 --numeric-owner --mtime=@$$(git log -1 --format=%ct) -czf "$(DIST)/$$name.tar.gz" "$$name"; rm -r "$(DIST)/$$name"; \
	cp $(DIST)/bin/sbom.cdx.json "$(DIST)/$$name.cdx.json"; cd $(DIST) && sha256sum "$$name.tar.gz" "$$name.cdx.json" $$(ls *.deb 2>/dev/null) > SHA256SUMS && cat SHA256SUMS

.PHONY: site
site: ## write the documentation as a site that is searched without a network into dist/site; a broken link fails it
	cd testkit/release && $(GO) test ./site && $(GO) run ./site -docs ../../docs -out '$(abspath $(DIST)/site)'

.PHONY: check-signin
check-signin: deps ## log in at a real OpenID Connect provider, which a module of its own downloads
	cd testkit/oidcprovider && $(GO) test -count 1 .

# As root; debootstrap and a Debian mirror, some 2 GB in BARE_DIR. A run with systemd needs systemd-nspawn.
SUITES ?= bookworm trixie
.PHONY: check-packages
check-packages: ## build the package in bare SUITES (bookworm trixie), install, start, upgrade, remove and purge it there
	@for suite in $(SUITES); do testkit/release/check-packages $$suite || exit 1; done

# What programs that embed Cotejo import. docs/releases.md promises that it stays.
STABLE := $(shell cd core && ls)
API := testkit/release/api
apidiff = cd testkit/release && $(GO) build -o '$(abspath $(DIST)/apidiff)' golang.org/x/exp/cmd/apidiff

.PHONY: check-api
check-api: ## hold the exported Go interface against that of the last release
	@ls $(API)/*.export >/dev/null 2>&1 || { echo "check-api: no release is recorded: make record-release writes the first"; exit 0; }; \
	$(apidiff) && cd ../..; broken=; for p in $(STABLE); do [ -e "$(API)/$$p.export" ] || continue; \
	  changes=$$($(DIST)/apidiff -incompatible "$(API)/$$p.export" github.com/cotejo/cotejo/core/$$p); \
	  [ -z "$$changes" ] || { printf 'core/%s:\n%s\n' "$$p" "$$changes" >&2; broken=1; }; done; \
	[ -z "$$broken" ] || { echo "check-api: programs that embed the last release do not compile any more" >&2; exit 1; }; echo "check-api: ok"

.PHONY: record-api
record-api:
	@mkdir -p $(API) && rm -f $(API)/*.export && $(apidiff) && cd ../.. && \
	for p in $(STABLE); do $(DIST)/apidiff -w "$(API)/$$p.export" github.com/cotejo/cotejo/core/$$p; done

# As root; debootstrap and buildah, no registry.
.PHONY: check-image
check-image: ## build the container image from a bare Debian 12 and run doctor in it
	testkit/release/check-image

# Run before each release, and commit the result with it.
.PHONY: record-release
record-release: deps-test record-api ## record the statements, migrations and Go interface of this release, which the next is checked against
	$(GO) test -count 1 -tags $(TAGS) -run '^TestStores$$' ./adapters/sqlstore -record
	$(GO) test -count 1 -tags $(TAGS) -run '^TestDataOfLastReleaseServe$$' ./cmd/cotejo -record
	cd adapters/sqlstore && sha256sum migrations/*/*.sql notifystore/migrations/*/*.sql >testdata/release/migrations.sha256

# Run after any change of an extractor; about two minutes.
.PHONY: train-votes
train-votes: ## train the weights of the extractors of core/ner for filings
	$(GO) test -count 1 -v -timeout 1h -run '^TestWriteVotes$$' ./core/ner -votes data/votes.json

# A measurement writes its output into a section of a page in docs; FIGURES=no only prints it.
FIGURES ?= yes
figures = $(if $(filter no,$(FIGURES)),,$(GO) run ./testkit/figures -page docs/$(1).md -section $(2) -title "$(strip make $@ $(3))" $(4) --)

.PHONY: bench
bench: deps ## measure the engines, and signing beside its peers
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchmem ./core/...
	@$(MAKE) bench-signing

.PHONY: bench-signing
bench-signing: deps ## measure signatures beside other implementations
	$(call figures,benchmarks,signing) $(GO) -C testkit/bench run .

.PHONY: bench-queue
bench-queue: deps ## measure the delay from queueing a task to its start
	$(call figures,benchmarks,queue) $(GO) test -tags $(TAGS) -run '^$$' -bench Start -benchtime 200x ./adapters/riverqueue

# 100,000 take some minutes; SEARCH_DB, a file or postgres://…, keeps them for the next run.
SEARCH_DOCUMENTS ?= 100000
SEARCH_DB ?=
.PHONY: bench-search
bench-search: deps ## measure searching SEARCH_DOCUMENTS (100000) invented filings
	$(call figures,benchmarks,search,SEARCH_DOCUMENTS=$(SEARCH_DOCUMENTS)) $(GO) test -tags $(TAGS) -run '^$$' -bench 'Search$$' -timeout 2h ./adapters/sqlstore -documents $(SEARCH_DOCUMENTS) -database '$(SEARCH_DB)'

# ONLINE_DB keeps the filings for the next run; generating a million takes 15 minutes and can be resumed.
ONLINE_DOCUMENTS ?= 100000
ONLINE_DB ?=
.PHONY: bench-online
bench-online: deps ## measure finding duplicates among ONLINE_DOCUMENTS (100000) stored filings
	$(call figures,benchmarks,online,ONLINE_DOCUMENTS=$(ONLINE_DOCUMENTS)) $(GO) test -tags $(TAGS) -run '^$$' -bench 'Online$$' -benchtime 1x -timeout 12h ./adapters/sqlstore -among $(ONLINE_DOCUMENTS) -online '$(ONLINE_DB)'

# DEDUP_FOLDER keeps the generated filings. A million take 8 GB of disk, and 6 GB more during the run.
DOCUMENTS ?= 100000
FILING_SIZE ?= 7000
DEDUP_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-filings-$(DOCUMENTS)
.PHONY: bench-dedup
bench-dedup: build ## measure cotejo dedup on DOCUMENTS (100000) invented filings of FILING_SIZE (7000) bytes
	@[ -e '$(DEDUP_FOLDER)/pairs.jsonl' ] || { mkdir -p '$(DEDUP_FOLDER)' && \
	  $(GO) run ./testkit/genfilings -stream -n $(DOCUMENTS) -size $(FILING_SIZE) -out '$(DEDUP_FOLDER)'; }
	$(call figures,benchmarks,dedup,DOCUMENTS=$(DOCUMENTS)) $(GO) run ./testkit/quality/batch -program bin/cotejo -folder '$(DEDUP_FOLDER)'

# The whole service on SCALE_DOCUMENTS; SCALE_DB=postgres://… in place of a file. SCALE_FOLDER keeps filings and database
# for the next run: some 15 GB for a million.
SCALE_DOCUMENTS ?= 100000
SCALE_DB ?=
SCALE_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-scale-$(SCALE_DOCUMENTS)
.PHONY: bench-scale
bench-scale: build ## measure import, search, lists and the index on SCALE_DOCUMENTS (100000) invented filings of 4 KB
	@[ -e '$(SCALE_FOLDER)/pairs.jsonl' ] || { mkdir -p '$(SCALE_FOLDER)' && \
	  $(GO) run ./testkit/genfilings -stream -entities -n $(SCALE_DOCUMENTS) -size 4000 -out '$(SCALE_FOLDER)'; }
	$(call figures,benchmarks,scale,SCALE_DOCUMENTS=$(SCALE_DOCUMENTS)) $(GO) run -tags $(TAGS) ./testkit/quality/scale -folder '$(SCALE_FOLDER)/$(if $(SCALE_DB),postgres,sqlite)' -database '$(SCALE_DB)' \
	  -collection '$(SCALE_FOLDER)/filings.jsonl'

# SCALE_DB is an empty PostgreSQL database. The checksums of both directions are compared.
.PHONY: soak-migrate
soak-migrate: build ## migrate the database of make bench-scale to SCALE_DB and back, and compare
	@back=$$(mktemp -d); trap 'rm -rf "$$back"' EXIT; sums() { tee /dev/stderr | sed 's/.*"tables":\(\[[^]]*\]\).*/\1/'; }; \
	there=$$(bin/cotejo migrate --json --from 'sqlite:$(SCALE_FOLDER)/sqlite/data/database/cotejo.db' --to '$(SCALE_DB)' | sums); \
	again=$$(bin/cotejo migrate --json --from '$(SCALE_DB)' --to "sqlite:$$back/cotejo.db" | sums); \
	[ "$$there" = "$$again" ] || { echo "what came back is not what was there" >&2; exit 1; }; \
	echo "soak-migrate: what came back is what was there"

# Imports and exports ROWS rows through a running service.
ROWS ?= 100000
.PHONY: bench-excel
bench-excel: build ## measure import and export of ROWS (100000) rows
	$(call figures,benchmarks,excel,ROWS=$(ROWS)) $(GO) run -tags $(TAGS) ./testkit/quality/excel -server bin/cotejod -rows $(ROWS)

# Folder of the published texts with annotated names, see testkit/corpora/SOURCES.md.
CORPORA ?= ../shared/data
.PHONY: quality
quality: quality-dedup ## measure extraction and duplicates on held-out filings: some minutes
	$(call figures,quality,extraction) $(GO) run ./testkit/quality/ner -only fields,extractors,traps,speed$(if $(wildcard $(CORPORA)),$(comma)names -corpora '$(CORPORA)')
	$(call figures,quality,ablation) $(GO) run ./testkit/quality/ner -only ablation
	$(call figures,quality,calibration) $(GO) run ./testkit/quality/ner -n 600 -only calibration
	$(call figures,quality,doctype) $(GO) test -count 1 ./core/doctype -run TestQualityOnHeldOutPapers -v
comma := ,

.PHONY: quality-dedup
quality-dedup: ## measure the detection of duplicates on held-out filings
	$(call figures,quality,dedup,,-keep 'original|strangers|precision|another|other name|earlier|identities') $(GO) run ./testkit/quality/dedup

.PHONY: quality-rulings
quality-rulings: ## measure parties of published rulings, which are in CORPORA
	$(call figures,quality,rulings) $(GO) run ./testkit/quality/ner -only rulings -corpora '$(CORPORA)'

# About four processor seconds a paper; SCANS_FOLDER keeps the PDFs for the next run, SCANS_OF=traps generates papers without the numbers, SCANS_OF=cases papers with a radicado.
SCANS ?= 110
SCANS_OF ?= single
SCANS_FOLDER ?= $(or $(TMPDIR),/tmp)/cotejo-scans-$(SCANS_OF)-$(SCANS)
.PHONY: quality-scans
quality-scans: build ## measure extraction on SCANS (110) held-out poor scans that bin/cotejo reads
	@[ -e '$(SCANS_FOLDER)/gold.jsonl' ] || $(GO) run -tags $(TAGS) ./testkit/genfilings -n $(SCANS) -of $(SCANS_OF) -part heldout -scan poor -seed 2025 -out '$(SCANS_FOLDER)'
	bin/cotejo read --json '$(SCANS_FOLDER)' > '$(SCANS_FOLDER)/read.jsonl'
	$(call figures,quality,scans,SCANS_OF=$(SCANS_OF) SCANS=$(SCANS)) $(GO) run ./testkit/quality/ner -only scans -gold '$(SCANS_FOLDER)/gold.jsonl' -read '$(SCANS_FOLDER)/read.jsonl'

# core/ner/SOURCES.md has the SHA-256 of its output.
.PHONY: train
train: ## train the models of core/ner on filings and the texts in CORPORA
	$(GO) test -count 1 -v -timeout 2h -run '^TestWrite(Sequence|Prose)$$' ./core/ner -sequence data/sequence.bin -prose data/prose.bin -corpora '$(abspath $(CORPORA))'

# About five minutes with two processors; installs missing peers.
OCR_DOCUMENTS ?= 2
OCR_FLAGS ?=
.PHONY: bench-ocr
bench-ocr: build ## measure reading scans beside tesseract and ocrmypdf, OCR_DOCUMENTS (2) a kind
	@$(MAKE) deps DEBS="ocrmypdf poppler-utils tesseract-ocr-osd"
	$(call figures,quality,$(if $(findstring each-step,$(OCR_FLAGS)),ocr-steps,ocr),OCR_FLAGS='$(OCR_FLAGS)') $(GO) run -tags $(TAGS) ./testkit/quality/ocr -n $(OCR_DOCUMENTS) $(OCR_FLAGS)

# About twenty minutes; READING_FLAGS='-only soak' runs a part.
DOCUMENTS ?= 2000
READING_FLAGS ?=
.PHONY: bench-reading
bench-reading: build ## measure memory and pace of reading, including a soak of DOCUMENTS (2000)
	$(call figures,benchmarks,reading,READING_FLAGS='$(READING_FLAGS)') $(GO) run -tags $(TAGS) ./testkit/quality/reading -server bin/cotejod -documents $(DOCUMENTS) $(READING_FLAGS)

# Runs each fuzz target for FUZZTIME.
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
