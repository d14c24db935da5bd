// SPDX-License-Identifier: MIT
// The experiments that were built in, and one of them with its report.
import { call } from '../api';
import { h } from '../dom';
import { experimentAbout, experimentTitle, gameTitle, labelled, t } from '../i18n';
import type { Experiment, Game } from '../types';
import { reportFrame } from './lab_frame';
import { durationText } from './lab_result';

function costs(experiment: Experiment): HTMLElement {
    return h(
        'p',
        { class: 'lab-costs' },
        experiment.published ? h('span', { class: 'badge' }, t('labHasReport')) : null,
        experiment.cost_s ? h('span', {}, t('labCost', { time: durationText(experiment.cost_s) })) : null,
        experiment.quick_s ? h('span', {}, t('labQuickCost', { time: durationText(experiment.quick_s) })) : null,
    );
}

function runButton(experiment: Experiment, onRun: (experiment: Experiment) => void): HTMLElement | null {
    if (!experiment.run_here) return null;
    const title = experimentTitle(experiment).text;
    return h(
        'button',
        { type: 'button', 'aria-label': labelled(t('labRunQuick'), title), onclick: () => onRun(experiment) },
        t('labRunQuick'),
    );
}

/** Its description, if it has one. */
function about(experiment: Experiment, style: string | null): HTMLElement | null {
    const told = experimentAbout(experiment);
    return told.text ? h('p', { class: style, lang: told.lang }, told.text) : null;
}

function item(experiment: Experiment, onRun: (experiment: Experiment) => void): HTMLElement {
    const title = experimentTitle(experiment);
    return h(
        'li',
        { class: 'lab-item' },
        h(
            'div',
            {},
            h('h4', { lang: title.lang }, h('a', { href: `#/lab?show=${experiment.name}` }, title.text)),
            about(experiment, 'lab-about'),
            costs(experiment),
        ),
        runButton(experiment, onRun),
    );
}

/** By game, in the order of the games; cheap ones first. */
export function experimentList(
    experiments: Experiment[],
    games: Game[],
    onRun: (experiment: Experiment) => void,
): HTMLElement {
    const groups = games
        .map((game) => ({
            title: gameTitle(game),
            list: experiments
                .filter((one) => one.game === game.name)
                .sort((a, b) => (a.cost_s || Infinity) - (b.cost_s || Infinity)),
        }))
        .filter(({ list }) => list.length > 0);
    return h(
        'section',
        { class: 'card lab-list' },
        h('h2', {}, t('labList')),
        h('p', { class: 'help' }, t('labListHelp')),
        ...groups.flatMap(({ title, list }) => [
            h('h3', { lang: title.lang }, title.text),
            h('ul', {}, ...list.map((one) => item(one, onRun))),
        ]),
    );
}

/** One experiment: what it is, its report and its text. */
export async function experimentPage(
    experiment: Experiment,
    onRun: (experiment: Experiment) => void,
): Promise<HTMLElement> {
    const { text = '' } = await call<Experiment>('GET', `/api/experiments/${experiment.name}`);
    const title = experimentTitle(experiment);
    const address = `/api/reports/${experiment.name}`;
    return h(
        'div',
        { class: 'lab-one' },
        h('p', {}, h('a', { href: '#/lab?list=all' }, `‹ ${t('labBack')}`)),
        h(
            'section',
            { class: 'card lab-head' },
            h('h2', { lang: title.lang }, title.text),
            about(experiment, null),
            experiment.paper
                ? h('p', { class: 'help' }, labelled(t('labPaper'), ''), h('cite', { lang: 'en' }, experiment.paper))
                : null,
            costs(experiment),
            runButton(experiment, onRun),
        ),
        h(
            'details',
            {},
            h('summary', {}, t('labText')),
            h('pre', { class: 'lab-source', tabindex: 0, lang: 'en' }, text),
        ),
        experiment.published
            ? h(
                  'section',
                  { class: 'lab-report' },
                  h(
                      'header',
                      {},
                      h('h2', {}, t('labReport')),
                      h('a', { href: address, target: '_blank', rel: 'noopener' }, t('labReportAlone')),
                  ),
                  reportFrame(address, title.text),
              )
            : h('p', { class: 'card empty' }, t('labNoReport')),
    );
}
