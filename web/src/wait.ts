// SPDX-License-Identifier: MIT
// A job that does not go on just now: it waits in the queue of the server, or the server is away.
import type { Listener } from './api';
import { t } from './i18n';

/** Behind how many it waits. */
export function waitText(place: number): string {
    return place ? t('waitsBehind', { n: place }) : t('waitsNext');
}

/** The reports of a job on its pauses. */
export type PauseListener = Pick<Listener, 'waiting' | 'started' | 'away'>;

/** Follows a job, and says in the language of the moment why it does not go on. */
export class Pause {
    private place: number | null = null;
    private isAway = false;

    constructor(private readonly onChange: () => void) {}

    /** Its listener; spread it into the listener of the job. */
    readonly listener: PauseListener = {
        waiting: (place) => this.set(place, this.isAway),
        started: () => this.set(null, this.isAway),
        away: (isAway) => this.set(this.place, isAway),
    };

    /** Empty: it goes on. */
    get text(): string {
        if (this.isAway) return t('offline');
        return this.place === null ? '' : waitText(this.place);
    }

    private set(place: number | null, isAway: boolean): void {
        this.place = place;
        this.isAway = isAway;
        this.onChange();
    }
}
