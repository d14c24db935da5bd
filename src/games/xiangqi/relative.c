/* SPDX-License-Identifier: MIT
 *
 * Moves that are named by piece, file and way: what words mean in a position.
 */
#include "games/xiangqi/relative.h"

/* ---- As a side sees the board ------------------------------------------------------------------------------------ */

static int own_file(const struct xq *s, int side, int square)
{
    int file = s->tables->file_of[square];

    return side == XQ_RED ? XQ_FILES - file : file + 1;
}

struct xq_stack by__xq_stack_at(const struct xq *s, int square)
{
    int piece = s->board[square], side = xq_side_of(piece), first = side * XQ_SIDE_PIECES;
    int counts[XQ_FILES + 1] = {0};
    struct xq_stack stack = {.file = own_file(s, side, square), .place = 1};

    for (int other = first; other < first + XQ_SIDE_PIECES; other++) {
        if (by__xq_kind_of[other] != by__xq_kind_of[piece] || s->at[other] == XQ_OFF)
            continue;
        counts[own_file(s, side, s->at[other])]++;
        if (own_file(s, side, s->at[other]) == stack.file)
            stack.place += xq_own_rank(s, side, s->at[other]) > xq_own_rank(s, side, square);
    }
    stack.count = counts[stack.file];
    for (int file = 1; file <= XQ_FILES; file++) {
        stack.stacks += counts[file] >= 2;
        if (file < stack.file && stack.count >= 2 && counts[file] >= 2)
            stack.number += counts[file];
    }
    stack.number += stack.count >= 2 ? stack.place : 0;
    return stack;
}

struct xq_way by__xq_way_of(const struct xq *s, by_move move)
{
    int from = xq_from(move), to = xq_to(move), piece = s->board[from];
    int side = xq_side_of(piece), kind = by__xq_kind_of[piece];
    int steps = xq_own_rank(s, side, to) - xq_own_rank(s, side, from);
    bool is_diagonal = kind == XQ_ADVISOR || kind == XQ_ELEPHANT || kind == XQ_HORSE;

    return (struct xq_way){
        .direction = (steps > 0) - (steps < 0),
        .number = is_diagonal || steps == 0 ? own_file(s, side, to)
                  : steps > 0               ? steps
                                            : -steps,
    };
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

/* The words that name a piece, in any order that was used. */
struct subject {
    int piece;  /* XQ_WORD_PIECE and a kind; 0: not said */
    int before; /* a number before the kind, or the first of two */
    int after;  /* a number after the kind, or the second of two */
    int letter; /* a pawn's number, said by a letter */
    int place;
    bool is_extreme;
};

/* Adds a word; false if it has no room beside the others. */
static bool add_word(struct subject *subject, int word)
{
    int *room;

    if (word >= XQ_WORD_PIECE)
        room = &subject->piece;
    else if (word > XQ_WORD_LETTER && word < XQ_WORD_FRONT)
        room = &subject->letter;
    else if (word < XQ_WORD_LETTER)
        room = subject->piece || subject->before ? &subject->after : &subject->before;
    else if (word > XQ_WORD_REAR)
        return false;
    else if (word == subject->place && word != XQ_WORD_MIDDLE && !subject->is_extreme)
        return subject->is_extreme = true;
    else
        room = &subject->place;
    if (*room)
        return false;
    *room = word;
    return true;
}

/* Of two numbers one is a file: that after the kind (兵三) or beside a place (前三). Else it is the number of a pawn
 * (三兵). */
static bool make_subject(const struct subject *subject, struct xq_phrase *out)
{
    bool has_piece = subject->piece != 0, is_file = subject->before && subject->place;

    if (subject->before && (is_file ? subject->after : subject->letter))
        return false;
    out->file = is_file ? subject->before : subject->after;
    out->number = subject->letter ? subject->letter - XQ_WORD_LETTER : is_file ? 0 : subject->before;
    out->kind = has_piece ? subject->piece - XQ_WORD_PIECE : XQ_PAWN;
    out->place = subject->place;
    out->is_extreme = subject->is_extreme;
    if (out->number && (out->place || out->kind != XQ_PAWN || (!has_piece && !out->file)))
        return false;
    if (!has_piece && out->place && !out->file && !out->is_extreme)
        return false;
    return out->number || out->place || out->file;
}

bool by__xq_make_phrase(const uint8_t *words, int count, struct xq_phrase *out)
{
    struct subject subject = {0};
    int way, number;

    if (count < 3 || count > XQ_WORDS_MOST)
        return false;
    *out = (struct xq_phrase){0};
    way = words[count - 2];
    number = words[count - 1];
    if (way < XQ_WORD_FORWARD || way > XQ_WORD_ACROSS || number < 1 || number > 9)
        return false;
    out->way.direction = way == XQ_WORD_FORWARD ? 1 : way == XQ_WORD_BACK ? -1 : 0;
    out->way.number = number;
    for (int i = 0; i < count - 2; i++)
        if (words[i] == XQ_WORD_NONE || !add_word(&subject, words[i]))
            return false;
    return make_subject(&subject, out);
}

/* ---- What is meant ----------------------------------------------------------------------------------------------- */

/* Whether a piece stands at a place of its file. In WXF the two outermost of four or five pawns have names of their
 * own, "++" and "--", and "+" and "-" are the ones next to them. */
static bool is_at_place(const struct xq_phrase *phrase, const struct xq_stack *stack)
{
    int inset = phrase->is_wxf && stack->count >= 4 && !phrase->is_extreme ? 1 : 0;

    if (stack->count < 2)
        return false;
    if (phrase->place == XQ_WORD_FRONT)
        return stack->place == 1 + inset;
    if (phrase->place == XQ_WORD_REAR)
        return stack->place == stack->count - inset;
    return stack->count % 2 == 1 && stack->place == (stack->count + 1) / 2;
}

/* Whether a pawn has the number: on its file where that was said, else among all that stand with others. WXF names the
 * middle pawn of a file, while another file has several too, by the file twice. */
static bool has_number(const struct xq_phrase *phrase, const struct xq_stack *stack)
{
    if (stack->count < 2)
        return false;
    if (phrase->is_wxf && phrase->number == phrase->file && stack->stacks >= 2)
        return stack->count == 3 && stack->place == 2;
    return (phrase->file ? stack->place : stack->number) == phrase->number;
}

/* Whether a phrase names the piece that stands so. A file alone names every piece on it, and the way has to tell which
 * is meant; but in WXF it names the middle one of three or five. */
static bool names(const struct xq_phrase *phrase, const struct xq_stack *stack)
{
    if (phrase->file && phrase->file != stack->file)
        return false;
    if (phrase->number)
        return has_number(phrase, stack);
    if (phrase->place)
        return is_at_place(phrase, stack);
    if (phrase->is_wxf && stack->count >= 3 && stack->count % 2 == 1)
        return stack->place == (stack->count + 1) / 2;
    return true;
}

/* The candidates found so far, to explain a failure. */
struct finding {
    int of_kind; /* pieces of the kind */
    int named;   /* of these, those that the phrase names */
    int square;  /* of the last of them */
    int unsafe;  /* moves that expose the king */
    int count;   /* legal moves */
    by_move moves[2];
};

static void find_from(struct xq *s, const struct xq_phrase *phrase, int from, struct finding *finding)
{
    uint8_t targets[20];
    int count = by__xq_targets(s, from, targets);

    for (int i = 0; i < count; i++) {
        struct xq_way way = by__xq_way_of(s, xq_move(from, targets[i]));

        if (way.direction != phrase->way.direction || way.number != phrase->way.number)
            continue;
        if (!by__xq_is_safe(s, from, targets[i])) {
            finding->unsafe++;
            continue;
        }
        if (finding->count < 2)
            finding->moves[finding->count] = xq_move(from, targets[i]);
        finding->count++;
    }
}

static struct finding find_all(struct xq *s, const struct xq_phrase *phrase)
{
    int first = s->side * XQ_SIDE_PIECES;
    struct finding finding = {0};

    for (int piece = first; piece < first + XQ_SIDE_PIECES; piece++) {
        struct xq_stack stack;

        if (by__xq_kind_of[piece] != phrase->kind || s->at[piece] == XQ_OFF)
            continue;
        finding.of_kind++;
        stack = by__xq_stack_at(s, s->at[piece]);
        if (!names(phrase, &stack))
            continue;
        finding.named++;
        finding.square = s->at[piece];
        find_from(s, phrase, s->at[piece], &finding);
    }
    return finding;
}

static by_status refuse_name(const struct xq *s, const struct xq_phrase *phrase, const struct finding *finding,
                             const char *text, by_error *error)
{
    const char *side = by__xq_side_names[s->side], *kind = by__xq_kind_names[phrase->kind];

    if (!finding->of_kind)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %-s has no %-s", text, side, kind);
    if (phrase->place == XQ_WORD_FRONT || phrase->place == XQ_WORD_REAR)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %-s has no two %-ss on %-s file", text, side,
                            kind, phrase->file ? BY_WORDS("that") : BY_WORDS("one"));
    if (phrase->number || phrase->place)
        return by_error_set(error, BY_ERROR_INPUT,
                            "'%s' is no legal move: %-s does not have that many %-ss on %-s file", text, side, kind,
                            phrase->file ? BY_WORDS("that") : BY_WORDS("one"));
    return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %-s has no %-s on file %d", text, side, kind,
                        phrase->file);
}

static by_status refuse_way(const struct xq *s, const struct xq_phrase *phrase, const struct finding *finding,
                            const char *text, by_error *error)
{
    const uint8_t *file_of = s->tables->file_of, *rank_of = s->tables->rank_of;
    const char *side = by__xq_side_names[s->side], *kind = by__xq_kind_names[phrase->kind];
    int a = xq_from(finding->moves[0]), b = xq_from(finding->moves[1]), only = finding->square;

    if (finding->count)
        return by_error_set(error, BY_ERROR_INPUT,
                            "'%s' is not clear: several pieces could make this move, from %c%d and from %c%d", text,
                            'a' + file_of[a], rank_of[a], 'a' + file_of[b], rank_of[b]);
    if (finding->unsafe)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: %-s's king could be taken", text, side);
    if (finding->named > 1)
        return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: no such %-s of %-s can move like that", text,
                            kind, side);
    return by_error_set(error, BY_ERROR_INPUT, "'%s' is no legal move: the %-s on %c%d cannot move like that", text,
                        kind, 'a' + file_of[only], rank_of[only]);
}

by_status by__xq_find_move(struct xq *s, const struct xq_phrase *phrase, const char *text, by_move *move,
                           by_error *error)
{
    struct finding finding = find_all(s, phrase);

    if (!finding.named)
        return refuse_name(s, phrase, &finding, text, error);
    if (finding.count != 1)
        return refuse_way(s, phrase, &finding, text, error);
    *move = finding.moves[0];
    return BY_OK;
}
