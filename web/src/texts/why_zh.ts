// SPDX-License-Identifier: MIT
// How the rules of xiangqi judge a repetition, move by move, in Chinese. Pieces have other names on the two sides here,
// since each line says whose move it is about.

const SIDES: Record<string, string> = { red: '红方', black: '黑方' };
const PIECES: Record<string, [red: string, black: string]> = {
    king: ['帅', '将'],
    advisor: ['仕', '士'],
    elephant: ['相', '象'],
    horse: ['马', '马'],
    rook: ['车', '车'],
    cannon: ['炮', '炮'],
    pawn: ['兵', '卒'],
};

/** What an attack counts as, but for one on a piece that is protected. */
const REASONS: Record<string, string> = {
    'kings and pawns may attack for ever': '将帅和兵卒可以一直攻击',
    'a pawn that has not crossed the river is no victim': '未过河的兵卒不算被捉',
    'the capture would be illegal': '这样吃子不合规则',
    'either can take the other, an offer': '双方可以互吃，算作邀兑',
    'a stronger piece, protected or not': '被攻的子更强，有根无根都算捉',
    'unprotected, and it cannot take back': '无根，且不能反吃',
    unprotected: '无根',
    'not new': '早已如此，不是新捉',
};

const ATTACKS: Record<string, string> = { threatens: '仍威胁着', chases: '捉', attacks: '攻击' };

const KIND = `(${Object.keys(PIECES).join('|')})`;
const PIECE = `${KIND} on (\\w\\d)`;
const MOVE = /^(\d+) +(red|black) +(\w\d\w\d) +(.+)$/;
const CHECK = new RegExp(`^check by the ${PIECE}$`);
const ATTACK = new RegExp(`^(threatens|chases|attacks) the ${PIECE} \\(${KIND} (\\w\\d): (.+)\\)$`);
const PROTECTED = new RegExp(`^protected by the ${PIECE}$`);
const CHASES = /^(red|black) chases on every move the (.+) \(where it stands now\): perpetual chase\.$/i;
const VICTIM = new RegExp(`^${PIECE}$`);

const otherOf = (side: string): string => (side === 'red' ? 'black' : 'red');

/** "a9 的车" */
function pieceAt(side: string, kind: string, square: string): string {
    return `${square} 的${PIECES[kind]![side === 'red' ? 0 : 1]}`;
}

function reasonText(reason: string, victims: string): string | null {
    const [, kind, square] = PROTECTED.exec(reason) ?? [];
    return kind && square ? `有根，由 ${pieceAt(victims, kind, square)}保护` : (REASONS[reason] ?? null);
}

/** One of the things that a move of a side does. */
function deedText(side: string, deed: string): string | null {
    if (deed === 'neither checks nor attacks') return '既不将军，也不攻击';
    const [, checker, from] = CHECK.exec(deed) ?? [];
    if (checker && from) return `${pieceAt(side, checker, from)}将军`;
    const [, how, victim, at, attacker, by, why] = ATTACK.exec(deed) ?? [];
    const reason = why === undefined ? null : reasonText(why, otherOf(side));
    if (!how || !victim || !at || !attacker || !by || !reason) return null;
    return `${ATTACKS[how]} ${pieceAt(otherOf(side), victim, at)}（${pieceAt(side, attacker, by)}：${reason}）`;
}

function moveText(line: string): string | null {
    const [, number, side, move, rest] = MOVE.exec(line) ?? [];
    if (!number || !side || !move || !rest) return null;
    const deeds = rest.split('; ').map((deed) => deedText(side, deed));
    return deeds.includes(null) ? null : `${number}. ${SIDES[side]} ${move}：${deeds.join('；')}`;
}

function chaseText(line: string): string | null {
    const [, name, list] = CHASES.exec(line) ?? [];
    if (!name || !list) return null;
    const side = name.toLowerCase();
    const victims = list.split(' and the ').map((one) => {
        const [, kind, square] = VICTIM.exec(one) ?? [];
        return kind && square ? pieceAt(otherOf(side), kind, square) : null;
    });
    return victims.includes(null) ? null : `${SIDES[side]}每步都捉现在在 ${victims.join('和 ')}：长捉。`;
}

/** A line of the verdict that tells of pieces by their sides; null: it is none of these. */
export function whyLineZh(line: string): string | null {
    return moveText(line) ?? chaseText(line);
}
