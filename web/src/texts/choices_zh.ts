// SPDX-License-Identifier: MIT
// Values of options in Chinese, by the name of the option and the value; and names of methods and presets.

const candidates = { all: '全部', wide: '相关棋块附近', paper: '论文的候选着法' };

export const choicesZh: Record<string, Record<string, string>> = {
    // alphabeta
    form: {
        fail_soft: '见到的最佳值',
        fail_hard: '截到窗口之内',
        recorded: '所记录的 α',
        negamax: '负极大值',
        two_player: '双方轮流',
    },
    mtdf_step: { bound: '刚得到的界', halves: '上下界的中点' },
    aspiration_widening: { whole: '一次放开', steps: '逐步放宽' },
    hash_scheme: {
        always: '总是替换',
        depth: '深者优先',
        two_tier: '双层',
        m_way: '多路',
        linear: '线性探测',
        clustered: '缓存行',
    },
    hash_key: { single: '64 位键值', paper: '论文的 32 位散列' },
    hash_depth: { at_least: '不小于', equal: '恰好相等' },
    hash_path: { skip: '不存', move: '只存着法' },
    hash_fail_low: { keep: '最先试的着法', best: '最好的着法' },
    captures: { unsorted: '生成次序', first: '先于其他着法', exchange: '按交换所得', see: '静态交换评估' },
    picker: { list: '一次列出', staged: '分阶段' },
    killers: { off: '不用', before_captures: '吃子之前', after_captures: '吃子之后' },
    killer_kind: { recent: '最近的两个', counted: '剪枝最多的' },
    history: { off: '不用', from_to: '起点和终点', piece_to: '棋子和终点' },
    history_gain: { square: '深度的平方', power: '2 的深度次方', gravity: '重力更新' },
    iid: { off: '不用', plain: '普通', enlarged: '放大窗口再搜' },
    extend_recapture: { off: '不用', three_quarters: '四分之三层', two_thirds: '三分之二层' },
    null_move: { off: '不用', plain: '固定减量', adaptive: '自适应', verified: '带验证', dynamic: '动态' },
    // minimax
    question: { value: '求值', truth: '判断真假' },
    // Searches by proof numbers
    prover: { game: '由棋种决定', mover: '行棋方', first: '先手', second: '后手' },
    initial: { unit: '一个单位', game: '由棋种估计' },
    sum: { plain: '照实相加', weak: '弱求和', damped: '折减求和' },
    loops: { none: '不处理', tca: '阈值控制算法' },
    walk_solutions: { off: '关', on: '开', auto: '由棋种决定' },
    gc: { none: '逐个替换', small_tree: '清除最小的子树' },
    // Searches by bounds
    criterion: {
        '2D': '2 个着法',
        '3D': '3 个着法',
        AD: '全部着法',
        '2R': '2 个着法，按区间折算',
        '3R': '3 个着法，按区间折算',
        AR: '全部着法，按区间折算',
    },
    bounds: { game: '棋种给出', probes: '试探得出' },
    rule: { independent: '相互独立', maximum: '取最大', product: '分布相乘' },
    // mcts
    selection: { ucb1: '上置信界', puct: '上置信界加先验' },
    final: { robust_child: '访问最多', max_child: '均值最高', secure_child: '下界最高' },
    absolute_pruning: { off: '不用', half: '超过半数', lead: '领先多于余下' },
    playouts: { moves: '按着法表随机', uniform: '由棋种随机', informed: '用棋种的知识', none: '不模拟' },
    parallel: { tree: '共用一棵树', root: '各长一棵树' },
    // Games
    rules: { computer: '引擎比赛惯例', asian: '亚洲规则', plain: '只判长将' },
    evaluation: { placement: '子力与位置', full: '全部知识' },
    ko: { simple: '禁立即提回', positional: '禁全局同形', situational: '禁轮同一方的同形' },
    scoring: { area: '数子', territory: '数目' },
    attacker_moves: candidates,
    owner_moves: candidates,
    reader: { nothing: '不提前判定', atari: '打吃', ladder: '打吃和征子' },
    numbers: { liberties: '按气数', paper: '论文的评估' },
    values: { distance: '按步数远近', plain: '一律为 1' },
};

export const methodNamesZh: Record<string, string> = {
    alphabeta: 'α-β 剪枝',
    minimax: '极小极大',
    mcts: '蒙特卡洛树搜索',
    pn: '证明数搜索（PN）',
    'pn+': '证明数搜索，估计初值（PN+）',
    'pn*': '深度优先证明数搜索（PN*）',
    'df-pn': '深度优先证明数搜索（df-pn）',
    'df-pn+': '深度优先证明数搜索，估计初值（df-pn+）',
    bstar: '上下界最佳优先（B*）',
    bsp: '按概率的上下界搜索（B*）',
};

export const presetNamesZh: Record<string, string> = {
    plain: '基本',
    'oi-wiki': 'OI Wiki 的写法',
    'paper-ordering': '论文：着法排序',
    'paper-capture': '论文：围棋吃子',
    'paper-survey': '论文：综述',
    'paper-hitech': '论文：Hitech',
    classic: '经典',
    exact: '精确',
    solver: '求解',
    full: '完整',
    'and-or': '与或树',
    capture: '围棋吃子',
    rave: '以 RAVE 探索',
    evaluated: '以评估代替模拟',
};
