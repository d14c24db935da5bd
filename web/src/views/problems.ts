// SPDX-License-Identifier: MIT
// Problems: a list of them, one to solve by hand (?id=…), or one of one's own (?own=GAME).
import { call } from '../api';
import { gameTitle, t } from '../i18n';
import type { Link } from '../link';
import type { Game, Problem } from '../types';
import { ProblemList } from './problems_list';
import { OWN_GAMES, OwnView } from './problems_own';
import { SolveView } from './problems_solve';

let lists: { games: Map<string, Game>; problems: Problem[] } | null = null;

export async function mount(host: HTMLElement, link: Link): Promise<() => void> {
    if (!lists) {
        const [games, problems] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Problem[]>('GET', '/api/problems'),
        ]);
        lists = { games: new Map(games.map((game) => [game.name, game])), problems };
    }
    const { games, problems } = lists;
    const isOwn = link.has('own');
    const own = link.choice('own', OWN_GAMES, gameTitle(games.get(OWN_GAMES[0])!).text) ?? OWN_GAMES[0];
    const id = link.choice(
        'id',
        problems.map((one) => one.id),
        t('linkList'),
    );
    const problem = problems.find((one) => one.id === id);
    link.readsOnly('own', 'id');
    const view =
        isOwn
            ? new OwnView(games, own)
            : problem
              ? new SolveView(games.get(problem.game)!, problems, problem)
              : new ProblemList(games, problems);
    host.append(view.element);
    return () => view.destroy();
}
