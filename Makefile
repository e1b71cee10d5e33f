# Cairn: the targets of this repository.
#
#   make run      set up, build, and serve the pages on http://127.0.0.1:8080, with a CloudKit server
#   make test     set up, and run every test
#   make lint     check the format and the names of Swift files, and the words of comments and documents
#   make format   format every Swift file
#   make docs     compile the code of all documents, and build the reference pages into .build-docs
#   make bench    measure the libraries, the pages and the server, beside raw SQLite and Kinto
#   make bench-trips  measure travel files and the pages of trips alone
#   make install  install the command in PREFIX (/usr/local), as one relocatable binary
#   make simulate run random multi-device syncs with faults: SEED=1 COUNT=1000 CONFIGURATION=debug
#   make soak     run the long tests, about an hour
#   make tsan     run the tests under Thread Sanitizer; a part of soak
#   make clean    remove all build products
#   make help     print this menu
#
# `make run PORT=9000 CLOUD_PORT=9001 DATA=/srv/cairn` selects other ports and another data folder.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run test lint format docs bench bench-trips install simulate soak tsan clean \
  setup setup-test test-consumer test-install

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
PORT ?= 8080
DATA ?=
CLOUD_PORT ?=

# The configuration of `make run`. A debug build shares its objects with `make test` and takes less time than
# a release build. Measured on two slow cores from a clean checkout, including the fetch of packages: 13 to 17
# minutes until the page answers, of which the two copies of BoringSSL in packages take 29 %; seconds the second time.
RUN_CONFIGURATION ?= debug

# The configuration of `make install`. The Swift runtime is linked into the binary, so that it runs on a
# machine without Swift. Macros run in the compiler, not in the product: they are built without
# optimization, which saves minutes.
INSTALL_CONFIGURATION ?= release
INSTALL_FLAGS ?= --static-swift-stdlib -Xbuild-tools-swiftc -Onone
# A build folder other than .build separates this build from others.
INSTALL_SCRATCH ?= .build

SWIFT_FILES = Package.swift Sources Tests $(wildcard Examples Benchmarks)

help:
	@sed -n '/^#   make/s/^#   //p' Makefile

setup:
	@Scripts/setup build

setup-test:
	@Scripts/setup build test
	@Scripts/python clients Tests/Support/Clients/requirements.txt >/dev/null
	@Scripts/python accessibility Tests/Support/Clients/accessibility.txt >/dev/null

run: setup
	@echo "run: building ($(RUN_CONFIGURATION)); minutes the first time, seconds from then on"
	$(SWIFT) build -c $(RUN_CONFIGURATION) --product cairn
	@exec "$$($(SWIFT) build -c $(RUN_CONFIGURATION) --show-bin-path)/cairn" serve --sample \
	  --port $(PORT) $(if $(CLOUD_PORT),--cloud-port $(CLOUD_PORT)) $(if $(DATA),--data "$(DATA)")

# The tests run in ten processes: computations, servers in this process, simulated runs with the random
# histories of trips, pages of the shell and RuckMap, pages of the other apps, receivers and syncs with
# process-wide options, analytics with their database server, tests that start processes, a test that opens
# thousands of connections, and one that measures memory. In one process the computations would delay the others
# beyond their time limits. Of the computations eight run at once: a test that waits is continued behind all
# that run, and on two threads 24 took minutes. With a thousand open files Foundation can't start processes, and
# misses the exit of running ones, so that test runs alone, and so does the one that measures. The last line of
# each process counts its tests.
COMPUTING = ^(ActivityFiles|AppleStore|Archives|CloudKitWire|FoundationMacros|Geodesy|JSONStore|JSONText|Measures|RowingTests|RuckMapTests|SwiftData|SystemSupport|TravelFiles|TripPlannerTests|Weather)
SERVING = ^CloudKit(Mirroring|Server)?Tests
SIMULATING = ^(SyncSimulator|TripPlannerTests\.TripHistoryTests)
PAGES = ^(AppShell|DeviceSync|PageKit|RuckMapApp)Tests
APP_PAGES = ^(RowingApp|TripPlannerApp)Tests
TIMED = ^(CoreLocation|RowingSync|RuckSync)Tests
ANALYTICS = ^RowingAnalyticsTests
CONNECTING = ^EndToEndTests\.ConnectionTests
MEASURING = ^EndToEndTests\.UnreadResponseTests
# The seconds that one process may run; Scripts/run-tests then prints the names of the tests that hang.
TEST_LIMIT ?= 1500
RUN_TESTS = SWIFT="$(SWIFT)" Scripts/run-tests
test: setup-test test-consumer
	$(SWIFT) build --build-tests
	@Scripts/test-install
	@TEST_WIDTH=8 $(RUN_TESTS) computing $(TEST_LIMIT) --skip-build --filter '$(COMPUTING)' --skip '$(SIMULATING)'
	@$(RUN_TESTS) serving $(TEST_LIMIT) --skip-build --filter '$(SERVING)'
	@$(RUN_TESTS) simulating $(TEST_LIMIT) --skip-build --filter '$(SIMULATING)'
	@$(RUN_TESTS) pages $(TEST_LIMIT) --skip-build --filter '$(PAGES)'
	@$(RUN_TESTS) apps $(TEST_LIMIT) --skip-build --filter '$(APP_PAGES)'
	@$(RUN_TESTS) timed $(TEST_LIMIT) --skip-build --filter '$(TIMED)'
	@$(RUN_TESTS) analytics $(TEST_LIMIT) --skip-build --filter '$(ANALYTICS)'
	@$(RUN_TESTS) processes $(TEST_LIMIT) --skip-build --skip '$(COMPUTING)' --skip '$(SERVING)' \
	  --skip '$(SIMULATING)' --skip '$(PAGES)' --skip '$(APP_PAGES)' --skip '$(TIMED)' \
	  --skip '$(ANALYTICS)' --skip '$(CONNECTING)' --skip '$(MEASURING)'
	@$(RUN_TESTS) connecting $(TEST_LIMIT) --skip-build --filter '$(CONNECTING)'
	@$(RUN_TESTS) measuring $(TEST_LIMIT) --skip-build --filter '$(MEASURING)'

# Builds a package that depends on this one and imports only SwiftData.
test-consumer: setup-test
	@Scripts/test-consumer

# Uses the installed and moved binary without the build folder.
test-install: setup-test
	$(SWIFT) build --product cairn
	@Scripts/test-install

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(SWIFT_FILES)
	@Scripts/lint-words
	@Scripts/lint-locks
	@Scripts/lint-names
	@Scripts/lint-modules

format:
	$(SWIFT) format format --in-place --recursive --parallel $(SWIFT_FILES)

docs: setup
	@Scripts/docs

bench: setup
	@Scripts/setup build bench
	$(SWIFT) run --package-path Benchmarks -c release -Xbuild-tools-swiftc -Onone Benchmarks
	@Scripts/bench-compile
	@Scripts/bench-cloud
	@Scripts/bench-sync

# The figures of trips alone: files, pages, and the delay until a change is on another device's open page.
bench-trips: setup
	@Scripts/setup build bench
	$(SWIFT) build -c release -Xbuild-tools-swiftc -Onone --product cairn
	export CAIRN="$$($(SWIFT) build -c release -Xbuild-tools-swiftc -Onone --show-bin-path)/cairn"; \
	  $(SWIFT) run --package-path Benchmarks -c release -Xbuild-tools-swiftc -Onone \
	    Benchmarks "travel files" trips && Scripts/bench-sync pages

INSTALL_BUILD = $(SWIFT) build -c $(INSTALL_CONFIGURATION) $(INSTALL_FLAGS) --scratch-path $(INSTALL_SCRATCH)
# A binary that was linked already; otherwise it is built.
INSTALL_BINARY ?=
install: setup
	$(if $(INSTALL_BINARY),,$(INSTALL_BUILD) --product cairn)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 "$(or $(INSTALL_BINARY),$$($(INSTALL_BUILD) --show-bin-path)/cairn)" \
	  "$(DESTDIR)$(PREFIX)/bin/cairn"
	install -d "$(DESTDIR)$(PREFIX)/share/doc/cairn"
	install -m 644 LICENSE THIRD-PARTY-NOTICES.md "$(DESTDIR)$(PREFIX)/share/doc/cairn"
	@if command -v strip >/dev/null 2>&1; then strip "$(DESTDIR)$(PREFIX)/bin/cairn"; fi
	@echo "install: $(DESTDIR)$(PREFIX)/bin/cairn"

# Simulated runs, one for each seed from SEED on; a seed reproduces its run exactly.
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
