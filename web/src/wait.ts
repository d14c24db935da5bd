// SPDX-License-Identifier: MIT
// A search that waits in the queue of the server.
import { t } from './i18n';

/** Behind how many it waits. */
export function waitText(place: number): string {
    return place ? t('waitsBehind', { n: place }) : t('waitsNext');
}
