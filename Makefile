# Cairn: what can be made here.
#
#   make run      set up, build, and open the apps on http://127.0.0.1:8080, and a CloudKit server
#   make test     set up, and pass every test
#   make lint     check the format of every Swift file
#   make format   format every Swift file
#   make docs     build the reference pages into .build-docs
#   make bench    measure, beside raw SQLite and Kinto (see Benchmarks)
#   make install  put the command into PREFIX (/usr/local), as one binary that can be moved
#   make simulate histories of devices that sync through faults: SEED=1 COUNT=1000 CONFIGURATION=debug
#   make soak     the long tests, by hand: about an hour
#   make tsan     the tests under Thread Sanitizer; a part of soak
#   make clean    remove everything that was built
#   make help     print this menu
#
# `make run PORT=9000 CLOUD_PORT=9001 DATA=/srv/cairn` serves other ports and another folder.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run test lint format docs bench install simulate soak tsan clean \
  setup setup-test test-consumer test-install

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
PORT ?= 8080
DATA ?=
CLOUD_PORT ?=

# What `make run` builds: a debug build, and not a release build, since it shares its objects with
# `make test` and is there in a third of the time. Measured on two cores from nothing, packages
# still to be fetched: 2 min 47 s until the page answers, against 9 minutes in release; 5 s the
# second time.
RUN_CONFIGURATION ?= debug

# What `make install` builds. The Swift runtime is linked into the binary, so that it runs on a
# machine that has no Swift. Macros run in the compiler, not in the product: they are built
# unoptimised, which saves minutes.
INSTALL_CONFIGURATION ?= release
INSTALL_FLAGS ?= --static-swift-stdlib -Xbuild-tools-swiftc -Onone
# Another build folder than .build where the two are not to disturb each other.
INSTALL_SCRATCH ?= .build

SWIFT_FILES = Package.swift Sources Tests $(wildcard Examples Benchmarks)

help:
	@sed -n '/^#   make/s/^#   //p' Makefile

setup:
	@Scripts/setup build

setup-test:
	@Scripts/setup build test
	@Scripts/python clients Tests/Support/Clients/requirements.txt >/dev/null

run: setup
	@echo "run: building ($(RUN_CONFIGURATION)); minutes the first time, seconds from then on"
	$(SWIFT) build -c $(RUN_CONFIGURATION) --product cairn
	@exec "$$($(SWIFT) build -c $(RUN_CONFIGURATION) --show-bin-path)/cairn" serve --sample \
	  --port $(PORT) $(if $(CLOUD_PORT),--cloud-port $(CLOUD_PORT)) $(if $(DATA),--data "$(DATA)")

# The tests of what computes, then those of servers in this process, then histories of devices, then those
# of other processes: in one process the first would keep the others waiting past their time limits, and
# Foundation starts no processes, and misses the end of those that run, where a thousand files are open: so
# the test that opens thousands is by itself. The closing line of each says how many
# passed.
COMPUTING = ^(ActivityFiles|CloudKitWire|FoundationMacros|RuckMap|SwiftData)
SERVING = ^CloudKit(Mirroring|Server)?Tests
SIMULATING = ^SyncSimulator
CONNECTING = ^EndToEndTests\.ConnectionTests
test: setup-test test-consumer test-install
	$(SWIFT) test --disable-xctest --filter '$(COMPUTING)'
	$(SWIFT) test --disable-xctest --skip-build --filter '$(SERVING)'
	$(SWIFT) test --disable-xctest --skip-build --filter '$(SIMULATING)'
	$(SWIFT) test --disable-xctest --skip-build --skip '$(COMPUTING)' --skip '$(SERVING)' \
	  --skip '$(SIMULATING)' --skip '$(CONNECTING)'
	$(SWIFT) test --disable-xctest --skip-build --filter '$(CONNECTING)'

# A package of its own that depends on this one and imports only SwiftData.
test-consumer: setup-test
	@Scripts/test-consumer

# `make install`, then the binary moved and the build folder gone.
test-install: setup-test
	@Scripts/test-install

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)

format:
	$(SWIFT) format format --in-place --recursive --parallel $(SWIFT_FILES)

docs: setup
	@Scripts/docs

bench: setup
	@Scripts/setup build bench
	$(SWIFT) run --package-path Benchmarks -c release -Xbuild-tools-swiftc -Onone
	@Scripts/bench-compile
	@Scripts/bench-cloud
	@Scripts/bench-sync

install: setup
	$(SWIFT) build -c $(INSTALL_CONFIGURATION) $(INSTALL_FLAGS) \
	  --scratch-path $(INSTALL_SCRATCH) --product cairn
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 \
	  "$$($(SWIFT) build -c $(INSTALL_CONFIGURATION) $(INSTALL_FLAGS) \
	    --scratch-path $(INSTALL_SCRATCH) --show-bin-path)/cairn" \
	  "$(DESTDIR)$(PREFIX)/bin/cairn"
	@if command -v strip >/dev/null 2>&1; then strip "$(DESTDIR)$(PREFIX)/bin/cairn"; fi
	@echo "install: $(DESTDIR)$(PREFIX)/bin/cairn"

# Histories of the simulator, one for each seed from SEED on; a seed gives the same history each time.
SEED ?= 1
COUNT ?= 1000
CONFIGURATION ?= debug
SIMULATE_FLAGS = $(if $(filter release,$(CONFIGURATION)),-Xbuild-tools-swiftc -Onone)
simulate: setup-test
	$(SWIFT) build -c $(CONFIGURATION) $(SIMULATE_FLAGS) --product simulate
	@"$$($(SWIFT) build -c $(CONFIGURATION) $(SIMULATE_FLAGS) --show-bin-path)/simulate" \
	  --seed $(SEED) --count $(COUNT)

soak: setup-test
	@Scripts/soak

tsan: setup-test
	@Scripts/soak threads

clean:
	rm -rf .build .build-* Examples/*/.build Benchmarks/.build
