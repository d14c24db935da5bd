# Boyi: `make help` lists the targets.

# Settings for users
## CC=gcc|clang      the compiler; each kind of build has a folder of its own below build/
## OPTIMIZE=-O2      how much to optimise
## SANITIZE=KINDS    address, undefined, thread or address,undefined
## WERROR=1          warnings are errors
## TESTS=PATTERN     only the tests whose name matches, such as TESTS='hash*'
## FUZZ_SECONDS=30   how long to fuzz each target
## SOAK=100000       how many positions to soak; SOAK_SEED=1: of other games
## PREFIX=/usr/local DESTDIR=  where to install
## V=1               show the commands
CC           = gcc
OPTIMIZE     = -O2
SANITIZE     =
WERROR       =
TESTS        = *
FUZZ_SECONDS = 30
SOAK         = 100000
SOAK_SEED    = 1
PREFIX       = /usr/local
DESTDIR      =
V            =

VERSION   := $(shell sed -n 's/.*BY_VERSION "\(.*\)".*/\1/p' include/boyi/version.h)
SOVERSION := 1

comma := ,
BUILD := build$(if $(filter-out gcc cc,$(CC)),/$(notdir $(CC)))$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wvla
CFLAGS   = -g
ALL_CFLAGS = -std=c17 $(OPTIMIZE) $(WARNINGS) $(if $(WERROR),-Werror) -Iinclude -Isrc -fPIC -fvisibility=hidden \
             -ffp-contract=off -pthread $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
             -fno-omit-frame-pointer) $(CFLAGS)
ALL_LDFLAGS = $(OPTIMIZE) -pthread $(if $(SANITIZE),-fsanitize=$(SANITIZE)) $(LDFLAGS)

say = $(if $(V),,@echo "  $(1) $(2)";)
library_if = $(shell $(CC) -include $(1) -E -x c /dev/null >/dev/null 2>&1 && echo $(2))
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

LIBRARY_SOURCES := $(wildcard src/base/*.c src/core/*.c src/games/*.c src/games/*/*.c src/games/*/*/*.c src/search/*.c src/search/*/*.c)
CLI_SOURCES     := $(wildcard src/cli/*.c src/cli/*/*.c)
SUPPORT_SOURCES := $(wildcard tests/support/*.c)

# Optional parts of the program. Experiments keep their rows in SQLite; without it everything else works
PARTS_SOURCES := $(wildcard src/render/*.c src/front/*.c src/trace/*.c src/protocol/*.c src/protocol/*/*.c src/lab/*.c src/match/*.c src/selfplay/*.c \
    src/solve/*.c src/tune/*.c src/server/*.c)
SQLITE := $(call library_if,sqlite3.h,-lsqlite3)
WITHOUT_SQLITE := src/lab/database_none.c
WITH_SQLITE := src/lab/database_sql.c
PARTS_SOURCES := $(filter-out $(if $(SQLITE),$(WITHOUT_SQLITE),$(WITH_SQLITE)),$(PARTS_SOURCES))

# `boyi serve` speaks HTTP by libmicrohttpd; without it everything else works
MICROHTTPD := $(call library_if,microhttpd.h,-lmicrohttpd)
WITHOUT_HTTP := src/server/http_none.c
WITH_HTTP := $(filter-out $(WITHOUT_HTTP),$(wildcard src/server/http*.c))
PARTS_SOURCES := $(filter-out $(if $(MICROHTTPD),$(WITHOUT_HTTP),$(WITH_HTTP)),$(PARTS_SOURCES))

# Jansson reads JSON: proofs in files and requests to the server
JANSSON := $(call library_if,jansson.h,-ljansson)
PARTS_SOURCES := $(filter-out $(if $(JANSSON),src/front/json_read_none.c,src/front/json_read.c),$(PARTS_SOURCES))

# What the program links against
PARTS_LIBRARIES = $(SQLITE) $(MICROHTTPD) $(JANSSON)

C_FILES         := $(shell find include src tests fuzz examples bench -name '*.[ch]' 2>/dev/null)

STATIC := $(BUILD)/libboyi.a
PARTS  := $(BUILD)/libparts.a
SHARED := $(BUILD)/libboyi.so.$(VERSION)

programs = $(patsubst %.c,$(BUILD)/%,$(wildcard $(1)))
TEST_PROGRAMS   := $(call programs,$(foreach folder,tests/* tests/*/*,$(TESTS:%=$(folder)/test_%.c)))
FUZZ_PROGRAMS   := $(call programs,$(TESTS:%=fuzz/fuzz_%.c))
TEST_ENGINES    := $(call programs,tests/engines/*.c)
REPLAY_PROGRAMS := $(subst /fuzz_,/replay_,$(FUZZ_PROGRAMS))
BENCH_PROGRAMS  := $(call programs,bench/*.c)

# ---- Building --------------------------------------------------------------------------------------------------------

all: $(BUILD)/boyi $(STATIC) $(SHARED)  ## build the program and the library

$(BUILD)/obj/%.o: %.c Makefile $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) $(EXTRA) -MMD -MP -c -o $@ $<

# Files that change only when their text does, so that targets that depend on it are rebuilt
$(addprefix $(BUILD)/,flags members checksum page library): FORCE
	@mkdir -p $(@D)
	@echo '$(TEXT)' | cmp -s - $@ || echo '$(TEXT)' >$@

# -Werror does not change objects
FLAGS_THAT_MATTER = $(filter-out -Werror,$(ALL_CFLAGS))
$(BUILD)/flags: TEXT = $(CC) $(FLAGS_THAT_MATTER)

# Rows of experiments record the sources of the library and the solver that made them, and how these were compiled
ROWS_CHECKSUM := $(shell cat $(sort $(LIBRARY_SOURCES) $(wildcard src/solve/*.[ch]) \
    $(shell find include src/base src/core src/games src/search -name '*.h')) \
    | cksum | tr ' ' -)
$(BUILD)/checksum: TEXT = $(ROWS_CHECKSUM)
$(BUILD)/obj/src/lab/build.o: $(BUILD)/checksum
LAB_FLAGS = $(filter-out -W% -I%,$(FLAGS_THAT_MATTER))
$(BUILD)/obj/src/lab/build.o: EXTRA = -DLAB_SOURCES='"$(ROWS_CHECKSUM)"' -DLAB_FLAGS='"$(subst ",\",$(LAB_FLAGS))"'

# The page, by Node; `make` takes what is there, and builds the program without a page if nothing is
page: web/node_modules/.built  ## build the page, which the next `make` puts into the program (needs Node 18 and npm)
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	$(call say,NPM,web/node_modules)cd web && npm ci --ignore-scripts --no-audit --no-fund && touch node_modules/.package-lock.json
web/node_modules/.built: web/node_modules/.package-lock.json $(wildcard web/*.*) $(shell find web/src web/fonts -type f)
	$(call say,PAGE,web/dist)cd web && npm run build && touch node_modules/.built

# The files of the page, built into the program
PAGE_FILES := $(shell find web/dist -type f 2>/dev/null)
$(BUILD)/page: TEXT = $(sort $(PAGE_FILES))
$(BUILD)/assets.c: tools/embed.sh $(BUILD)/page $(PAGE_FILES)
	$(call say,EMBED,$@)tools/embed.sh server_assets_built_in $(BUILD)/packed web/dist >$@.new && mv $@.new $@

# The sets of problems and the examples are built in, too
$(BUILD)/obj/src/server/built_in.o: problems/go.txt problems/xiangqi.tsv src/server/examples.json

# And the experiments, their files of positions, and their published reports
EXPERIMENTS := $(wildcard experiments/*.txt)
EXPERIMENT_DATA := $(shell cd experiments 2>/dev/null && sed -nE 's/^(positions|problems)[ \t]+([^ \t]+).*/\2/p' *.txt | \
    sort -u | xargs -r realpath --relative-to=..)
LIBRARY_FILES := $(sort $(EXPERIMENTS) $(EXPERIMENT_DATA) $(wildcard docs/results/*.csv))
$(BUILD)/library: TEXT = $(LIBRARY_FILES)
$(BUILD)/library.c: tools/embed.sh $(BUILD)/library $(LIBRARY_FILES)
	$(call say,EMBED,$@)tools/embed.sh server_library_built_in $(BUILD)/packed/library . -- $(LIBRARY_FILES) >$@.new && \
	    mv $@.new $@

$(BUILD)/obj/assets.o: $(BUILD)/assets.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/obj/library.o: $(BUILD)/library.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# A removed source or an added library changes the archives although no object is newer
$(BUILD)/members: TEXT = $(LIBRARY_SOURCES) $(PARTS_SOURCES)
$(PARTS): $(call objects,$(PARTS_SOURCES)) $(BUILD)/obj/assets.o $(BUILD)/obj/library.o
$(STATIC): $(call objects,$(LIBRARY_SOURCES))
$(PARTS) $(STATIC): $(BUILD)/members
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)

$(SHARED): $(call objects,$(LIBRARY_SOURCES))
	$(call say,LD,$@)$(CC) -shared -Wl,-soname,libboyi.so.$(SOVERSION) -o $@ $^ $(ALL_LDFLAGS) -lm

link = $(call say,LD,$@)mkdir -p $(@D) && $(CC) -o $@ $^ $(ALL_LDFLAGS) $(LIBRARIES) -lm

$(BUILD)/boyi: LIBRARIES = $(PARTS_LIBRARIES)
$(BUILD)/boyi: $(call objects,$(CLI_SOURCES)) $(PARTS) $(STATIC)
	$(link)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

pgo:  ## build build/pgo/boyi, optimised by a profile of `boyi bench` and `boyi solve` (gcc)
	+$(MAKE) BUILD=build/pgo AR=gcc-ar OPTIMIZE='$(OPTIMIZE) -flto=auto -fprofile-generate' build/pgo/boyi
	find build/pgo -name '*.gcda' -delete
	build/pgo/boyi bench
	build/pgo/boyi solve tests/data/go_capture --nodes 30000 --time 600000 --quiet
	+$(MAKE) BUILD=build/pgo AR=gcc-ar OPTIMIZE='$(OPTIMIZE) -flto=auto -fprofile-use -Wno-missing-profile' \
	    build/pgo/boyi

# ---- Testing ---------------------------------------------------------------------------------------------------------

test: $(BUILD)/boyi $(TEST_ENGINES) $(TEST_PROGRAMS) $(REPLAY_PROGRAMS)  ## run the tests and replay the finds of fuzzing
	@BOYI="$(CURDIR)/$(BUILD)/boyi" SANITIZE=$(SANITIZE) tests/run.sh $(TEST_PROGRAMS) $(REPLAY_PROGRAMS)

test-long:  ## the same with the slow tests
	+@BOYI_LONG=1 $(MAKE) test

soak: $(BUILD)/tests/soak/xiangqi  ## search SOAK positions of random games of xiangqi; best with SANITIZE=address,undefined
	@SANITIZE=$(SANITIZE) tests/soak.sh $(BUILD)/tests/soak/xiangqi $(SOAK) $(SOAK_SEED)

soak-proofs: $(BUILD)/tests/soak/proofs  ## verify the results of proof searches on SOAK positions with repetitions
	@SANITIZE=$(SANITIZE) tests/soak.sh $(BUILD)/tests/soak/proofs $(SOAK) $(SOAK_SEED)

soak-mates: $(BUILD)/tests/soak/mates  ## check announced mates on SOAK positions with a kept hash table
	@SANITIZE=$(SANITIZE) tests/soak.sh "$(BUILD)/tests/soak/mates" $(SOAK) $(SOAK_SEED)

# Test programs count their allocations and can make them fail (tests/support/allocation.h)
WRAPPED := malloc calloc realloc aligned_alloc free
$(BUILD)/obj/tests/%.o: EXTRA = -Itests
$(BUILD)/obj/tests/%.o: | cmocka

cmocka:
	@$(if $(call library_if,cmocka.h,yes),,echo "The tests need cmocka: install libcmocka-dev, or run ./run test, which does" >&2; exit 1)
$(BUILD)/tests/%: LIBRARIES = $(WRAPPED:%=-Wl,--wrap=%) -lcmocka -Wl,--as-needed $(PARTS_LIBRARIES)
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(call objects,$(SUPPORT_SOURCES)) $(PARTS) $(STATIC)
	$(link)

# A fuzzer traces comparisons to learn the words of a text. In rules and searches that gains nothing and costs half of
# its time
TEXT_SOURCES := $(foreach word,notation sgf fen wxf chinese pgn text parse print capture relative pairs tictactoe,\
    $(wildcard src/games/*/$(word)*.c))
UNWATCHED := $(filter-out $(TEXT_SOURCES),$(wildcard src/games/*/*.c src/games/*/*/*.c src/search/*.c src/search/*/*.c))
$(call objects,$(UNWATCHED)): EXTRA = $(if $(findstring fuzzer,$(SANITIZE)),-fno-sanitize-coverage=trace-cmp)

# Shared by fuzz targets: games stay open from input to input and searches stay small (fuzz/shared.c)
FUZZ_SHARED := $(BUILD)/obj/fuzz/shared.o
FUZZ_LIBRARIES = -Wl,--wrap=by_game_open -Wl,--wrap=by_game_close -Wl,--wrap=by_search_create -Wl,--as-needed $(PARTS_LIBRARIES)

$(BUILD)/fuzz/replay_%: LIBRARIES = $(FUZZ_LIBRARIES)
$(BUILD)/fuzz/replay_%: $(BUILD)/obj/fuzz/fuzz_%.o $(BUILD)/obj/fuzz/replay.o $(FUZZ_SHARED) $(PARTS) $(STATIC)
	$(link)

$(BUILD)/fuzz/fuzz_%: LIBRARIES = -fsanitize=fuzzer $(FUZZ_LIBRARIES)
$(BUILD)/fuzz/fuzz_%: $(BUILD)/obj/fuzz/fuzz_%.o $(FUZZ_SHARED) $(PARTS) $(STATIC)
	$(link)

fuzz:  ## fuzz each target for FUZZ_SECONDS (clang); finds are kept below build/fuzzer
	+$(MAKE) CC=clang SANITIZE=fuzzer-no-link,address,undefined BUILD=build/fuzzer fuzz-run

fuzz-run: $(FUZZ_PROGRAMS)
	@set -e; for target in $(FUZZ_PROGRAMS:$(BUILD)/fuzz/fuzz_%=%); do \
	    mkdir -p $(BUILD)/corpus/$$target; \
	    echo "  FUZZ $$target"; \
	    $(BUILD)/fuzz/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -artifact_prefix=$(BUILD)/ \
	        -print_final_stats=1 -verbosity=0 $(BUILD)/corpus/$$target fuzz/corpus/$$target; \
	done

$(BUILD)/bench/%: $(BUILD)/obj/bench/%.o $(STATIC)
	$(link)

bench-programs: $(BENCH_PROGRAMS)  ## build the benchmarks without running them

bench: $(BUILD)/boyi bench-programs  ## measure: the node counts and speed of the searches
	@set -e; $(BUILD)/boyi bench; for program in $(BENCH_PROGRAMS); do $$program; done
	@if command -v valgrind >/dev/null; then bench/interface_price.sh $(BUILD)/bench/interface_price && \
	    bench/xiangqi_instructions.sh $(BUILD)/bench/xiangqi_search; \
	else echo "valgrind is not installed: instructions are not counted"; fi

# ---- Habits ----------------------------------------------------------------------------------------------------------

CLANG_FORMAT := $(shell command -v clang-format-14 || echo clang-format)

format:  ## format the sources (clang-format 14)
	@$(CLANG_FORMAT) -i $(C_FILES)

format-check:  ## fail if formatting would change anything
	@$(CLANG_FORMAT) --dry-run --Werror $(C_FILES)

lint:  ## look for suspicious code (cppcheck, clang-tidy)
	@cppcheck --std=c11 --enable=warning,performance,portability --suppress=uninitvar --suppress=uninitStructMember \
	    --inline-suppr --error-exitcode=1 --quiet -Iinclude -Isrc src examples
	@clang-tidy --quiet --warnings-as-errors='*' $(filter src/%.c examples/%.c,$(C_FILES)) -- -std=c17 -Iinclude -Isrc

hooks:  ## let git check the messages of your commits
	git config core.hooksPath tools/hooks

commits:  ## check the messages of the commits so far
	@tools/commits.sh

layers:  ## check that no layer includes a higher one
	@tools/layers.sh

# ---- Installing ------------------------------------------------------------------------------------------------------

TO = $(DESTDIR)$(PREFIX)

install: all  ## install the program, the library and its headers below PREFIX
	install -d "$(TO)/bin" "$(TO)/include/boyi" "$(TO)/lib/pkgconfig"
	install $(BUILD)/boyi "$(TO)/bin"
	install -m 644 include/boyi/*.h "$(TO)/include/boyi"
	install -m 644 $(STATIC) $(SHARED) "$(TO)/lib"
	ln -sf libboyi.so.$(VERSION) "$(TO)/lib/libboyi.so.$(SOVERSION)"
	ln -sf libboyi.so.$(SOVERSION) "$(TO)/lib/libboyi.so"
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|' tools/boyi.pc.in >"$(TO)/lib/pkgconfig/boyi.pc"

uninstall:  ## remove the installed files
	rm -rf "$(TO)/include/boyi"
	rm -f "$(TO)/bin/boyi" "$(TO)"/lib/libboyi.a "$(TO)"/lib/libboyi.so* "$(TO)/lib/pkgconfig/boyi.pc"

clean:  ## remove all builds
	rm -rf build

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## /\1\t/p' Makefile | expand -t 15 | sed 's/^/  make /'
	@sed -n 's/^## /  /p' Makefile

FORCE:
.SECONDARY:
.PHONY: all cmocka hooks commits page pgo test test-long soak fuzz fuzz-run bench bench-programs soak-proofs soak-mates format format-check lint layers install uninstall clean help FORCE
