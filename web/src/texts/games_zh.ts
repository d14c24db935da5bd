// SPDX-License-Identifier: MIT
// Options and presets of games in Chinese. Their titles are among the page's own texts.
import type { OptionZh, OwnerZh } from './tables_zh';

const koAndSuicide: Record<string, OptionZh> = {
    ko: ['劫', '什么不可重复：立即提回的劫、任何同形，或轮到同一方走的同形。'],
    suicide: ['允许自杀', '允许走提掉己方棋子的着法。'],
};
const values: OptionZh = ['分值', '胜利按步数远近计分，还是像教科书那样一律为 1。'];

/** The paper's candidates: how many moves each kind of blocks may give. */
function candidates(kind: string, from: string): Record<string, OptionZh> {
    return {
        [`${kind}_least`]: [`${from}：最少`, `论文的候选着法：来自${from}的至少这么多。`],
        [`${kind}_most`]: [`${from}：最多`, `论文的候选着法：来自${from}的至多这么多。`],
    };
}

export const gamesZh: Record<string, OwnerZh> = {
    xiangqi: {
        options: {
            rules: [
                '循环规则',
                '循环局面如何裁决：按引擎比赛的惯例、按亚洲象棋联合会的规则，或只有长将判负、其余循环皆和。',
            ],
            move_limit: ['不吃子判和的步数', '双方合计这么多步没有吃子即判和；0：没有此规则。'],
            evaluation: ['局面评估', '只看子力与位置，如论文的表格，或用上程序的全部知识。'],
        },
    },
    go: {
        options: {
            size: ['棋盘大小', '开局时棋盘的路数；读入的局面有自己的大小。'],
            komi_half: ['贴目（半目）', '白方得到的半目数：15 即贴 7.5 目。读入的局面可以有自己的贴目。'],
            ...koAndSuicide,
            scoring: ['计分', '数子，即子与围住的空，或数目，即提子与围住的空；盘上的子都算活。'],
        },
    },
    'go-capture': {
        options: {
            attacker_moves: [
                '攻方的着法',
                '看攻方的哪些着法：全部、有关棋块附近的，或论文的候选着法。',
            ],
            owner_moves: ['守方的着法', '看守方（被问棋块一方）的哪些着法，取值同上。'],
            reader: [
                '提前判定',
                '棋块尚未提掉时，什么就算被吃：没有；轮攻方走时被打吃；或还包括成立的征子。',
            ],
            numbers: [
                '初始证明数',
                '首次的证明数和证伪数：按气数取 2 的幂，或用论文中评估值的平方。',
            ],
            safe_liberties: ['安全的气数', '棋块有这么多气就视为逃出；0：多少气都不算。'],
            retakes: ['立即提劫', '一个劫可以立即提回这么多次；再提一次的一方视为获胜。'],
            bound: ['逃出的界限', '结点评估超过此值就视为棋块逃出；0：不这样判断。'],
            candidates_most: ['候选总数：最多', '论文的候选着法：总共至多这么多。'],
            ...candidates('target', '棋块本身'),
            ...candidates('chain', '关键串'),
            ...candidates('last', '上一着所在的棋块'),
            ...candidates('opponents', '相邻的攻方棋块'),
            ...candidates('neighbours', '与上一着相邻的棋块'),
            reach: [
                '关注范围',
                '攻方的着法或守方的着法取“相关棋块附近”时：附近的棋块比通常最多再多这么多气，仍予考虑。',
            ],
            ladder_nodes: ['征子的限度', '计算一个征子最多看多少步；超过就算征子不成立。'],
            ...koAndSuicide,
        },
        presets: {
            'paper-capture': 'Zhang 与 Chen 2007 的全部内容：候选着法、评估、征子；论文没有给出的数值由我们选定。',
        },
    },
    connect4: {
        options: {
            width: ['列数', '（行数 + 1）× 列数最多为 64。'],
            height: ['行数', '（行数 + 1）× 列数最多为 64。'],
            connect: ['连成几子取胜', '多少子连成一线取胜。'],
        },
    },
    tictactoe: { options: { values } },
    pairs: {
        options: {
            width: ['列数', '棋盘有几列。'],
            height: ['行数', '棋盘有几行。'],
            line: ['连成几子取胜', '多少子连成一线取胜。'],
            stones: ['每回合子数', '一个回合下几子。'],
            first: ['首回合子数', '全局的第一个回合下几子。'],
            values,
        },
    },
    tree: {
        options: {
            bounds: ['上下界的误差', '棋种给搜索的内部结点上下界，与真值最多相差多少；0：不给。'],
            wrong_bounds: ['错误的上下界', '百分之几的内部结点，上下界不含真值，用来看搜索如何应对。'],
            nodes_most: ['结点数上限', '读入的树最多有多少个结点；边最多为其四倍。'],
        },
    },
};
