// SPDX-License-Identifier: MIT
// The frame of the page: its head with language and appearance, and the view that the address names.
import { ApiError, call, endJobsWithPage, isAway, onTokenNeeded } from './api';
import { sharedDefinitions } from './board/pieces';
import { h, icon, newId } from './dom';
import { currentLanguage, loadLanguage, setLanguage, t, type Key } from './i18n';
import { Link } from './link';
import { liveRegion } from './live';
import { choicePref, setPref } from './prefs';
import { problemText, showTold } from './problem';

interface View {
    name: string;
    title: Key;
    load(): Promise<{ mount(host: HTMLElement, link: Link): Promise<() => void> }>;
}

/** Views in the order of the navigation. */
const VIEWS: View[] = [
    { name: 'play', title: 'viewPlay', load: () => import('./views/play') },
    { name: 'analyse', title: 'viewAnalyse', load: () => import('./views/analyse') },
    { name: 'inside', title: 'viewInside', load: () => import('./views/inside') },
    { name: 'problems', title: 'viewProblems', load: () => import('./views/problems') },
    { name: 'lab', title: 'viewLab', load: () => import('./views/lab') },
];

const THEMES = ['auto', 'light', 'dark'] as const;
const THEME_ICONS = {
    auto: 'M12 4a8 8 0 1 0 0 16ZM12 4a8 8 0 0 1 0 16',
    light: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2',
    dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
};

let theme: (typeof THEMES)[number] = choicePref('theme', THEMES);
let unmount: (() => void) | null = null;
let drawn = 0;
let wentByLink = false;

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme(): void {
    document.documentElement.dataset.theme = theme === 'auto' ? (systemIsDark.matches ? 'dark' : 'light') : theme;
}

function themeTitle(): string {
    return t(theme === 'auto' ? 'themeAuto' : theme === 'light' ? 'themeLight' : 'themeDark');
}

function themeButton(): HTMLButtonElement {
    const button = h('button', { type: 'button', class: 'quiet icon-button' });
    const show = (): void => {
        button.replaceChildren(icon(THEME_ICONS[theme]));
        button.setAttribute('aria-label', themeTitle());
        button.title = themeTitle();
    };
    button.addEventListener('click', () => {
        theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto';
        setPref('theme', theme);
        applyTheme();
        show();
    });
    show();
    return button;
}

function languageButton(): HTMLButtonElement {
    const next = currentLanguage() === 'en' ? 'zh' : 'en';
    return h(
        'button',
        {
            type: 'button',
            class: 'quiet language',
            lang: next === 'zh' ? 'zh-Hans' : 'en',
            onclick: () => {
                setLanguage(next);
                void draw().then(() => document.querySelector<HTMLElement>('.language')?.focus());
            },
        },
        next === 'zh' ? '中文' : 'English',
    );
}

function header(current: View): HTMLElement {
    const links = VIEWS.map((view) =>
        h(
            'a',
            {
                href: `#/${view.name}`,
                'aria-current': view === current ? 'page' : null,
                onclick: () => {
                    wentByLink = true;
                },
            },
            t(view.title),
        ),
    );
    return h(
        'header',
        { class: 'head' },
        h(
            'a',
            {
                class: 'skip',
                href: '#content',
                onclick: (event: Event) => {
                    event.preventDefault();
                    document.getElementById('content')?.focus();
                },
            },
            t('skip'),
        ),
        h(
            'a',
            { class: 'brand', href: '#/play' },
            h('span', { class: 'brand-glyphs', lang: 'zh-Hant', 'aria-hidden': 'true' }, '博弈'),
            h('span', {}, 'Boyi'),
        ),
        h('nav', { 'aria-label': t('views') }, ...links),
        h('div', { class: 'head-tools' }, languageButton(), themeButton()),
    );
}

function readAddress(): { view: View; link: Link } {
    const [name = '', ...query] = location.hash.replace(/^#\/?/, '').split('?');
    const link = new Link(query.join('?'));
    const view = VIEWS.find((one) => one.name === name);
    if (!view && name) link.note(t('linkView', { name: decoded(name), view: t(VIEWS[0]!.title) }));
    return { view: view ?? VIEWS[0]!, link };
}

/** A notice about the unused parts of the address; you can close it. */
function linkNotes(link: Link): HTMLElement {
    const list = h('div', { role: 'status' });
    const close = h('button', { type: 'button', class: 'quiet', 'aria-label': t('linkClose') }, '✕');
    const element = h('aside', { class: 'link-notes' }, list, close);
    const show = (): void => {
        list.replaceChildren(...link.notes.map((note) => h('p', {}, note)));
        element.hidden = link.notes.length === 0;
    };
    close.addEventListener('click', () => {
        element.hidden = true;
        document.getElementById('content')?.focus();
    });
    link.onNote = show;
    show();
    return element;
}

/** Draws the whole page: at the start, in another language, at another address. */
async function draw(): Promise<void> {
    const turn = ++drawn;
    const { view, link } = readAddress();
    document.documentElement.lang = currentLanguage() === 'zh' ? 'zh-Hans' : 'en';
    document.title = `${t(view.title)} · ${t('name')}`;
    unmount?.();
    unmount = null;
    const content = h('main', { id: 'content', tabindex: -1 }, h('p', { class: 'loading' }, t('loading')));
    for (const child of [...document.body.children]) if (child !== tokenDialog) child.remove();
    document.body.prepend(header(view), content, liveRegion(), sharedDefinitions());
    try {
        const [{ mount }] = await Promise.all([view.load(), loadLanguage()]);
        const stage = h('div', { class: 'stage' });
        const leave = await mount(stage, link);
        if (turn !== drawn) {
            leave();
            return;
        }
        content.replaceChildren(linkNotes(link), stage);
        unmount = leave;
        if (wentByLink) content.focus({ preventScroll: true }); // the link had the focus before the page was redrawn
        wentByLink = false;
    } catch (error) {
        // A part of the view could not be fetched.
        const told = error instanceof ApiError ? problemText(error) : { text: t('offline'), lang: null };
        content.replaceChildren(
            h(
                'div',
                { class: 'problem', role: 'alert' },
                h('p', { lang: told.lang }, told.text),
                h('button', { type: 'button', onclick: () => void draw() }, t('tryAgain')),
            ),
        );
    }
}

let asking: Promise<void> | null = null;
let linkError: unknown = null; // why the token of the link was not taken
let tokenDialog: HTMLDialogElement | null = null;

/** A token that the server refuses is wrong, also one that is no token at all, such as one of a whole page. */
function tokenFault(error: unknown): Key {
    const isLater = error instanceof ApiError && (isAway(error) || error.status === 429 || error.status >= 500);
    return isLater ? 'tokenLater' : 'tokenWrong';
}

/** Asks for the token until the server takes it; many calls may wait for the one dialog, which outlasts the view. */
function askForToken(): Promise<void> {
    asking ??= new Promise<void>((resolve) => {
        const title = newId('title');
        const input = h('input', { type: 'password', id: newId('token'), required: true, autocomplete: 'off' });
        const wrong = h('p', { class: 'problem', role: 'alert', hidden: true });
        const tellWrong = (error: unknown): void => showTold(wrong, { text: t(tokenFault(error)), lang: null });
        if (linkError !== null) tellWrong(linkError);
        linkError = null;
        const dialog = h(
            'dialog',
            {
                class: 'dialog small',
                'aria-labelledby': title,
                oncancel: (event: Event) => event.preventDefault(),
                onclose: () => dialog.showModal(), // a second Escape cannot be prevented
            },
            h(
                'form',
                {
                    onsubmit: (event: SubmitEvent) => {
                        event.preventDefault();
                        call('POST', '/api/session', { token: input.value.trim() }).then(
                            () => {
                                dialog.remove();
                                asking = tokenDialog = null;
                                resolve();
                            },
                            tellWrong,
                        );
                    },
                },
                h('h2', { id: title }, t('tokenTitle')),
                h('p', { class: 'help' }, t('tokenHelp')),
                h('div', { class: 'field' }, h('label', { for: input.id }, t('tokenField')), input),
                wrong,
                h('footer', {}, h('button', { type: 'submit', class: 'primary' }, t('tokenSend'))),
            ),
        );
        tokenDialog = dialog;
        document.body.append(dialog);
        dialog.showModal();
    });
    return asking;
}

/** A part of an address, which somebody may have typed wrong. */
function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** The link that `boyi serve` prints has the token behind #token=, which no server log and no referrer sees. */
async function takeToken(): Promise<void> {
    const token = /^#token=(.+)$/.exec(location.hash)?.[1];
    if (!token) return;
    history.replaceState(null, '', '#/play');
    await call('POST', '/api/session', { token: decoded(token) }).catch((error: unknown) => {
        linkError = error;
    });
}

applyTheme();
systemIsDark.addEventListener('change', applyTheme);
onTokenNeeded(askForToken);
endJobsWithPage();
addEventListener('hashchange', () => void takeToken().then(draw));
void takeToken().then(draw);
