/* SPDX-License-Identifier: MIT
 *
 * A game of one's own: Kayles (Dudeney 1908), searched by every method of the library. Pins stand in a row; a throw
 * knocks down one pin or two neighbours; who takes the last pin wins.
 *
 *     cc kayles.c $(pkg-config --cflags --libs boyi) -o kayles
 */
#include <boyi/boyi.h>
#include <stdio.h>

enum { PINS = 8, ALL = (1 << PINS) - 1 };

struct state {
    unsigned pins; /* a bit for each that stands */
    uint8_t side;
};

static by_status init(const void *data, void *state, by_error *error)
{
    (void)data, (void)error;
    *(struct state *)state = (struct state){.pins = ALL};
    return BY_OK;
}

/* A position is written as the player to move and the pins: "1 ii.iiiii". */
static by_status parse(void *state, const char *text, by_error *error)
{
    struct state *s = state;

    *s = (struct state){.side = text[0] == '2'};
    for (int i = 0; i < PINS + 2; i++) {
        if (i > 1 ? text[i] != 'i' && text[i] != '.' : i ? text[i] != ' ' : text[i] != '1' && text[i] != '2')
            return by_error_set_at(error, BY_ERROR_INPUT, 1, i + 1, "expected a text like 1 ii.iiiii");
        s->pins |= i > 1 ? (unsigned)(text[i] == 'i') << (i - 2) : 0;
    }
    return text[PINS + 2] ? by_error_set(error, BY_ERROR_INPUT, "expected %d pins and no more", PINS) : BY_OK;
}

static void print(const void *state, by_text *out)
{
    const struct state *s = state;

    by_text_printf(out, "%d ", s->side + 1);
    for (int i = 0; i < PINS; i++)
        by_text_add_char(out, s->pins >> i & 1 ? 'i' : '.');
}

/* A move is the set of the pins that it knocks down: "3" or "3+4". */
static void print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state, (void)notation;
    for (int i = 0; i < PINS; i++)
        if (move >> i & 1)
            by_text_printf(out, "%s%d", move & ((1u << i) - 1) ? "+" : "", i + 1);
}

static void extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){.max_moves = 2 * PINS, .max_plies = PINS};
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct state *s = state;

    (void)ply;
    *out = (struct by_node){.key = by_random_word(s->pins * 2 + s->side),
                            .value = -BY_WIN, /* without a pin to take, the other side has won */
                            .side = s->side,
                            .is_over = !s->pins,
                            .can_move = s->pins};
}

static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    for (by_move throw = 1; kind != BY_MOVES_TACTICAL && throw <= 3; throw += 2)
        for (by_move move = throw; move <= ALL; move <<= 1)
            if ((((struct state *)state)->pins & move) == move)
                by_moves_add(out, move);
}

static void push(void *state, by_move move)
{
    ((struct state *)state)->pins &= ~move;
    ((struct state *)state)->side ^= 1;
}

static void pop(void *state, by_move move)
{
    ((struct state *)state)->pins |= move;
    ((struct state *)state)->side ^= 1;
}

static const struct by_rules rules = {
    BY_SIZE(by_rules), .state_size = sizeof(struct state),
    .init = init,      .parse = parse,
    .print = print,    .print_move = print_move,
    .extent = extent,  .node = node,
    .moves = moves,    .push = push,
    .pop = pop,
};
static const by_game_type kayles = {BY_GAME_TYPE, .name = "kayles", .title = "Kayles", .help = "Take the last pin.",
                                    .rules = &rules};

int main(void)
{
    by_game *game = NULL;
    by_position *position = NULL;
    by_error error = {0};
    by_status status = by_game_open(&kayles, NULL, &game, &error);

    status = status ? status : by_game_check(game, 1, 100, &error);
    status = status ? status : by_position_create(game, &position, &error);
    for (size_t i = 0; !status && by_method_at(i); i++) {
        by_search *search = NULL;
        struct by_result result = {BY_SIZE(by_result)};
        by_text move = {0};

        status = by_search_create(game, by_method_at(i), NULL, &search, &error);
        status = status ? status : by_search_run(search, position, NULL, NULL, &result, &error);
        if (!status) {
            by_position_print_move(position, result.best, &move);
            printf("%-10s best %s, %s, %d nodes\n", by_method_name(by_method_at(i)), by_text_string(&move),
                   by_kind_name(result.kind), (int)result.nodes);
        }
        by_text_free(&move);
        by_search_destroy(search);
    }
    if (status)
        fprintf(stderr, "kayles: %s\n", error.message);
    by_position_destroy(position);
    by_game_close(game);
    return status ? 1 : 0;
}
