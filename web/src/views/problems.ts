// SPDX-License-Identifier: MIT
// Problems: a list of them, one to solve by hand (?id=…), or one of one's own (?own=GAME).
import { call } from '../api';
import type { Game, Problem } from '../types';
import { ProblemList } from './problems_list';
import { OwnView } from './problems_own';
import { SolveView } from './problems_solve';

let lists: { games: Map<string, Game>; problems: Problem[] } | null = null;

export async function mount(host: HTMLElement, link: URLSearchParams): Promise<() => void> {
    if (!lists) {
        const [games, problems] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Problem[]>('GET', '/api/problems'),
        ]);
        lists = { games: new Map(games.map((game) => [game.name, game])), problems };
    }
    const { games, problems } = lists;
    const own = link.get('own');
    const problem = problems.find(({ id }) => id === link.get('id'));
    const view =
        own !== null
            ? new OwnView(games, own)
            : problem
              ? new SolveView(games.get(problem.game)!, problems, problem)
              : new ProblemList(games, problems);
    host.append(view.element);
    return () => view.destroy();
}
