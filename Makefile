# Boyi: `make help` lists what there is.

# What a user may set
CC       = gcc
OPTIMIZE = -O2
SANITIZE =
WERROR   =
PREFIX   = /usr/local
DESTDIR  =
V        =

VERSION := $(shell sed -n 's/.*BY_VERSION "\(.*\)".*/\1/p' include/boyi/version.h)
SOVERSION := 0

# Each kind of build has its own folder, so that they can stand side by side
BUILD := build$(if $(filter-out gcc cc,$(CC)),/$(notdir $(CC)))$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))
comma := ,

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes -Wstrict-prototypes -Wvla
CFLAGS   = -g
ALL_CFLAGS = -std=c17 $(OPTIMIZE) $(WARNINGS) $(if $(WERROR),-Werror) -Iinclude -Isrc -fPIC -fvisibility=hidden \
             -ffp-contract=off -pthread $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all \
             -fno-omit-frame-pointer) $(CFLAGS)
ALL_LDFLAGS = -pthread $(if $(SANITIZE),-fsanitize=$(SANITIZE)) $(LDFLAGS)

Q := $(if $(V),,@)
say = $(if $(V),,@echo "  $(1) $(2)";)

LIBRARY_SOURCES := $(wildcard src/core/*.c src/games/*.c src/games/*/*.c src/search/*.c src/search/*/*.c)
CLI_SOURCES     := $(wildcard src/cli/*.c src/cli/*/*.c)
objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(1))

STATIC := $(BUILD)/libboyi.a
SHARED := $(BUILD)/libboyi.so

all: $(BUILD)/boyi $(STATIC) $(SHARED)  ## build the program and the library

$(BUILD)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(STATIC): $(call objects,$(LIBRARY_SOURCES))
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $^

$(SHARED): $(call objects,$(LIBRARY_SOURCES))
	$(call say,LD,$@)$(CC) -shared -Wl,-soname,libboyi.so.$(SOVERSION) -o $@ $^ $(ALL_LDFLAGS) -lm

$(BUILD)/boyi: $(call objects,$(CLI_SOURCES)) $(STATIC)
	$(call say,LD,$@)$(CC) -o $@ $^ $(ALL_LDFLAGS) -lm

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

clean:  ## remove all builds
	rm -rf build

.PHONY: all clean
