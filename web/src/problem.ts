// SPDX-License-Identifier: MIT
// Errors, in words for the person in front of the page.
import { ApiError, isAway, isLost } from './api';
import { messageText, t, type Told } from './i18n';
import type { Game } from './types';

export function problemText(error: unknown, game?: Game): Told {
    if (isAway(error)) return { text: t('offline'), lang: null };
    if (isLost(error)) return { text: t('lost'), lang: null };
    if (error instanceof ApiError) return messageText(error.reply.error, game);
    return messageText({ message: error instanceof Error ? error.message : String(error) }, game);
}

/** The same with its place, where it is about a text that somebody wrote: a request of another form has none there. */
export function mistakeText(error: unknown): Told {
    const told = problemText(error);
    if (!(error instanceof ApiError) || error.status !== 422) return told;
    const { line, column = 0 } = error.reply;
    return line ? { ...told, text: t('mistakeAt', { line, column, error: told.text }) } : told;
}

/** Shows it in an element that is hidden while all is well. */
export function showTold(element: HTMLElement, told: Told): void {
    element.textContent = told.text;
    element.lang = told.lang ?? '';
    element.hidden = false;
}

export function showProblem(element: HTMLElement, error: unknown): void {
    showTold(element, problemText(error));
}
