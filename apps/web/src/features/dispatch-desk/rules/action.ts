import { type Receipt } from '@despacho/contracts/dispatch';
import { type BulkRequest } from './bulk-request.ts';

/**
 * How one request of an action went. `unknown`: no answer came, so that it may have been done or not; `refused`: the
 * whole request was, and nothing was done.
 */
export type StepState =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'done'; receipt: Receipt }
  | { state: 'unknown'; failure: unknown }
  | { state: 'refused'; failure: unknown };

/** One request of an action. Its key is made once, when the person decides, and goes with every try. */
export interface Step {
  key: string;
  request: BulkRequest;
  /** What of the action this part is, where there are several: a courier's name. */
  part?: string;
  progress: StepState;
}

/** What a person did in one go: one request, or several that were confirmed together. */
export interface Action {
  id: string;
  /** What was wanted: «Asignar a Jorge Quispe». */
  title: string;
  /** When, in milliseconds of the server's clock. */
  at: number;
  steps: readonly Step[];
  /** The action this one takes back. */
  undoes?: string;
  /** Codes of the orders meant, by id: a refused one may not tell its own. */
  codes: ReadonlyMap<string, string>;
}

export const isRunning = ({ steps }: Action): boolean =>
  steps.some(({ progress: { state } }) => state === 'waiting' || state === 'running');

/** @returns the requests nobody has answered: to be sent again as they were, with their keys. */
export const unanswered = ({ steps }: Action): readonly Step[] =>
  steps.filter(({ progress }) => progress.state === 'unknown');

/** @returns the receipts that have come. */
export const receiptsOf = ({ steps }: Action): Receipt[] =>
  steps.flatMap(({ progress }) => (progress.state === 'done' ? [progress.receipt] : []));

/** What a person decided to do: one request, or several to be sent one after the other. */
export interface Intent {
  title: string;
  parts: readonly { request: BulkRequest; part?: string }[];
  codes: ReadonlyMap<string, string>;
  undoes?: string;
}

/** What a person did in an office. */
export interface Actions {
  /** Newest first. */
  all: readonly Action[];
  /** Whose receipt is on screen. */
  shownId: string | null;
}
