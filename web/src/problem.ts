// SPDX-License-Identifier: MIT
// What went wrong, in words for the person in front of the page.
import { ApiError } from './api';
import { serverText, t, type Told } from './i18n';
import type { Game } from './types';

export function problemText(error: unknown, game?: Game): Told {
    if (error instanceof ApiError && error.status === 0) return { text: t('offline'), lang: null };
    return serverText(error instanceof Error ? error.message : String(error), game);
}

/** Shows it in an element that is hidden while all is well. */
export function showProblem(element: HTMLElement, error: unknown): void {
    const told = problemText(error);
    element.textContent = told.text;
    element.lang = told.lang ?? '';
    element.hidden = false;
}
