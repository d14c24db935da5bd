/* SPDX-License-Identifier: MIT
 *
 * A game of one's own: Kayles (Dudeney 1908), searched by every method of the library.
 *
 * Pins stand in a row. A throw knocks down one pin or two neighbours; who takes the last pin wins.
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

/* A move is the set of the pins that it knocks down. */
static void moves(void *state, enum by_moves_kind kind, struct by_moves *out)
{
    const struct state *s = state;

    if (kind == BY_MOVES_TACTICAL)
        return;
    for (by_move throw = 1; throw <= 3; throw += 2)
        for (by_move move = throw; move <= ALL; move <<= 1)
            if ((s->pins & move) == move)
                by_moves_add(out, move);
}

static void push(void *state, by_move move)
{
    struct state *s = state;

    s->pins &= ~move;
    s->side ^= 1;
}

static void pop(void *state, by_move move)
{
    struct state *s = state;

    s->pins |= move;
    s->side ^= 1;
}

static void node(void *state, int ply, struct by_node *out)
{
    const struct state *s = state;

    (void)ply;
    *out = (struct by_node){
        .key = by_random_word(s->pins * 2 + s->side),
        .value = -BY_WIN, /* without a pin to take, the other side has won */
        .side = s->side,
        .is_over = !s->pins,
        .can_move = s->pins,
    };
}

static void extent(const void *state, struct by_extent *out)
{
    (void)state;
    *out = (struct by_extent){.max_moves = 2 * PINS, .max_plies = PINS};
}

static by_status init(const void *data, void *state, by_error *error)
{
    (void)data;
    (void)error;
    *(struct state *)state = (struct state){.pins = ALL};
    return BY_OK;
}

/* A position is written as the player whose turn it is and the pins: "1 ii.iiiii" */
static by_status parse(void *state, const char *text, by_error *error)
{
    struct state *s = state;

    if ((text[0] != '1' && text[0] != '2') || text[1] != ' ')
        return by_error_set_at(error, BY_ERROR_INPUT, 1, 1, "expected '1 ' or '2 ', the player whose turn it is");
    *s = (struct state){.side = text[0] == '2'};
    for (int i = 0; i < PINS; i++) {
        char c = text[2 + i];

        if (c != 'i' && c != '.')
            return by_error_set_at(error, BY_ERROR_INPUT, 1, 3 + i, "expected i or . for pin %d", i + 1);
        s->pins |= (unsigned)(c == 'i') << i;
    }
    if (text[2 + PINS])
        return by_error_set_at(error, BY_ERROR_INPUT, 1, 3 + PINS, "expected the end after %d pins", PINS);
    return BY_OK;
}

static void print(const void *state, by_text *out)
{
    const struct state *s = state;

    by_text_printf(out, "%d ", s->side + 1);
    for (int i = 0; i < PINS; i++)
        by_text_add_char(out, s->pins >> i & 1 ? 'i' : '.');
}

static void print_move(void *state, by_move move, int notation, by_text *out)
{
    (void)state;
    (void)notation;
    for (int i = 0; i < PINS; i++)
        if (move >> i & 1)
            by_text_printf(out, "%s%d", move & ((1u << i) - 1) ? "+" : "", i + 1);
}

static const struct by_rules rules = {
    .state_size = sizeof(struct state),
    .init = init,
    .parse = parse,
    .print = print,
    .print_move = print_move,
    .extent = extent,
    .node = node,
    .moves = moves,
    .push = push,
    .pop = pop,
};

static const by_game_type kayles = {
    .name = "kayles", .title = "Kayles", .help = "Who takes the last pin wins.", .rules = &rules};

/* ---- The program ----------------------------------------------------------------------------------------------- */

static by_status ask(const by_game *game, by_position *position, const by_method *method, by_error *error)
{
    by_search *search = NULL;
    struct by_result result;
    by_text move = {0};
    by_status status = by_search_create(game, method, NULL, &search, error);

    if (!status)
        status = by_search_run(search, position, NULL, NULL, &result, error);
    if (!status) {
        by_position_print_move(position, result.best, &move);
        printf("%-12s best %s, value %d (%s), %llu nodes\n", by_method_name(method), by_text_string(&move),
               (int)result.value, by_kind_name(result.kind), (unsigned long long)result.nodes);
    }
    by_text_free(&move);
    by_search_destroy(search);
    return status;
}

int main(void)
{
    by_game *game = NULL;
    by_position *position = NULL;
    by_error error;
    by_status status = by_game_open(&kayles, NULL, &game, &error);

    if (!status)
        status = by_game_check(game, 1, 100, &error);
    if (!status)
        status = by_position_create(game, &position, &error);
    for (size_t i = 0; !status && by_method_at(i); i++)
        status = ask(game, position, by_method_at(i), &error);
    if (status)
        fprintf(stderr, "kayles: %s\n", error.message);
    by_position_destroy(position);
    by_game_close(game);
    return status ? 1 : 0;
}
