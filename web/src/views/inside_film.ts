// SPDX-License-Identifier: MIT
// The controls of a film: steps forward and back, a slider, and a clock that steps by itself.
import { h, icon, newId } from '../dom';
import { t, type Key } from '../i18n';

const ICONS = {
    first: 'M6 5v14M18 5l-8 7 8 7V5Z',
    back: 'M15 5l-8 7 8 7V5Z',
    play: 'M8 5l10 7-10 7V5Z',
    pause: 'M8 5v14M16 5v14',
    forward: 'M9 5l8 7-8 7V5Z',
    last: 'M18 5v14M6 5l8 7-8 7V5Z',
};

const SPEEDS: [Key, number][] = [
    ['insideSlow', 1600],
    ['insideMiddling', 700],
    ['insideFast', 150],
];

export class Film {
    readonly element: HTMLElement;
    private readonly slider: HTMLInputElement;
    private readonly place = h('output', { class: 'film-place' });
    private readonly words = h('p', { class: 'film-words', 'aria-live': 'polite' });
    private readonly buttons: Record<'first' | 'back' | 'play' | 'forward' | 'last', HTMLButtonElement>;
    private readonly speed: HTMLSelectElement;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private isPlaying = false;
    private step: number;

    /** `onStep` shows a step, and resolves when it is shown; `none` is said where there is none. */
    constructor(
        private readonly steps: number,
        none: string,
        step: number,
        private readonly onStep: (step: number) => Promise<void>,
    ) {
        const button = (name: keyof typeof ICONS, label: Key, run: () => void, key?: string): HTMLButtonElement =>
            h(
                'button',
                {
                    type: 'button',
                    class: 'icon-button',
                    'aria-label': t(label),
                    'aria-keyshortcuts': key,
                    title: key ? `${t(label)} ( ${key} )` : t(label),
                    onclick: run,
                },
                icon(ICONS[name]),
            );
        this.step = step;
        this.buttons = {
            first: button('first', 'insideFirst', () => void this.go(0)),
            back: button('back', 'insideBack', () => this.back(), ','),
            play: button('play', 'insidePlay', () => this.toggle()),
            forward: button('forward', 'insideForward', () => this.forward(), '.'),
            last: button('last', 'insideLast', () => void this.go(this.steps)),
        };
        this.slider = h('input', {
            type: 'range',
            id: newId('step'),
            min: 0,
            max: steps,
            step: 1,
            'aria-label': t('insideStep'),
            oninput: () => void this.go(Number(this.slider.value)),
        });
        this.speed = h(
            'select',
            { id: newId('speed'), 'aria-label': t('insideSpeed') },
            ...SPEEDS.map(([key, delay]) => h('option', { value: delay }, t(key))),
        );
        this.speed.value = String(SPEEDS[1]![1]);
        this.element = steps
            ? h(
                  'div',
                  { class: 'film', role: 'group', 'aria-label': t('insideFilm') },
                  this.words,
                  h('div', { class: 'film-bar' }, ...Object.values(this.buttons), this.speed, this.place),
                  this.slider,
              )
            : h('p', { class: 'help film' }, none);
        this.show();
    }

    destroy(): void {
        this.pause();
    }

    back(): void {
        this.pause();
        void this.go(this.step - 1);
    }

    forward(): void {
        this.pause();
        void this.go(this.step + 1);
    }

    toggle(): void {
        if (this.isPlaying) {
            this.pause();
            return;
        }
        this.isPlaying = true;
        this.show();
        void this.run(this.step >= this.steps ? 0 : this.step + 1);
    }

    private pause(): void {
        this.isPlaying = false;
        clearTimeout(this.timer);
        this.show();
    }

    private async run(step: number): Promise<void> {
        await this.go(step);
        if (!this.isPlaying) return;
        if (this.step >= this.steps) this.pause();
        else this.timer = setTimeout(() => void this.run(this.step + 1), Number(this.speed.value));
    }

    private async go(step: number): Promise<void> {
        const next = Math.min(this.steps, Math.max(0, step));
        if (next === this.step) return;
        this.step = next;
        this.show();
        await this.onStep(next);
    }

    private show(): void {
        const { first, back, play, forward, last } = this.buttons;
        const label = t(this.isPlaying ? 'insidePause' : 'insidePlay');
        this.slider.value = String(this.step);
        this.slider.setAttribute('aria-valuetext', t('insideStepOf', { n: this.step, all: this.steps }));
        this.place.textContent = t('insideStepOf', { n: this.step, all: this.steps });
        play.replaceChildren(icon(this.isPlaying ? ICONS.pause : ICONS.play));
        play.setAttribute('aria-label', label);
        play.title = label;
        first.disabled = back.disabled = this.step === 0;
        forward.disabled = last.disabled = this.step === this.steps;
    }

    /** Describes the shown step. */
    tell(text: string): void {
        this.words.textContent = text;
    }
}
