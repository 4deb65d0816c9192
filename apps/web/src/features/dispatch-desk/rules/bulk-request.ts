import {
  type assignmentOperations,
  type courierRecordOperations,
  type placeOperations,
} from '@despacho/contracts/dispatch';
import type * as z from 'zod/mini';

type Operations = typeof assignmentOperations &
  Pick<typeof courierRecordOperations, 'couriers.attend'> &
  Pick<typeof placeOperations, 'places.answer'>;

/**
 * Operations that change orders and return a receipt, each with an idempotency key; the attendance, which is part of
 * «Se retira hoy»; and the answers of «Por ubicar».
 */
export type BulkId = keyof Operations;

/** A bulk request with its body. */
export type BulkRequest = {
  [I in BulkId]: {
    id: I;
    body: z.input<Operations[I]['body']>;
    /** The courier whose stops are reordered, or whose route is accepted. */
    courierId?: string;
  };
}[BulkId];

/** Whether the request names the version of every order, so that it cannot be applied twice. */
export const holdsVersions = ({ body }: BulkRequest): boolean => 'orders' in body || 'stops' in body;

/** @returns a string that is equal only for identical requests. */
export const signatureOf = (requests: readonly BulkRequest[]): string =>
  JSON.stringify(requests.map(({ id, body, courierId }) => [id, courierId ?? null, body]));
