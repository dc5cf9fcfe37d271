# make test     everything: form, house rules, the library, Kafka itself
# make lint     form and house rules alone
# make build    the program, ./kscope, with the playground's engine inside
# make bench    how fast, and beside other libraries
# make fuzz     every fuzz target for FUZZTIME
# make screenshots  pages of the web reference as PNG, into SCREENSHOTS
# make import   KAFKA=4.4.0 into the catalog; JARS=folder keeps the jars

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := test

FUZZTIME ?= 30s
BENCHTIME ?= 0.5s
SCREENSHOTS ?= screenshots

# What the interop tests use beside Go, as command:package of Debian.
TOOLS := javac:openjdk-17-jdk-headless mvn:maven tshark:tshark kcat:kcat chromium:chromium npm:npm python3:python3 pip3:python3-pip krb5kdc:krb5-kdc kadmin.local:krb5-admin-server kinit:krb5-user

.PHONY: test
test: form tools
	go test ./...
	@$(MAKE) --no-print-directory interop

# Of go test -v only what says something: logs, failures, and what was left
# out, with the numbers at the end.
.PHONY: interop
interop:
	cd interop && go test -v -timeout 18m ./... 2>&1 | awk ' \
		/^=== (RUN|PAUSE|CONT|NAME)/ { next } \
		/^ *--- PASS/ { passed++; next } \
		/^ *--- SKIP/ { left++ } \
		{ print; fflush() } \
		END { printf "interop: %d tests passed, %d LEFT OUT\n", passed, left }'

.PHONY: lint
lint: form
	go test ./internal/lint

.PHONY: form
form:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w is due for:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	cd interop && go vet ./...

# Packages are installed where that needs no password. What stays missing is no
# error here: the tests that need it say what they leave out, or fail when
# CI=true.
.PHONY: tools
tools:
	@packages=; for tool in $(TOOLS); do command -v $${tool%%:*} >/dev/null || packages="$$packages $${tool#*:}"; done; \
	if [ -z "$$packages" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing$$packages"; export DEBIAN_FRONTEND=noninteractive; \
		{ apt-get update -qq && apt-get install -y -qq --no-install-recommends $$packages; } >/dev/null || echo "could not install$$packages"; \
	else \
		echo "missing:$$packages"; \
	fi

.PHONY: build
build: engine
	CGO_ENABLED=0 go build -trimpath -tags engine -ldflags "-s -w" -o kscope ./cmd/kscope

# What a browser needs to decode: Go's own script for that, and the engine as
# WebAssembly. Both go into the program, neither into the repository.
.PHONY: engine
engine:
	go run ./cmd/engine internal/engine/built

.PHONY: bench
bench:
	go test -run '^$$' -bench . -benchtime $(BENCHTIME) -benchmem ./... | awk '!/no test files|^(PASS|ok|goos|goarch|cpu)/'
	cd interop && go run ./bench

# New inputs are not made small for long: on a small machine that is all that
# would happen.
.PHONY: fuzz
fuzz:
	@for pkg in $$(go list ./...); do \
		targets=$$(go test -list '^Fuzz' $$pkg | awk '/^Fuzz/'); \
		for target in $$targets; do \
			echo "== $$pkg $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x $$pkg; \
		done; \
	done

# Whoever changes how pages look should look at them.
.PHONY: screenshots
screenshots:
	cd interop && go test ./browser -run '^TestLooks$$' -count 1 -screenshots "$(abspath $(SCREENSHOTS))"

.PHONY: import
import:
	@if [ -z "$(KAFKA)" ]; then echo "usage: make import KAFKA=4.4.0 [JARS=folder]" >&2; exit 2; fi
	go run ./cmd/import $(if $(JARS),-jars "$(JARS)") $(KAFKA)
