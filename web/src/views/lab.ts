// SPDX-License-Identifier: MIT
// Lab: the reports of experiments, and small experiments whose curves are drawn while they run.
import { call } from '../api';
import { h } from '../dom';
import { experimentTitle, t, type Key } from '../i18n';
import type { Link } from '../link';
import type { Experiment, Game, Method } from '../types';
import { LabForm } from './lab_form';
import { experimentList, experimentPage } from './lab_list';
import { ResultView } from './lab_result';
import { LabRun, type RunRequest } from './lab_run';
import { positionSets, READY, type LabSetup, type ReadyName } from './lab_setup';

/** State that outlives the view: a change of language or of the view ends no run and loses no text. */
interface Session {
    setup: LabSetup;
    ownText: string | null; // where it was changed by hand
    run: LabRun | null;
}

let session: Session | null = null;
let lists: { games: Game[]; methods: Method[]; experiments: Experiment[] } | null = null;

function readySetup(name: ReadyName): LabSetup {
    return { ...structuredClone(READY[name]), title: t(`labReady${name}` satisfies Key) };
}

class LabView {
    private readonly element = h('div', { class: 'lab' });
    private readonly resultPlace = h('div', { class: 'lab-place' });
    private result: ResultView | null = null;
    private form: LabForm | null = null;

    constructor(
        private readonly session: Session,
        private readonly games: Game[],
        private readonly methods: Method[],
        private readonly experiments: Experiment[],
    ) {}

    destroy(): void {
        this.result?.destroy();
        this.form?.destroy();
    }

    async mount(host: HTMLElement, link: Link): Promise<void> {
        const name = link.get('show');
        link.choice('list', ['all'], 'all');
        link.readsOnly('show', 'list');
        const shown = this.experiments.find((experiment) => experiment.name === name);
        host.append(this.element);
        this.element.append(this.head(name === null && link.get('list') === null));
        if (name !== null && !shown)
            this.element.append(h('p', { class: 'problem', role: 'alert' }, t('labUnknown')));
        if (shown) this.element.append(await experimentPage(shown, (experiment) => this.runAndShow(experiment)));
        else if (name !== null || link.get('list') !== null)
            this.element.append(
                experimentList(this.experiments, this.games, (experiment) => this.runAndShow(experiment)),
            );
        else this.showBench();
    }

    private head(isBench: boolean): HTMLElement {
        const tab = (address: string, title: string, isHere: boolean): HTMLElement =>
            h('a', { href: address, 'aria-current': isHere ? 'page' : null }, title);
        return h(
            'header',
            { class: 'lab-intro' },
            h('h1', {}, t('labTitle')),
            h('p', {}, t('labIntro')),
            h(
                'nav',
                { class: 'lab-tabs', 'aria-label': t('labTitle') },
                tab('#/lab', t('labTry'), isBench),
                tab('#/lab?list=all', t('labReports'), !isBench),
            ),
        );
    }

    private showBench(): void {
        this.form = new LabForm(
            this.games,
            this.methods,
            positionSets(this.experiments),
            this.session.setup,
            this.session.ownText,
            (title, text) => this.start(title, text),
            (setup, ownText) => Object.assign(this.session, { setup, ownText }),
        );
        this.element.append(this.ready(), this.resultPlace, this.form.element);
        if (this.session.run) this.showRun(this.session.run, false);
    }

    private ready(): HTMLElement {
        return h(
            'section',
            { class: 'lab-ready' },
            h('h2', {}, t('labReady')),
            h(
                'div',
                { class: 'lab-cards' },
                ...(Object.keys(READY) as ReadyName[]).map((name) =>
                    h(
                        'button',
                        { type: 'button', class: 'lab-card', onclick: () => this.startReady(name) },
                        h('strong', {}, t(`labReady${name}`)),
                        h('span', {}, t(`labReady${name}Help`)),
                    ),
                ),
            ),
        );
    }

    private startReady(name: ReadyName): void {
        const setup = readySetup(name);
        this.form?.set(setup);
        this.start(setup.title, this.form?.textValue ?? '');
    }

    /** The quick form of an experiment that was built in; the page of runs shows it. */
    private runAndShow(experiment: Experiment): void {
        void call<Experiment>('GET', `/api/experiments/${experiment.name}`).then(({ text = '' }) => {
            this.newRun(experimentTitle(experiment).text, text, { name: experiment.name, quick: true });
            location.hash = '#/lab';
        });
    }

    private newRun(title: string, text: string, request: RunRequest): LabRun {
        if (this.session.run && !this.session.run.isOver) this.session.run.cancel();
        return (this.session.run = new LabRun(title, text, request));
    }

    private start(title: string, text: string): void {
        this.showRun(this.newRun(title, text, { text }), true);
    }

    private showRun(run: LabRun, isNew: boolean): void {
        this.result?.destroy();
        this.result = new ResultView(run, () => this.showRun(this.newRun(run.title, run.text, run.request), true));
        this.resultPlace.replaceChildren(this.result.element);
        if (isNew) this.resultPlace.scrollIntoView({ block: 'start' });
    }
}

export async function mount(host: HTMLElement, link: Link): Promise<() => void> {
    if (!lists) {
        const [games, methods, experiments] = await Promise.all([
            call<Game[]>('GET', '/api/games'),
            call<Method[]>('GET', '/api/methods'),
            call<Experiment[]>('GET', '/api/experiments'),
        ]);
        lists = { games, methods, experiments };
    }
    session ??= { setup: readySetup('Tictactoe'), ownText: null, run: null };
    const view = new LabView(session, lists.games, lists.methods, lists.experiments);
    await view.mount(host, link);
    return () => view.destroy();
}
