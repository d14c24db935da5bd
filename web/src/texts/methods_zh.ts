// SPDX-License-Identifier: MIT
// Methods, their options and presets in Chinese. Words in Latin letters are what options and their values are called.
import type { OwnerZh, OptionZh } from './tables_zh';

const memory: Record<string, OptionZh> = {
    memory_kib: [
        '内存（KiB）',
        '一次搜索的内存上限，以 KiB 计；其他部分用剩的归置换表。栈可以另占 512 KiB，因此很小的上限也可用。',
    ],
};

const alphabeta: Record<string, OptionZh> = {
    form: [
        '返回值形式',
        '结点返回什么：见到的最佳值（fail_soft）、截到窗口之内的值（fail_hard），或所记录的 α（recorded）。',
    ],
    pvs: ['主要变例搜索', '除第一着外，其余着法先用零窗口搜索，超出时再重搜（NegaScout）。'],
    mtdf: ['MTD(f)', '只用零窗口来求每次迭代的值；此时不用期望窗口。'],
    mtdf_step: [
        'MTD(f) 的步法',
        'mtdf 的下一个零窗口：取在刚得到的界上（bound），或取上下界的中点（halves），从判断正负开始；后者与 hash_pv_cuts 同用时，主要变例只有一步。',
    ],
    deepening: ['迭代加深', '每次迭代加深几层；0：给定了深度时，直接搜到该深度。'],
    time_by_stability: ['按稳定性用时', '有棋钟时：最佳着法一直不变就少用时间，着法更换或评分下降就多用。'],
    aspiration: ['期望窗口', '以上一次迭代的值为中心的窗口，取其半宽；0：不用。'],
    aspiration_widening: [
        '窗口的放宽',
        '值落在窗口之外时：那一侧一次全部放开（whole），或逐步放宽（steps）；后者在值过高时还会减小深度。',
    ],
    hash: ['置换表', '使用置换表。'],
    hash_scheme: ['替换策略', '新表项替换哪一个旧表项；clustered：同一缓存行中最浅的那个，此前搜索留下的先被替换。'],
    hash_ways: ['每桶表项数', 'hash_scheme=m_way 时一个桶有几个表项。'],
    hash_key: ['表的下标', '下标取自 64 位键值（single），或取自另一个独立的 32 位散列值（paper）；clustered 用前者。'],
    hash_depth: ['深度条件', '表项的深度不小于所需深度即可使用（at_least），或必须恰好相等（equal）。'],
    hash_pv_cuts: ['窗口内用表截断', '在窗口之内也允许由精确的表项结束结点；得到的变例会变短。'],
    hash_move: ['置换表着法', '先试置换表里记下的着法。'],
    hash_prefetch: ['预取', '走棋之前先预取新局面的表项。'],
    hash_path: [
        '依赖路径的局面',
        '局面的值依赖于到达它的路径时：什么都不存（skip），或只存着法（move）；取后者时，只有依赖路径的那部分搜索确实影响了结果，值才算依赖路径。',
    ],
    hash_fail_low: [
        '全部落低时存的着法',
        '所有着法都低于窗口时，表项存哪一着：最先试的一着（keep），或其中最好的一着（best）。',
    ],
    captures: [
        '吃子排序',
        '吃子着法按生成次序（unsorted）、排在其他着法之前（first），或再按所得排序；exchange：亏本的吃子不算吃子；see：按静态交换评估亏本的排到最后。',
    ],
    picker: [
        '着法的给出',
        '一次列出全部着法（list），或分阶段、用到时才生成（staged；要求 captures=see、用最近的两个杀手着法且不在吃子之前，被将军时除外）。',
    ],
    killers: ['杀手启发', '先试在同一层造成过剪枝的着法，排在吃子之前（before_captures）或之后（after_captures）。'],
    killer_kind: ['杀手的选取', '每层取最近的两个杀手着法（recent），或造成剪枝次数最多的一个（counted）。'],
    history: ['历史启发', '按以往的成效排序：以起点和终点（from_to），或以棋子和终点（piece_to）为索引。'],
    history_gain: [
        '历史分的增量',
        '在深度 d 处剪枝一次，计 d*d（square）或 2 的 d 次方（power）；gravity：失败也计入，越近的分量越重（棋子没有定价的棋种仍用 square）。',
    ],
    history_keep: ['保留历史表', '把 history_gain=gravity 的各种历史表留给下一次搜索。'],
    continuation: ['后续历史', '排序时也看着法接在一、二、四层之前的着法后面的成效（要求 history_gain=gravity）。'],
    capture_history: ['吃子历史', '吃子着法也按以往的成效排序（要求 history_gain=gravity 和 captures=see）。'],
    counter_move: ['反驳着', '先试以前驳倒过对方上一着的着法（要求 history_gain=gravity）。'],
    correction: ['评估修正', '根据搜索在有共同部分的局面里得到的结果，修正静态评估。'],
    iid: ['内部迭代加深', '没有置换表着法时，先做内部迭代加深；enlarged：结果低于 α 时，把窗口放大到 α 以下再搜一次。'],
    iid_min_depth: ['内部加深的起始深度', '剩余深度至少有几层才做 iid。'],
    iid_reduction: ['内部加深的减量', 'iid 的搜索浅几层。'],
    iid_hash: ['内部加深先查表', 'iid 的浅搜索之前先查置换表。'],
    win_distance: ['杀棋步数裁剪', '一条变化若不可能比已知的胜法更快取胜，就不再搜下去。'],
    bounds: ['棋种的知识', '利用棋种不经搜索就知道的事：值的上下界、立即输棋的着法、彼此等价的着法。'],
    repetition_cut: ['循环截断', '由对局历史就能定胜负时结束这条变化：循环、步数限制。'],
    material_cut: ['子力截断', '双方都没有足以取胜的子力时结束这条变化。'],
    quiescence: ['静态搜索', '深度用完之后继续搜索吃子，以及对将军的一切应着。'],
    quiescence_hash: ['静态搜索：置换表', '深度用完之后也使用置换表。'],
    quiescence_see: ['静态搜索：略去亏子', '深度用完之后不看亏子的着法。'],
    quiescence_delta: ['静态搜索：增量裁剪', '深度用完之后，略去再加这么多分也达不到窗口的吃子；0：不略去。'],
    quiescence_checks: ['静态搜索：将军', '深度用完后的第一层也搜索不吃子的将军（要求 picker=staged）。'],
    extend_check: ['将军延伸', '将军之后多搜一层。'],
    extend_single: ['唯一着法延伸', '只有一步合法着法时多搜一层。'],
    extend_mate: ['杀棋威胁延伸', '停一手就会被将死时多搜一层（要求 null_move）。'],
    extend_recapture: ['回吃延伸', '回吃时加深不到一层（四分之三或三分之二层）；零头沿变化累加。'],
    null_move: [
        '空着裁剪',
        '连停一手都高出窗口时裁剪；adaptive：减量随深度和子力而变；verified：再用浅一层的搜索验证；dynamic：减量随深度和静态评估而变。',
    ],
    null_reduction: ['空着减量', 'plain 和 verified 在空着之后少搜几层；0：按论文取 2 和 3。'],
    null_pieces: ['空着所需强子', '一方至少要有几个强子才可以停一手。'],
    reverse_futility: ['反向无效裁剪', '静态评估高出窗口，且每层深度都超过这么多时裁剪；0：不用。'],
    razoring: [
        '剃刀裁剪',
        '静态评估低于窗口，且差距超过此值的（2 + 深度的平方）倍时，转入静态搜索；0：不用。',
    ],
    probcut: ['概率裁剪', '较浅的搜索表明某个吃子高出窗口这么多时裁剪（ProbCut）；0：不用。'],
    futility: ['无效裁剪', '静态评估低于窗口，且每层都超过这么多时，跳过不吃子的着法；0：不用。'],
    late_pruning: ['后期着法裁剪', '看过的着法达到此数加上深度的平方之后，跳过其余不吃子的着法；0：不用。'],
    see_pruning: ['交换评估裁剪', '跳过亏子的着法：吃子以每层亏这么多为限，不吃子的着法限度更小；0：不用。'],
    history_pruning: ['历史裁剪', '历史分低于零，且每层都超过这么多时，跳过不吃子的着法；0：不用。'],
    late_reductions: [
        '后期着法缩减',
        '靠后的着法先少搜几层：深度的对数与着法次序的对数之积，乘以此值的百分之一；0：不用。',
    ],
    internal_reduction: ['内部缩减', '从这个深度起，没有置换表着法的结点少搜一层；0：不用。'],
    singular: ['奇异延伸', '从这个深度起，若没有别的着法接近置换表着法，就把它搜得更深；0：不用。'],
    multicut: ['多重剪枝', '与 singular 同用：其他着法也高出窗口时剪枝（Multi-Cut）。'],
    threads: ['线程数', '同时搜索的线程数，共用一个置换表（Lazy SMP）。'],
    ...memory,
};

const minimax: Record<string, OptionZh> = {
    form: ['形式', '值都从行棋方来看（negamax），或都从 MAX 来看，由 MAX 和 MIN 轮流（two_player）。'],
    question: ['问题', '求值（value），或只问行棋方能否至少达到 threshold（truth，即与或树）。'],
    threshold: ['目标值', 'question=truth 所问的值。'],
    ...memory,
};

/** Options of all searches by proof numbers, and of those among them that go depth first. */
const proof: Record<string, OptionZh> = {
    prover: [
        '证明方',
        '要证明谁能成功：由棋种决定，否则为行棋方（game）；行棋方（mover）；或指定先手、后手（first、second）。',
    ],
    threshold: ['目标值', '终局时证明方至少要达到的值；默认为胜。'],
    initial: ['初始证明数', '首次遇到的局面的证明数和证伪数：各为一个单位（unit），或由棋种估计（game）。'],
    sum: [
        '求和方式',
        '证明数如何相加：照实相加（plain）；取最大者，其余每着加一个单位（weak）；或取最大者，其余只计 rest_percent（damped）。',
    ],
    rest_percent: [
        '其余所计的百分数',
        '折减求和（sum=damped）时，最大者以外的数计入百分之几。各着共有的子树会被重复计算，此数越小，重复越少。',
    ],
    ...memory,
};
const depthFirst: Record<string, OptionZh> = {
    ...proof,
    loops: ['防止循环停滞', '图中有环时防止搜索停滞不前：不处理（none），或放宽阈值（tca，阈值控制算法）。'],
    walk_solutions: [
        '核对解答',
        '每次用到一个解答时，都按规则把它走一遍：用于禁全局同形之类的规则，同一着法在一条路径上被禁止，在另一条上却可行。auto：由棋种决定；off：此时什么都不算证明。',
    ],
    list_cache: ['缓存着法表', '离开结点时保留它的着法表，以便沿同一路径回来时再用。'],
    gc: ['表满时的处理', '表满时：新表项逐个挤掉旧的（none），或清除最小的子树（small_tree）。'],
};
const dfPn: Record<string, OptionZh> = {
    ...depthFirst,
    edge_cost: ['着法代价', '一步棋给其后未解局面的证明数加上多少，以十六分之一单位计。'],
    epsilon_percent: ['切换余量', '1+ε 技巧：当前着法比次佳着法差过百分之几，才转去看后者；0：立即转去。'],
    similar: ['套用反驳', '模拟：搜索下一着之前，先试前一着的反驳是否也驳倒它。'],
    earlier: ['套用旧解', '模拟：同一局面在先前的提问中已解时，先试那个解在这里是否也成立，再行搜索。'],
    threads: ['线程数', '共用一个表的线程数；需要核对解答时只用一个。'],
    threads_after: ['其余线程的开始', '搜索多少个结点之后才启动其余线程：小的搜索不等它们起作用就已结束。'],
};

/** Options of searches by bounds. */
const bounded: Record<string, OptionZh> = {
    bounds: ['上下界的来源', '棋种若有可靠的上下界就用它（game），或一律由试探得出（probes）。'],
    probe_depth: ['试探深度', '给出估计的 α-β 搜索有几层；0：只看吃子。'],
    deeper_probes: ['加深试探', '没有可搜索的了，就用深一层的试探重新开始，直到结点数、评估次数或时间用完。'],
    margin: ['界的余量', '任何一方都不能停一手的局面中，界与估计相距多远。'],
    ...memory,
};
const bstar: Record<string, OptionZh> = {
    criterion: [
        '判据',
        '何时转而证明其余着法不行（DISPROVEREST）：2 个、3 个或全部其他着法，其界的深度平方之和小于最佳着法的；R：各除以所在结点的区间宽度。',
    ],
    ...bounded,
};
const bsp: Record<string, OptionZh> = {
    rule: [
        '概率的合成',
        '着法的概率如何合成结点的概率：视为相互独立（independent）；强制方取最大，对方取最小（maximum）；或视为上下界之间的分布，彼此相乘（product）。',
    ],
    clusters: [
        '相关着法',
        '走到同一格的着法彼此相关：若棋种能说明着法的终点，它们合在一起只算行棋方最中意的那一着。',
    ],
    strict: ['严格验证', '验证时与其他着法可能达到的最高值相比，而不只与它们的估计相比。'],
    epsilon: ['忽略的概率', '小于此值（千分之几）的概率不再看；0：全都看。'],
    expansions: ['展开次数', '工作量：最多展开多少个结点；0：只受搜索本身的限制。'],
    phase_percent: ['一个阶段的份额', '一个阶段最多用去剩余工作量的百分之几；工作量不限时，按已做的计算。'],
    ...bounded,
};

const mcts: Record<string, OptionZh> = {
    seed: ['随机种子', '随机数的种子：单线程时，同样的种子得到同样的搜索。'],
    iterations: ['迭代次数', '没有结点数或时间限制时的迭代次数；0：直到被停止。'],
    selection: ['选择公式', '着法的优先度：只看均值和访问次数（ucb1，上置信界），或还看棋种的先验（puct）。'],
    exploration: ['探索常数', '选择公式中的常数 C，以千分之一计。'],
    final: [
        '最终着法',
        '走哪一着：访问最多的（robust_child）、均值最高的（max_child），或下界最高的（secure_child）。',
    ],
    secure: ['保守系数', 'final=secure_child 时，均值 − A / √访问次数 中的常数 A，以千分之一计。'],
    absolute_pruning: [
        '绝对剪枝',
        '其他着法都不可能再成为访问最多的，就结束：已超过全部访问的一半（half），或领先的次数多于余下的次数（lead）。仅用于 final=robust_child。',
    ],
    widening: ['渐进拓宽', '随着访问增多，结点的着法才一个个放开。'],
    widening_c: ['拓宽：常数 c', 'widening 中访问 c 次之后放开第二着；其后各着之间相隔 c * d^i 次。'],
    widening_d: ['拓宽：倍数 d', 'widening 中的倍数 d，以千分之一计。'],
    expand_visits: ['展开所需访问', '结点访问多少次之后才展开着法。'],
    solver: ['求解', 'MCTS-Solver：证明了的胜、负、和作为界向上传递，已解出的不再访问。'],
    rave: ['RAVE', '快速着法价值估计：同一方后来才走出的同一着也计入。'],
    rave_equivalence: [
        'RAVE：等价参数',
        'rave 所占份额 a / (a + n + a n / k) 中的 k，其中 a 为后来走出的次数，n 为访问次数。',
    ],
    progressive_bias: [
        '渐进偏置',
        '先验为 1 时给尚未访问的着法增加多少优先度，以千分之一计；随访问增多而减弱。0：不用。',
    ],
    first_play_urgency: ['首访优先度', '尚未访问的着法的优先度，以千分之一计；0：用 ucb1 时先于其他一切着法。'],
    implicit_minimax: ['隐式极小极大', '评估值在均值之外按极小极大上传，它在优先度中占百分之几。'],
    playouts: [
        '模拟对局',
        '由棋种的着法表随机走（moves）；由棋种自带的函数随机走，若有（uniform）；用上棋种的知识（informed）；或不模拟，以棋种的评估代替（none）。',
    ],
    playout_plies: ['模拟的步数', '模拟走了这么多步，就以棋种的评估结束；0：走到终局。'],
    scale: ['评估尺度', '胜率相当于 73 % 的评估值：逻辑斯谛曲线的尺度。'],
    priors: ['先验知识', '棋种若对着法有先验的看法，就用它排序，并计入选择。'],
    reuse: ['沿用旧树', '局面若由上一次搜索的局面走来，就接着用那棵树。'],
    transpositions: ['合并同形', '不同路径到达的同一局面共用着法，只要路径无关紧要。'],
    threads: ['线程数', '用多少个线程搜索。'],
    parallel: [
        '并行方式',
        '多线程时：共同生长一棵树，不加锁（tree）；或各长一棵，再把各树对根着法的统计相加（root）。',
    ],
    virtual_loss: ['虚拟损失', '多线程共用一棵树时：一次访问在结果出来之前算作输掉的几次访问，好让其他线程走别处。'],
    ...memory,
};

const proofPresets = { plain: '所有选项都取默认值。', capture: '用于围棋吃子题：各着共有的子树少算几遍。' };
const depthFirstPresets = {
    ...proofPresets,
    'paper-capture': 'Zhang 与 Chen 解围棋吃子题时的设置：最初发表的形式，不用后来的技术。',
};

export const methodsZh: Record<string, OwnerZh> = {
    alphabeta: {
        help: 'α-β 搜索，各种经典技术都是可以单独开关的选项。',
        options: alphabeta,
        presets: {
            plain: '教科书式的 α-β：fail-soft，着法按生成次序，没有其他技术。',
            'oi-wiki': 'OI Wiki 的写法，返回所记录的 α 或 β。',
            'paper-ordering':
                'Yue 与 Feng 测量着法排序时的设置：α-β 直接搜到全部深度，用置换表、置换表着法、按交换排序的吃子、一个杀手着法和历史启发；没有选择性搜索。',
            'paper-capture': 'Zhang 与 Chen 搜索围棋吃子时的设置：每次加深两层，用线性探测的置换表。',
            'paper-survey': 'Yue 与 Feng 综述中的整个框架，每种技术取一种做法。',
            classic:
                '论文所处时代的技术，取最佳设置：主要变例搜索、置换表、按交换排序的吃子、杀手启发、历史启发、静态搜索、将军延伸、带验证的空着裁剪。',
            exact: '所有不改变结果的技术，取最佳设置；没有选择性搜索。',
            solver: '用于能搜到终局、且着法次序本来就好的棋种，例如四子棋：只用零窗口，直接搜到全部深度，并用上棋种自己的上下界；结果是精确的。',
            full: '已知最强的设置，也就是默认值。',
        },
    },
    minimax: {
        help: '朴素极小极大：直到给定深度，每个局面的每一步都看。',
        options: minimax,
        presets: { plain: '负极大值形式（negamax）。', 'and-or': '与或树的真假：值是否至少为 1？' },
    },
    pn: {
        help: '证明数搜索，最佳优先，整棵树留在内存里：一方能否达到某个值？',
        options: proof,
        presets: proofPresets,
    },
    'pn+': { help: 'pn，初始证明数由棋种估计。', options: proof, presets: proofPresets },
    'pn*': {
        help: '只按证明数的深度优先搜索，阈值逐次增大。',
        options: depthFirst,
        presets: proofPresets,
    },
    'df-pn': {
        help: '带置换表的深度优先证明数搜索：一方能否达到某个值？',
        options: dfPn,
        presets: depthFirstPresets,
    },
    'df-pn+': { help: 'df-pn，初始证明数由棋种估计。', options: dfPn, presets: depthFirstPresets },
    bstar: {
        help: 'B*：按上下界最佳优先，直到证明某一着最好。',
        options: bstar,
        presets: { plain: '棋种若有上下界就用它；判据为 2D。' },
    },
    bsp: {
        help: '基于概率的 B*：按估计和上下界之间的概率最佳优先。',
        options: bsp,
        presets: {
            plain: '概率视为相互独立，工作量只受搜索本身的限制。',
            'paper-hitech': '展开 225 次，即 Hitech 的平均次数。',
            exact: '上下界可靠时，证明了最佳着法确实最好才结束。',
        },
    },
    mcts: {
        help: '蒙特卡洛树搜索：随机模拟对局，哪里下得好就多试哪里。',
        options: mcts,
        presets: {
            plain: '最初发表的 UCT：四个阶段，走访问最多的一着。',
            full: '求解、RAVE、棋种的知识、首访优先度，选择已定就立即结束。',
            rave: '同上，但除 RAVE 之外不作探索；适合围棋，那里一步棋晚些走往往同样好。',
            evaluated: '用于评估比随机走子更可靠的棋种：不模拟，评估按极小极大上传，加上先验。',
        },
    },
};
