import { type assignmentOperations } from '@despacho/contracts/dispatch';
import type * as z from 'zod/mini';

/** Requests that change orders and answer with a receipt, each needing a key of its own. */
export type BulkId = Exclude<keyof typeof assignmentOperations, 'assignments.suggest'>;

/** One such request, as it is sent. */
export type BulkRequest = {
  [I in BulkId]: {
    id: I;
    body: z.input<(typeof assignmentOperations)[I]['body']>;
    /** The courier whose stops are put in order. */
    courierId?: string;
  };
}[BulkId];

/** Whether it names the version of every order it is about: done once, it cannot be done again. */
export const holdsVersions = ({ body }: BulkRequest): boolean => 'orders' in body;

/** @returns a text that is the same for two requests that ask for the same thing, and for no others. */
export const signatureOf = (requests: readonly BulkRequest[]): string =>
  JSON.stringify(requests.map(({ id, body, courierId }) => [id, courierId ?? null, body]));
