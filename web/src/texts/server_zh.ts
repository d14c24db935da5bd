// SPDX-License-Identifier: MIT
// What the server says, in Chinese: sentences by their patterns, with what they fill in. A text is translated where all
// of its sentences are known; the server itself speaks English. By the same patterns sides get the names of the page
// where that calls them otherwise, such as the discs of connect four by their colours.
import { LAB_RULES } from './lab_rules_zh';
import { READING } from './reading_zh';
import { KIND, PIECE, PROPERTY, SIDE, type Rule } from './rule';
import { whyLineZh } from './why_zh';

const WORDS: Record<string, string> = {
    red: '红方',
    black: '黑方',
    white: '白方',
    king: '将帅',
    advisor: '士',
    elephant: '象',
    horse: '马',
    rook: '车',
    cannon: '炮',
    pawn: '兵卒',
    check: '长将',
    chase: '长捉',
    stones: '子',
    prisoners: '个提子',
    three: '三',
    'h2e2, c2.5 or 炮二平五': 'h2e2、C2.5 或炮二平五',
    '炮二平五 or 前马退六': '炮二平五或前马退六',
    'd4, w d4 or pass': 'D4、W D4 或 pass',
    'dd, w[dd] or pass': 'dd、W[dd] 或 pass',
};

const word = (english: string): string => WORDS[english.toLowerCase()] ?? english;

const TEXT_ENDS = ', but the text ends';

/** Of a king, which each side calls otherwise. */
function ofKings(pattern: string, chinese: string): Rule[] {
    return [
        ['red', '帅'],
        ['black', '将'],
    ].map(([side, king]): Rule => [pattern.replace('<side>', `(${side})`), chinese.replace('<king>', king!)]);
}

/** Names in the text of an experiment that mean nothing. */
const UNKNOWN = Object.entries({
    word: '不认识的词“$1”',
    game: '没有“$1”这个棋种',
    method: '没有“$1”这个方法',
    variant: '没有“$1”这个方案',
    column: '没有“$1”这一列',
}).flatMap(([kind, chinese]): Rule[] => [
    [`unknown ${kind} '([^']+)', did you mean '([^']+)'\\?`, `${chinese}，是不是“$2”？`],
    [`unknown ${kind} '([^']+)'`, chinese],
]);

/** The longest that fits counts. */
const SENTENCES: Rule[] = [
    // Xiangqi: how a game stands
    [`Checkmate\\. ${SIDE} wins\\.`, '将死，$1胜。'],
    [`Stalemate\\. ${SIDE} wins\\.`, '困毙，$1胜。'],
    ['A side without a legal move loses\\.', '无棋可走的一方判负。'],
    ['Draw: neither side can attack\\.', '和棋：双方都没有能进攻的子力。'],
    ['No rook, horse, cannon or pawn is left\\.', '车、马、炮、兵都已不在。'],
    ['Draw by the move count\\.', '和棋：达到不吃子的步数限制。'],
    ['Draw by repetition\\.', '和棋：循环。'],
    [`${SIDE} loses by perpetual (check|chase)\\.`, '$1$2，判负。'],
    [`The game goes on\\. ${SIDE} is to move and in check\\.`, '对局继续。轮到$1走，正被将军。'],
    [`The game goes on\\. ${SIDE} is to move\\.`, '对局继续。轮到$1走。'],
    ['Plies without a capture: (\\d+); the game is drawn at (\\d+)\\.', '不吃子步数：$1，到 $2 步判和。'],
    ['Plies without a capture: (\\d+); no limit is set\\.', '不吃子步数：$1，没有限制。'],
    // Xiangqi: repetition
    [
        'The position occurs for the third time; it stood there (\\d+) and (\\d+) plies ago\\.',
        '局面第三次出现：$1 步和 $2 步之前出现过。',
    ],
    [
        'The position occurred once before, (\\d+) plies ago; judged is the third time\\.',
        '局面在 $1 步之前出现过一次；第三次出现时裁决。',
    ],
    ['If the same moves are made once more: draw by repetition\\.', '若再重复一次同样的着法：循环，和棋。'],
    [
        `If the same moves are made once more: ${SIDE} loses by perpetual (check|chase)\\.`,
        '若再重复一次同样的着法：$1$2，判负。',
    ],
    ['No repetition: the position has not occurred before\\.', '没有循环：局面未曾出现过。'],
    ['The last (\\d+) moves, under the rules "(\\w+)":', '最近 $1 步，按规则“$2”：'],
    [`${SIDE} gives check on every move: perpetual check\\.`, '$1每步都将军：长将。'],
    [`${SIDE} gives check on (\\d+) of its (\\d+) moves\\.`, '$1的 $3 步中有 $2 步将军。'],
    [`${SIDE} checks nowhere, and chases no piece on every move\\.`, '$1没有将军，也没有每步都捉同一子。'],
    [`${SIDE} checks nowhere\\.`, '$1没有将军。'],
    ['Both sides check perpetually, which is a draw\\.', '双方长将，和棋。'],
    ['Perpetual check loses against everything but perpetual check\\.', '长将者负，除非对方也长将。'],
    [
        'Perpetually chasing a rook that a horse holds in its place loses, even if that rook chases back\\.',
        '长捉被马牵制而不能动的车者负，即使那个车也在反捉。',
    ],
    ['Both sides chase perpetually, which is a draw\\.', '双方长捉，和棋。'],
    [
        'Perpetual chase loses if the other side neither checks nor chases perpetually\\.',
        '长捉者负，若对方既不长将也不长捉。',
    ],
    ['Nobody checks perpetually, and these rules know no chases: a draw\\.', '无人长将，而这套规则不论捉子：和棋。'],
    [
        'Nobody checks perpetually; with a check among the moves, these rules call no chase: a draw\\.',
        '无人长将；着法中有将军时，这套规则不算捉：和棋。',
    ],
    ['Nobody checks or chases perpetually: a draw\\.', '无人长将或长捉：和棋。'],
    // Go
    ['Over: two passes in a row\\.', '终局：双方连续停一手。'],
    ['Not over: the game ends with two passes\\.', '未终局：双方连续停一手时终局。'],
    [`${SIDE}: (\\d+) (stones|prisoners) and (\\d+) surrounded points\\.`, '$1：$2 $3，围住 $4 个点。'],
    ['Komi for White: ([\\d.]+)\\.', '白方贴目：$1。'],
    ['Result: equal\\.', '结果：平局。'],
    ['Result: B\\+([\\d.]+)\\.', '结果：黑胜 $1。'],
    ['Result: W\\+([\\d.]+)\\.', '结果：白胜 $1。'],
    ['If it ended now, with all stones alive: equal\\.', '若现在终局，所有棋子都算活：平局。'],
    ['If it ended now, with all stones alive: B\\+([\\d.]+)\\.', '若现在终局，所有棋子都算活：黑胜 $1。'],
    ['If it ended now, with all stones alive: W\\+([\\d.]+)\\.', '若现在终局，所有棋子都算活：白胜 $1。'],
    // Rows, and whatever game
    [`${SIDE} has (\\d+) in a row on ([\\w, ]+?) and has won\\.`, '$1在 $3 连成 $2 子，获胜。'],
    ['The board is full: a draw\\.', '棋盘已满：和棋。'],
    [`${SIDE} is to move; nobody has (\\d+) in a row\\.`, '轮到 $1 下；还没有人连成 $2 子。'],
    [`${SIDE} would win on ([\\w ]+); open now: ([\\w ]+)\\.`, '$1下在 $2 可胜；现在可下：$3。'],
    [`${SIDE} would win on ([\\w ]+)\\.`, '$1下在 $2 可胜。'],
    [`${SIDE} to move`, '轮到$1走'],
    [`The game is over: ${SIDE} wins\\.`, '终局：$1 胜。'],
    ['The game is over: a draw\\.', '终局：和棋。'],
    // Positions of xiangqi that cannot be
    ...ofKings('<side> has no king', '$1没有<king>'),
    ...ofKings(`${SIDE} is to move, but <side>'s king on (\\w\\d) is in check`, '轮到$1走，但$2在 $3 的<king>正被将军'),
    ...ofKings('rank (\\d), file (\\w): a <side> king cannot stand there', '第 $1 行 $2 列：$3的<king>不能在这里'),
    ...ofKings(
        'rank (\\d), file (\\w): one <side> king too many, there can be (\\d)',
        '第 $1 行 $2 列：$3的<king>太多，最多 $4 个',
    ),
    ['the kings face each other on file (\\w)', '将帅在 $1 线上照面'],
    [`rank (\\d), file (\\w): a ${SIDE} ${KIND} cannot stand there`, '第 $1 行 $2 列：$3的$4不能在这里'],
    [
        `rank (\\d), file (\\w): a second ${SIDE} pawn on this side of the river cannot be on this file`,
        '第 $1 行 $2 列：未过河的$3兵卒，同一列上不能有两个',
    ],
    [
        `rank (\\d), file (\\w): one ${SIDE} ${KIND} too many, there can be (\\d)`,
        '第 $1 行 $2 列：$3的$4太多，最多 $5 个',
    ],
    ['expected a position, but the text is empty', '应当有一个局面，但文字是空的'],
    ['expected the side to move: w \\(or r\\) or b', '应当写明轮到谁走：w（或 r）或 b'],
    ['rank (\\d) has (\\d+) points, expected 9', '第 $1 行有 $2 个点，应当是 9 个'],
    ['rank (\\d) has more than 9 points', '第 $1 行超过 9 个点'],
    ['there are only ten ranks', '只有十行'],
    [
        "rank (\\d), file (\\w): '(.+)' is no piece, expected one of kabnrcp \\(or h, e\\) or a number",
        '第 $1 行 $2 列：“$3”不是棋子，应当是 kabnrcp（或 h、e）之一或数字',
    ],
    // Discs that cannot stand so
    [
        `(\\d+) ${SIDE} and (\\d+) ${SIDE} cannot occur, expected as many ${SIDE} as ${SIDE} or one more`,
        '$1 个 $2 和 $3 个 $4 不可能出现，$5 应当与 $6 一样多或多一个',
    ],
    [
        `${SIDE} has (\\d+|three) in a row and could not have let the game go on`,
        '$1 已连成 $2 子，对局不会继续',
    ],
    // Limits of the server
    ['the record has more than (\\d+) nodes', '棋谱超过 $1 个节点'],
    ['a review has at most (\\d+) moves', '复盘最多 $1 步'],
    ["expected '/' and rank (\\d) after rank (\\d)", '第 $2 行之后应当有“/”和第 $1 行'],
    // Positions of other games
    ['expected the end of the position', '局面到此应当结束'],
    ['expected x, o or \\. for cell (\\w+)', '格 $1 应当是 x、o 或 .'],
    ['nothing is below the stone on (\\w+), expected no empty cell', '$1 的子下面是空的，子应当落到底'],
    [
        'a board of (\\d+) x (\\d+) is too large, expected \\(height \\+ 1\\) \\* width of at most (\\d+)',
        '$1 x $2 的棋盘太大，(height + 1) * width 最多为 $3',
    ],
    ['row (\\d+): expected X, O or \\.', '第 $1 行：应当是 X、O 或 .'],
    ['row (\\d+) has (\\d+) points, expected (\\d+)', '第 $1 行有 $2 个点，应当是 $3 个'],
    ["expected '/' and row (\\d+) after row (\\d+)", '第 $2 行之后应当有“/”和第 $1 行'],
    ['expected the end of the (\\d+) rows', '$1 行到此应当结束'],
    ['expected the size of the board, a number from (\\d+) to (\\d+)', '应当有棋盘大小，$1 到 $2 之间的数'],
    ['expected the side to move: b or w', '应当写明轮到谁走：b 或 w'],
    ['expected the point that a ko forbids, such as B2, or -', '应当写明因劫禁入的点，例如 B2，或 -'],
    [
        'the text ends, but the node of line (\\d+), column (\\d+) is not closed by \\)',
        '文字结束了，但第 $1 行第 $2 列的结点没有用 ) 结束',
    ],
    [
        'the tree (?:has more than \\d+ nodes|takes more than \\d+ bytes); less depth makes it smaller',
        '整棵树太大，请减小深度，或不选“也显示被剪掉的部分”',
    ],
    // Moves
    [`move (\\d+), ${SIDE}:`, '第 $1 回合，$2：'],
    ["'([^']+)' is no move, expected one like (.+)", '“$1”不是着法，应当写成例如 $2'],
    ["'([^']+)' is no legal move here, expected one like '([^']+)'", '“$1”在这里不是合法着法，应当写成例如 $2'],
    ["'([^']+)' is no move: there are no legal moves here", '“$1”不能走：这里没有合法着法'],
    ["'([^']+)' is no legal move:", '“$1”不是合法着法：'],
    ['the question is decided', '问题已有答案'],
    [`it is ${SIDE}'s turn`, '现在轮到$1'],
    ['there is a stone already', '那里已有子'],
    ['there is a stone', '那里已有子'],
    ['that would retake a ko at once', '不能立即提回劫'],
    ['the position would be repeated', '会造成同形再现'],
    ['it would be suicide', '那是自杀'],
    ['both sides have passed', '双方都已停一手'],
    [`the ${PIECE} cannot move like that`, '$2 的$1不能这样走'],
    [`the ${PIECE} is ${SIDE}'s, and ${SIDE} is to move`, '$2 的$1是$3的，而现在轮到$4走'],
    ...ofKings("<side>'s king could be taken", '$1的<king>会被吃'),
    [`no such ${KIND} of ${SIDE} can move like that`, '$2没有能这样走的$1'],
    [`${SIDE} has no ${KIND} on file (\\d)`, '$1在第 $3 路没有$2'],
    [`${SIDE} has no ${KIND}`, '$1没有$2'],
    ['(\\w\\d) is empty', '$1 处没有棋子'],
    // Records and problems of Go as text
    ['the text has no record', '这段文字里没有棋谱'],
    ['the text is a remark in braces alone, expected tags or moves', '这段文字只有花括号里的注释，应当有标签或着法'],
    ['the text is neither a position nor a record of one of these games', '这段文字既不是这些棋的局面，也不是棋谱'],
    ['expected a game, which begins with \\(;', '应当有一局棋，以“(;”开头'],
    ['the game has no end, expected \\) or a node or a tree', '这局棋没有结束，应当有“)”、结点或变化'],
    ['expected ; and the first node of this tree', '应当有“;”和这棵树的第一个结点'],
    ['expected a property such as B\\[dd\\], or one of ; \\( \\)', '应当有 B[dd] 这样的属性，或 ; ( ) 之一'],
    ['expected \\[ and the value of (\\w+)', '应当有“[”和 $1 的值'],
    ['the value of (\\w+) has no end, expected \\]', '$1 的值没有结束，应当有“]”'],
    [
        `${PROPERTY}: expected a point on the board such as cc, or a rectangle such as cc:ee`,
        '$1：应当是棋盘上的点，例如 cc，或矩形，例如 cc:ee',
    ],
    [
        `${PROPERTY}: expected a point on the board such as dd, or nothing for a pass`,
        '$1：应当是棋盘上的点，例如 dd，停一手则留空',
    ],
    [`${PROPERTY}: expected a square board of (\\d+) to (\\d+) lines`, '$1：应当是 $2 到 $3 路的方形棋盘'],
    [`${PROPERTY}: expected B or W, who is to move`, '$1：应当写明轮到谁下，B 或 W'],
    [`${PROPERTY} is another game, expected GM\\[1\\], which is Go`, '$1 是另一种棋，应当是 GM[1]，即围棋'],
    [`${PROPERTY} is not legal:`, '$1 不合规则：'],
    ['the stones that are set up:', '摆上的棋子：'],
    ['the stone on (\\w+) has no liberty, so that it would have been taken', '$1 的子没有气，早该被提掉'],
    [
        'this game asks nothing: expected TASK\\[attack D4\\] or a mark \\(TR, SQ, CR, MA\\) on a stone',
        '这局棋没有提问：应当有 TASK[attack D4]，或在一个子上有标记（TR、SQ、CR、MA）',
    ],
    ["'([^']*)' is no task, expected one like 'attack D4' or 'defend D4'", '“$1”不是任务，应当写成 attack D4 或 defend D4'],
    ['there is no stone on (\\w+)', '$1 处没有子'],
    ['problem (\\S+):', '题目 $1：'],
    ["expected 'problem ID'", '应当有“problem”和题目的名称'],
    ['expected the name of the problem', '应当有题目的名称'],
    ["expected 'size N' before stones and moves", '在棋子和着法之前应当有“size”和棋盘大小'],
    ['expected the size of the board, from (\\d+) to (\\d+)', '应当有棋盘大小，$1 到 $2'],
    ['expected a point of the board, such as D4, or pass', '应当是棋盘上的点，例如 D4，或 pass'],
    ['expected a point of the board, such as D4', '应当是棋盘上的点，例如 D4'],
    ['expected points of the board, pass or \\*', '应当是棋盘上的点、pass 或 *'],
    ['expected the colour of a move: B or W', '应当写明着法的颜色：B 或 W'],
    ['expected black or white', '应当是 black 或 white'],
    ['expected attack or defend', '应当是 attack 或 defend'],
    ['expected results from 0 to 3', '应当是 0 到 3 的结果'],
    ['expected a task before its end', '结束之前应当有任务（task）'],
    ['expected a size before its end', '结束之前应当有棋盘大小（size）'],
    ["expected 'end' before the text ends", '文字结束之前应当有“end”'],
    ['unknown key, expected ([\\w, ]+)', '不认识的词，应当是 $1'],
    // Options and experiments
    ["unknown option '([^']+)'", '没有“$1”这个选项'],
    ["unknown game '([^']+)', see `boyi games`", '没有“$1”这个棋种，见 `boyi games`'],
    ...UNKNOWN,
    ["unknown preset '([^']+)' of (\\S+)", '$2 没有“$1”这个预设'],
    ['position (\\S+):', '局面 $1：'],
    ['column (\\d+):', '第 $1 列：'],
    ['there is another variant (\\S+) in line (\\d+)', '第 $2 行已有名为 $1 的方案'],
    ['there is another position (\\S+) in line (\\d+)', '第 $2 行已有名为 $1 的局面'],
    ['the title was already given', '标题（title）已经给过'],
    ['the game was already given', '棋种（game）已经给过'],
    ['expected a title', '应当有标题'],
    ['expected the title of the table', '应当有表格的标题'],
    ['expected the name of a game', '应当有棋种的名称'],
    ['expected the name of a position and its text', '应当有局面的名称和它的文字'],
    ['expected a method, and then a preset and settings if wanted', '应当有方法，之后可以有预设和选项'],
    ['expected a name, a method, and then a preset and settings if wanted', '应当有名称和方法，之后可以有预设和选项'],
    ['expected the name of a variant', '应当有方案的名称'],
    ['expected names of variants', '应当有方案的名称'],
    ['expected what to measure', '应当写明测量什么'],
    ['expected numbers or ranges like 1-9', '应当是数，或 1-9 这样的范围'],
    [
        'variant (\\S+) has no limits: none of `depths`, `nodes` and `evaluations` is given',
        '方案 $1 没有限制：`depths`、`nodes`、`evaluations` 都没有给',
    ],
    ["there is no measure '([^']+)', did you mean '([^']+)'\\?", '没有“$1”这个量，是不是“$2”？'],
    ["there is no measure '([^']+)'", '没有“$1”这个量'],
    ["(\\w+) is not measured here, did you mean '([^']+)'\\?", '这里没有测量 $1，是不是“$2”？'],
    ['(\\w+) is not measured here: no line `measure` names it', '这里没有测量 $1：没有一行 `measure` 提到它'],
    [
        'cannot read (\\S+): only files of the experiments that were built in can be named here',
        '不能读 $1：这里只能用内置实验的文件',
    ],
    ["'text' has 0 bytes, expected 1 to (\\d+)", '文字是空的'],
    // Behind what was expected
    [TEXT_ENDS, '，但文字到此结束'],
    ['the experiment ends without a title', '实验缺少标题（title）'],
    ['the experiment ends without a game', '实验缺少棋种（game）'],
    ['the experiment ends without positions', '实验缺少局面（positions）'],
    ['the experiment ends without variants', '实验缺少方案（variant）'],
    ['the experiment ends without a table', '实验缺少表格（table）'],
    ['the range (\\S+) runs backwards', '范围 $1 颠倒了'],
    [
        "'([^']*)' does not fit, expected numbers from (\\d+) to (\\d+) or ranges like 1-9",
        '“$1”不合要求，应当是 $2 到 $3 之间的数，或 1-9 这样的范围',
    ],
];

const END = `(?: |$|(?=${TEXT_ENDS}))`;
const rules = [...SENTENCES, ...READING, ...LAB_RULES].map(([pattern, chinese]) => ({ pattern: new RegExp(`^${pattern}${END}`, 'di'), chinese }));

/** What a side is called on the page, by its name there; null: it has no other. */
export type SideNames = (name: string) => string | null;

const sameNames: SideNames = () => null;

interface Sentence {
    found: RegExpExecArray;
    chinese: string;
}

/** The text as sentences that are known, as many as there are from its beginning. */
function sentencesOf(text: string): Sentence[] {
    const sentences: Sentence[] = [];
    for (let rest = text; rest; rest = rest.slice(sentences.at(-1)!.found[0].length)) {
        const next = rules.reduce<Sentence | null>((longest, { pattern, chinese }) => {
            const found = pattern.exec(rest);
            return found && found[0].length > (longest?.found[0].length ?? 0) ? { found, chinese } : longest;
        }, null);
        if (!next) break;
        sentences.push(next);
    }
    return sentences;
}

const lengthOf = (sentences: Sentence[]): number => sentences.reduce((sum, { found }) => sum + found[0].length, 0);

/** The text in Chinese, sentence by sentence; null: one of them is not known. */
export function chineseOf(text: string, nameOf: SideNames = sameNames): string | null {
    const line = whyLineZh(text);
    if (line) return line;
    const sentences = sentencesOf(text);
    if (!text || lengthOf(sentences) < text.length) return null;
    return sentences
        .map(({ found, chinese }) =>
            chinese.replace(/\$(\d)/g, (_, place: string) => {
                const caught = found[Number(place)] ?? '';
                return nameOf(caught) ?? word(caught);
            }),
        )
        .join('')
        .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, ''); // it stands beside letters of the server's names
}

/** The text as it is, but sides are called as on the page. */
export function withSideNames(text: string, nameOf: SideNames): string {
    const sentences = sentencesOf(text);
    const told = sentences.map(({ found }) => {
        const places = found.indices!.slice(1).filter(Boolean).reverse(); // the last first: those before it stay
        return places.reduce(
            (said, [from, until]) =>
                said.slice(0, from) + (nameOf(said.slice(from, until)) ?? said.slice(from, until)) + said.slice(until),
            found[0],
        );
    });
    return told.join('') + text.slice(lengthOf(sentences));
}
