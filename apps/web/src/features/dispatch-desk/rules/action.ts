import { type Order, type Receipt } from '@despacho/contracts/dispatch';
import { type BulkRequest } from './bulk-request.ts';

/**
 * Progress of one request. `unknown`: no response, so it may or may not have been executed; `refused`: rejected as a
 * whole, nothing was changed.
 */
export type StepState =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'done'; receipt: Receipt }
  | { state: 'unknown'; failure: unknown }
  | { state: 'refused'; failure: unknown };

/** One request of an action. Its idempotency key is created once and used for every retry. */
export interface Step {
  key: string;
  request: BulkRequest;
  /** Label of this part if there are several: a courier's name. */
  part?: string | undefined;
  /** Name of the courier who receives the orders. */
  courier?: string | undefined;
  progress: StepState;
}

/** An action of the user: one request, or several confirmed together. */
export interface Action {
  id: string;
  /** Title: «Asignar a Jorge Quispe». */
  title: string;
  /** Start, in milliseconds of the server's clock. */
  at: number;
  steps: readonly Step[];
  /** Id of the action that this one undoes. */
  undoes?: string | undefined;
  /** The orders of the action that were selected before it, in this page only. */
  selected?: readonly Order[];
  /** Order codes by id, because a refusal may not include them. */
  codes: ReadonlyMap<string, string>;
}

export const isRunning = ({ steps }: Action): boolean =>
  steps.some(({ progress: { state } }) => state === 'waiting' || state === 'running');

/** @returns the requests without a response, to be retried with the same keys. */
export const unanswered = ({ steps }: Action): readonly Step[] =>
  steps.filter(({ progress }) => progress.state === 'unknown');

/** @returns the receipts received so far. */
export const receiptsOf = ({ steps }: Action): Receipt[] =>
  steps.flatMap(({ progress }) => (progress.state === 'done' ? [progress.receipt] : []));

/** An action before it is sent: one request, or several sent in sequence. */
export interface Intent {
  title: string;
  parts: readonly Pick<Step, 'request' | 'part' | 'courier'>[];
  codes: ReadonlyMap<string, string>;
  undoes?: string | undefined;
}

/** A user's actions in one office. */
export interface Actions {
  /** Newest first. */
  all: readonly Action[];
  /** Id of the action whose receipt is shown. */
  shownId: string | null;
}
