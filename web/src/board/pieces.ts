// SPDX-License-Identifier: MIT
// Pieces as SVG, around the origin and about 90 units wide. Colours are classes: light and dark are the style's.
import { s } from '../dom';
import type { Game, Piece, Side } from '../types';

export type PieceStyle = 'chinese' | 'western';

const KNOWN_COLOURS = ['black', 'white', 'red'];

/** Sides named after a colour have that colour; others get one by their place. */
export function colourOf(game: Game, side: Side): string {
    const name = game.sides[side];
    return KNOWN_COLOURS.includes(name) ? name : `side${side}`;
}

const CROWN = 'M-23 15 -27-15-12-2 0-25 12-2 27-15 23 15ZM-22 19H22V26H-22Z';
const FAN = 'M-3 22-28-7A38 38 0 0 1 28-7L3 22ZM-4 24A4 4 0 0 1 4 24 4 4 0 0 1-4 24Z';
const FAN_RIBS = 'M0 17V-16M-3 16-16-13M3 16 16-13';
const EARS = 'M-9-19C-24-26-32-14-28-2-25 9-15 12-9 6ZM9-19C24-26 32-14 28-2 25 9 15 12 9 6Z';
const HEAD = 'M-12-16C-12-27 12-27 12-16L11 2C9 6 6 7 5 10V16C5 21 11 21 12 16L17 17C17 28-6 30-6 17V9L-11 2Z';
const ELEPHANT_EYES = 'M-7-10A2.4 2.4 0 1 0-2-10 2.4 2.4 0 1 0-7-10ZM2-10A2.4 2.4 0 1 0 7-10 2.4 2.4 0 1 0 2-10Z';
const HORSE = 'M-15 27C-16 12-3 8-3-3-8 2-13 3-17 6L-23 4-25-3C-18-10-17-18-8-21L-7-28 1-23C17-20 23-2 18 27Z';
const HORSE_EYE = 'M-11-12A2.6 2.6 0 1 0-6-12 2.6 2.6 0 1 0-11-12Z';
const TOWER = 'M-20 27V20H-15V-4L-20-10V-26H-11V-19H-5V-26H5V-19H11V-26H20V-10L15-4V20H20V27Z';
const TOWER_LINE = 'M-13-3H13M-13 16H13';
const BARREL = 'M-24 3C-19-6 6-17 17-25L26-12C16-4-7 10-17 14-24 16-28 9-24 3Z';
const WHEEL = 'M-11 13A13 13 0 1 0 15 13 13 13 0 1 0-11 13Z';
const SPOKES = 'M2 4V22M-7 13H11M-4 7 8 19M8 7-4 19';
const PAWN =
    'M-11-14A11 11 0 1 1 11-14C11-10 9-7 7-5H11V0H6C7 10 11 15 17 19V27H-17' +
    'V19C-11 15-7 10-6 0H-11V-5H-7C-9-7-11-10-11-14Z';

/** Filled with the piece's colour; then lines in the colour of the tile. */
const PICTURES: Record<string, { fill: string; cut?: string; lines?: string }> = {
    king: { fill: CROWN },
    advisor: { fill: FAN, lines: FAN_RIBS },
    elephant: { fill: EARS + HEAD, cut: ELEPHANT_EYES },
    horse: { fill: HORSE, cut: HORSE_EYE },
    rook: { fill: TOWER, lines: TOWER_LINE },
    cannon: { fill: BARREL + WHEEL, lines: SPOKES },
    pawn: { fill: PAWN },
};

function tile(piece: Piece, side: Side, style: PieceStyle): SVGElement[] {
    const picture = style === 'western' ? PICTURES[piece.name] : undefined;
    const parts: SVGElement[] = [
        s('circle', { r: 45, cy: 2.5, class: 'piece-shadow' }),
        s('circle', { r: 44, class: 'tile-edge' }),
        s('circle', { r: 41.5, class: 'tile-face', fill: 'url(#tile-face)' }),
        s('circle', { r: 35.5, class: 'tile-ring ink-line' }),
    ];
    if (picture) {
        const art = s('g', { transform: 'scale(.86)' }, s('path', { d: picture.fill, class: 'ink' }));
        if (picture.cut) art.append(s('path', { d: picture.cut, class: 'tile-cut' }));
        if (picture.lines) art.append(s('path', { d: picture.lines, class: 'tile-lines' }));
        return [...parts, art];
    }
    const glyph = piece.glyphs[side] ?? piece.letters[side];
    return [...parts, s('text', { class: 'glyph ink', y: 17.5, 'text-anchor': 'middle' }, glyph)];
}

function shape(name: string, piece: Piece, side: Side, colour: string, style: PieceStyle): SVGElement[] {
    switch (name) {
        case 'stone': {
            const isWhite = colour === 'white' || colour === 'side1';
            return [
                s('circle', { r: 46, cx: 1.5, cy: 3, class: 'piece-shadow' }),
                s('circle', { r: 46, class: `stone-edge`, fill: isWhite ? 'url(#stone-white)' : 'url(#stone-black)' }),
            ];
        }
        case 'disc':
            return [s('circle', { r: 42, class: 'ink disc' }), s('circle', { r: 30, class: 'disc-ring' })];
        case 'cross':
            return [s('path', { d: 'M-25-25 25 25M25-25-25 25', class: 'stroke-ink' })];
        case 'ring':
            return [s('circle', { r: 28, class: 'stroke-ink' })];
        default:
            return tile(piece, side, style);
    }
}

export function drawPiece(game: Game, place: number, side: Side, style: PieceStyle): SVGGElement {
    const piece = game.pieces?.[place];
    const colour = colourOf(game, side);
    const group = s('g', { class: `piece colour-${colour}` });
    if (piece) group.append(...shape(piece.shapes[side], piece, side, colour, style));
    return group;
}

/** A piece alone, beside the board. */
export function pieceImage(game: Game, place: number, side: Side, style: PieceStyle): SVGSVGElement {
    return s(
        'svg',
        { viewBox: '-50 -50 100 100', class: 'piece-image', 'aria-hidden': 'true' },
        drawPiece(game, place, side, style),
    );
}

function gradient(id: string, stops: [string, string][], cx: string, cy: string, r: string): SVGElement {
    return s('radialGradient', { id, cx, cy, r }, ...stops.map(([offset, name]) => s('stop', { offset, class: name })));
}

/** Gradients that all boards of the page share. */
export function sharedDefinitions(): SVGSVGElement {
    return s(
        'svg',
        { class: 'unseen', 'aria-hidden': 'true', width: 0, height: 0 },
        s(
            'defs',
            {},
            gradient(
                'stone-black',
                [
                    ['0', 'black-light'],
                    ['1', 'black-dark'],
                ],
                '35%',
                '30%',
                '75%',
            ),
            gradient(
                'stone-white',
                [
                    ['0', 'white-light'],
                    ['1', 'white-dark'],
                ],
                '38%',
                '32%',
                '78%',
            ),
            gradient(
                'tile-face',
                [
                    ['0', 'tile-light'],
                    ['1', 'tile-dark'],
                ],
                '42%',
                '36%',
                '75%',
            ),
        ),
    );
}
