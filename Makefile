# Everything a contributor runs. `make test` is what CI runs, no more and no less.

GO ?= go

# Time given to each fuzz target by `make test` (500ms) and `make fuzz` (60s).
FUZZTIME ?= 500ms

# Packages that start goroutines or are called by several: these run again under
# the race detector, which is too slow for all of them. A package that does not
# exist is left out.
RACE ?= ./search/uct ./search/reveal ./search/andor ./belief/enumerate ./episode ./experiment ./experiment/queue ./engine ./web

# Of these, long tests whose work is done by one goroutine, which races with nobody, and
# long ones whose goroutines are those of other tests of their package.
RACE_SKIP ?= ^(TestAgainstTheDefinition|TestArbitraryTablesAgainstTheDefinition|TestEstimate|TestFocus|TestInterruptedSearchGivesBounds|TestDeep|TestMadeUp|TestPhantom|TestBoundedMemory|TestNodesAreShared|TestViewsThatRecur|TestBoardsAreThoseOfTheSeed|TestCollectInterrupted|TestProblems|TestConformance|TestWideningFollowsTheFormula|TestUnionOfAnything|TestTranscripts|TestExamples|TestBoardGamesLeakNothing|TestWatchedSidesLeakNothing|TestBoardGamesAreWatched|TestBadBoardRequests|TestPythonBots|TestPythonAdvice|TestExamplePlans|TestMeetings|TestLostOutput|TestWatchShowsThePosition|TestAdviceIsTheSameEverywhere|TestWhatIsShownOfProblemsIsTrue|TestSidesConformance|TestSidesLearnAnEquilibrium|TestTheorem1|TestNoOtherGameIsNamed|TestPapersPage|TestReturnsDifferByAConstantAtANode|TestExperimentPlaysAsMinesPlay|TestWideningOfOutcomesKeepsTheDanger|TestSidesMirrored|TestSidesReturns|TestSidesLearnToWin|TestScatteredObservations|TestReportAddsUp|TestReviewTellsTheTruth|TestScoreAndEstimateEnd|TestCamps|TestAnalyzeStream|TestEngineDecidesAsTheProgram|TestFigure2Left|TestEndlessProblems|TestCircles|TestRootAndNodeSamplingAgree|TestKeptTreeOfEndlessProblems|TestAlg2StepByStep|TestRockSample)$$

# The code of others is compiled without optimisation for the race detector: that takes
# half the time, and the tests spend little in it.
race_flags = -race -gcflags='all=-N -l' -gcflags=std= -gcflags='$(module)/...='
module     = $(shell $(GO) list -m)
race_packages = $(strip $(foreach p,$(RACE),$(if $(wildcard $(patsubst %/...,%,$(p))),$(p))))

# Some processors compute x*y + z in one step, which rounds once instead of twice: a seed would
# give another game there. What is built so does not; what `go run` and `go test` build does.
unfused = -gcflags='$(module)/...=-d=fmahash=n'

# The tools have a module file of their own, so that they stay out of go.mod.
gofumpt     = $(GO) tool -modfile=tools.mod gofumpt
staticcheck = $(GO) tool -modfile=tools.mod staticcheck

# Checkers have room, and collect no garbage before they have used it up: that saves a third of their work.
roomy = GOGC=off GOMEMLIMIT=1500MiB

# So have compilers and linkers.
roomy_tools = -toolexec 'env $(roomy)'

# Tests have some room too: with four times as much garbage a quarter of their work is saved. What is said of memory is
# tested by what is held, not by what the collector has left lying.
tests_room = GOGC=400

# Folders whose tests know the -update flag.
golden_packages = $(shell grep -rl --include='*_test.go' '/internal/golden"' . | xargs -r -n1 dirname | sort -u)

# Steps run one after the other even under `make -j`: they share two things that
# do not like company, the machine's cores and the reader's screen.
.NOTPARALLEL:

.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: build ## build the program and serve the web page on http://127.0.0.1:8080
	bin/blindsight serve

.PHONY: demo
demo: ## watch a player play 50 small boards in the terminal
	$(GO) run ./cmd/blindsight mines play --board 4x4/6 --rule gnomine --player bsr-uct,safe=true --games 50 --time 50ms --auto-open=false --seed 1 --watch

.PHONY: build
build: ## build bin/blindsight, static and without local paths
	CGO_ENABLED=0 $(GO) build -trimpath $(unfused) -o bin/blindsight ./cmd/blindsight

.PHONY: site
site: ## build site/, the page that needs no server, for any static host
	@$(GO) run ./cmd/site -version "$$(git describe --tags --always --dirty 2>/dev/null || echo devel)"

.PHONY: dist
dist: ## static programs for Linux, macOS and Windows, man pages and checksums, in dist/
	@GO="$(GO)" scripts/dist.sh

.PHONY: test
test: ## everything CI checks, in order
	@MAKE="$(MAKE)" scripts/test.sh check-mod check-fmt vet lint ui-check chromium unit race check-fuzz

.PHONY: check-mod
check-mod: ## fail if go.mod or go.sum is not tidy
	@echo "== go mod tidy: nothing to change"
	@$(GO) mod tidy -diff

.PHONY: check-fmt
check-fmt: ## fail if a file is not formatted
	@echo "== gofumpt: nothing to format"
	@list=$$($(gofumpt) -l .) || exit 1; \
	if [ -n "$$list" ]; then echo "not formatted, run 'make fmt':"; echo "$$list"; exit 1; fi

.PHONY: vet
vet: ## run go vet
	@echo "== go vet"
	@$(roomy) $(GO) vet ./...

.PHONY: lint
lint: ## run staticcheck; what only tests use is unused
	@echo "== staticcheck"
	@$(roomy) $(staticcheck) -tests=false ./...

.PHONY: ui
ui: ## build the page (needs node and npm); commit web/ui/dist afterwards
	cd web/ui && npm ci && npm run check && npm run build

.PHONY: ui-check
ui-check: ## fail if the built page in the repository is not what its source builds
	@echo "== the page: built files equal a fresh build"
	@scripts/ui-check.sh

.PHONY: chromium
chromium: ## install chromium for the browser tests, where it is missing and that is allowed
	@echo "== chromium for the browser tests"
	@scripts/chromium.sh

# `go test` would vet each package again, as the step vet has done: -vet=off. Tests of two
# packages build the engine of the page, at the same time: so that one does not compile
# what the other is compiling, it is done before.
.PHONY: unit
unit: ## run the tests
	@echo "== go test"
	@$(roomy) $(GO) run ./cmd/site -engine /dev/null
	@$(tests_room) $(GO) test -vet=off $(roomy_tools) ./...

.PHONY: race
race: ## run the tests of concurrent packages under the race detector
	@echo "== go test -race $(race_packages)"
	@if command -v "$$($(GO) env CC)" >/dev/null 2>&1; then \
		CGO_ENABLED=1 $(tests_room) $(GO) test -vet=off $(roomy_tools) $(race_flags) -skip '$(RACE_SKIP)' $(race_packages); \
	else echo "NOT RUN: the race detector needs a C compiler, and there is none here"; fi

.PHONY: check-fuzz
check-fuzz: ## fuzz every target for FUZZTIME, from the committed corpus, blindly
	@echo "== fuzz, $(FUZZTIME) a target"
	@FUZZTIME=$(FUZZTIME) FUZZCACHE=fresh FUZZWORKERS=1 FUZZBLIND=yes GO="$(GO)" scripts/fuzz.sh

.PHONY: fuzz
fuzz: FUZZTIME = 60s
fuzz: ## fuzz every target for a minute, building on what earlier runs found
	@echo "== fuzz, $(FUZZTIME) a target"
	@FUZZTIME=$(FUZZTIME) GO="$(GO)" scripts/fuzz.sh

.PHONY: bench
bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchmem ./...

.PHONY: fmt
fmt: ## format the source
	$(gofumpt) -w .

.PHONY: golden
golden: ## rewrite the golden files; read the diff before committing it
	@$(if $(golden_packages),$(GO) test $(golden_packages) -update,echo "no package has golden files")
