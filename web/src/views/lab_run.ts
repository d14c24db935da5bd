// SPDX-License-Identifier: MIT
// A run of an experiment, which outlives the view: its rows as they come, and what is there when it is over.
import { startJob, textAt, type ApiError, type Job } from '../api';
import type {
    ExperimentCurve,
    ExperimentReply,
    ExperimentRow,
    ExperimentSummary,
    ReportSection,
} from '../types';
import { Pause } from '../wait';

export type RunState = 'waiting' | 'running' | 'done' | 'stopped' | 'failed';

export interface Report {
    html: string;
    text: string;
    csv: string;
}

/** The input of a run: a text, or the quick form of a built-in experiment. */
export type RunRequest = { text: string } | { name: string; quick: true };

export class LabRun {
    state: RunState = 'waiting';
    limit = 'depth';
    measures: string[] = [];
    done = 0;
    of = 0;
    leftMs: number | null = null;
    curves: ExperimentCurve[] = [];
    sections: ReportSection[] = [];
    report: Report | null = null;
    reportAddress: string | null = null;
    error: ApiError | null = null;
    onChange: (() => void) | null = null;
    readonly pause = new Pause(() => this.onChange?.());
    private readonly job: Job;

    constructor(
        readonly title: string,
        readonly text: string,
        readonly request: RunRequest,
    ) {
        this.job = startJob('/api/experiments', request, {
            ...this.pause.listener,
            started: () => {
                this.pause.listener.started?.();
                this.change({ state: 'running' });
            },
            row: (row) => this.take(row),
            result: (job) => void this.finish(job as ExperimentReply),
            error: (error) => this.change({ state: 'failed', error }),
        });
    }

    get isOver(): boolean {
        return this.state !== 'waiting' && this.state !== 'running';
    }

    get isQuick(): boolean {
        return 'name' in this.request;
    }

    stop(): void {
        this.job.stop();
    }

    cancel(): void {
        this.onChange = null;
        this.job.cancel();
    }

    private change(values: Partial<Pick<LabRun, 'state' | 'error'>>): void {
        Object.assign(this, values);
        this.onChange?.();
    }

    private takeState(state: Pick<ExperimentSummary, 'limit' | 'measures' | 'done' | 'of' | 'left_ms'>): void {
        this.limit = state.limit;
        this.measures = state.measures;
        this.done = state.done;
        this.of = state.of;
        this.leftMs = state.left_ms;
    }

    /** Each row has the whole curve of its variant. */
    private take(row: ExperimentRow): void {
        const { variant, words, family, at, rows, points } = row;
        const curve = { variant, words, family, rows, points, ...(at === undefined ? {} : { at }) };
        const place = this.curves.findIndex((one) => one.variant === variant);
        this.takeState(row);
        if (place < 0) this.curves.push(curve);
        else this.curves[place] = curve;
        this.change({ state: 'running' });
    }

    private async finish(job: ExperimentReply): Promise<void> {
        this.takeState(job.experiment);
        this.curves = job.experiment.curves;
        this.sections = job.report?.sections ?? [];
        if (job.report) await this.fetchReport();
        this.change({ state: job.state === 'stopped' ? 'stopped' : 'done' });
    }

    /** The server forgets jobs; what may be downloaded later is fetched now. Without it there is still the curve. */
    private async fetchReport(): Promise<void> {
        const address = await this.job.address('report');
        try {
            const [html, text, csv] = await Promise.all([
                textAt(address),
                textAt(`${address}&format=text`),
                textAt(`${address}&format=csv`),
            ]);
            this.reportAddress = address;
            this.report = { html, text, csv };
        } catch {
            this.report = null;
        }
    }
}
