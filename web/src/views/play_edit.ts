// SPDX-License-Identifier: MIT
// Setting up a position by hand. The server writes its text and judges it: what cannot be is refused with the reason.
import { call } from '../api';
import { pieceImage, type PieceStyle } from '../board/pieces';
import type { BoardView } from '../board/view';
import { h, newId } from '../dom';
import { pieceName, messageText, sideName, t, type Told } from '../i18n';
import { problemText } from '../problem';
import {
    NO_SQUARE,
    type ComposeReply,
    type ComposeRequest,
    type Game,
    type PositionReply,
    type Side,
    type Square,
} from '../types';
import { positionOf, type Setup } from './play_setup';

interface Brush {
    piece: number; // 0: makes empty
    side: Side;
}

const PALETTE_ROWS_FROM = 4; // kinds of pieces

export class PositionEditor {
    readonly element = h('section', { class: 'card editor' });
    private squares: Square[];
    private side: Side;
    private brush: Brush = { piece: 1, side: 0 };
    private text = '';
    private asked = 0;
    private readonly verdict = h('p', { class: 'verdict', role: 'status' });
    private readonly textField = h('input', { id: newId('text'), readonly: true });
    private readonly use = h('button', {
        type: 'button',
        class: 'primary',
        disabled: true,
        onclick: () => this.onUse(this.text),
    });

    constructor(
        private readonly board: BoardView,
        private readonly setup: Setup,
        private readonly position: PositionReply,
        private readonly look: { turned: boolean; pieces: PieceStyle },
        private readonly onUse: (text: string) => void,
        private readonly onCancel: () => void,
        useLabel = t('playFromHere'),
    ) {
        this.use.textContent = useLabel;
        this.squares = position.squares.map(([piece, side]) => [piece, side, 0]);
        this.side = position.side;
        this.build();
        board.edit((square) => this.paint(square));
        this.changed();
    }

    close(): void {
        this.asked++;
        this.board.edit(null);
        this.element.remove();
    }

    private get game(): Game {
        return this.setup.game;
    }

    private build(): void {
        const button = (label: string, action: () => void): HTMLElement =>
            h('button', { type: 'button', onclick: action }, label);
        this.element.append(
            h('h2', {}, t('setUpTitle')),
            h('p', { class: 'help' }, t('setUpHelp')),
            this.palette(),
            ...(this.game.turn_follows ? [] : [this.turnChoice()]),
            h('div', { class: 'field' }, h('label', { for: this.textField.id }, t('positionText')), this.textField),
            this.verdict,
            h(
                'div',
                { class: 'actions' },
                button(t('clearBoard'), () => this.clear()),
                button(t('usualStart'), () => void this.usual()),
                button(t('cancel'), this.onCancel),
                this.use,
            ),
        );
    }

    private palette(): HTMLElement {
        const brushes: Brush[] = ([0, 1] as const).flatMap((side) =>
            (this.game.pieces ?? []).map((_, place) => ({ piece: place + 1, side })),
        );
        const choice = (brush: Brush, label: string, art: Node): HTMLElement =>
            h(
                'label',
                { class: 'brush', title: label },
                h('input', {
                    type: 'radio',
                    name: 'brush',
                    'aria-label': label,
                    checked: brush.piece === 1 && brush.side === 0,
                    onchange: () => {
                        this.brush = brush;
                    },
                }),
                art,
            );
        const choices = h(
            'div',
            { class: 'choices' },
            ...brushes.map((brush) =>
                choice(
                    brush,
                    t('squarePiece', {
                        side: sideName(this.game, brush.side),
                        piece: pieceName(this.game.pieces![brush.piece - 1]!),
                    }),
                    pieceImage(this.game, brush.piece - 1, brush.side, this.look.pieces),
                ),
            ),
            choice({ piece: 0, side: 0 }, t('erase'), h('span', { class: 'eraser', 'aria-hidden': 'true' }, '✕')),
        );
        const kinds = this.game.pieces?.length ?? 0;
        if (kinds >= PALETTE_ROWS_FROM)
            // a row for each side
            choices.style.gridTemplateColumns = `repeat(${kinds}, minmax(0, 44px))`;
        return h('fieldset', { class: 'palette' }, h('legend', {}, t('palette')), choices);
    }

    private turnChoice(): HTMLElement {
        return h(
            'fieldset',
            { class: 'side-choice' },
            h('legend', {}, t('sideToMove')),
            h(
                'div',
                { class: 'choices' },
                ...([0, 1] as const).map((side) =>
                    h(
                        'label',
                        { class: 'choice' },
                        h('input', {
                            type: 'radio',
                            name: 'turn',
                            checked: side === this.side,
                            onchange: () => {
                                this.side = side;
                                this.changed();
                            },
                        }),
                        h('span', {}, sideName(this.game, side)),
                    ),
                ),
            ),
        );
    }

    /** The same piece once more takes it away again. */
    private paint(square: number): void {
        const [piece, side] = this.squares[square] ?? [0, 0, 0];
        const isSame = piece === this.brush.piece && side === this.brush.side;
        this.squares[square] = isSame || !this.brush.piece ? [0, 0, 0] : [this.brush.piece, this.brush.side, 0];
        this.changed();
    }

    private clear(): void {
        this.squares = this.squares.map(() => [0, 0, 0]);
        this.changed();
    }

    private async usual(): Promise<void> {
        const start = await call<PositionReply>('POST', '/api/position', positionOf({ ...this.setup, start: '' }, []));
        if (start.squares.length === this.squares.length) {
            this.squares = start.squares;
            this.side = start.side;
            this.changed();
        }
    }

    private show(): void {
        this.board.show(
            {
                ...this.position,
                squares: this.squares,
                side: this.side,
                legal: [],
                last: { from: NO_SQUARE, to: NO_SQUARE },
                over: null,
                key: 'editor',
                text: '',
            },
            { ...this.look, canMove: false },
        );
    }

    private changed(): void {
        this.show();
        void this.judge(++this.asked);
    }

    private async judge(asked: number): Promise<void> {
        const request: ComposeRequest = {
            game: this.game.name,
            settings: this.setup.settings,
            board: this.position.board,
            squares: this.squares,
            side: this.side,
        };
        try {
            const reply = await call<ComposeReply>('POST', '/api/compose', request);
            if (asked === this.asked) this.showJudgement(reply);
        } catch (error) {
            if (asked === this.asked) this.refuse(problemText(error, this.game));
        }
    }

    private showJudgement({ text, over, error }: ComposeReply): void {
        this.textField.value = this.text = text;
        if (error !== undefined) {
            this.refuse(messageText(error, this.game));
            return;
        }
        const reason = over && messageText(over.reason, this.game).text;
        this.tell(reason ? t('setUpOver', { reason }) : t('setUpGood'), !over);
    }

    private tell(text: string, isGood: boolean): void {
        this.verdict.replaceChildren(text);
        this.verdict.classList.toggle('bad', !isGood);
        this.use.disabled = !isGood;
    }

    private refuse(told: Told): void {
        this.tell(`${t('setUpBad')} `, false);
        this.verdict.append(h('span', { lang: told.lang, class: 'reason' }, told.text));
    }
}
