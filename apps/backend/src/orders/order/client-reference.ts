import { nameKey, referenceKey } from '@despacho/contracts';
import { type OrderFields } from '@despacho/contracts/dispatch';
import { type NotNull, sql } from 'kysely';
import { isUniqueViolation } from '#platform/database/database-error.ts';
// The thread that parses imports loads this file, so the import is type-only: it must not load the database's modules.
import type { Database } from '#platform/database/open-database.ts';
import type { Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { conflict, type Refusal } from '#platform/refusal.ts';

/** The sender of an order, as stored in the order. */
export interface Sender {
  id: string | null;
  name: string;
}

/** Orders with equal client and reference are duplicates. A client without an id is identified by name. */
export const referenceKeyOf = ({ id, name }: Sender, reference: string): string =>
  JSON.stringify([id ?? nameKey(name), id === null, referenceKey(reference)]);

/** @returns the key to store with an order; null without a reference. */
export const keyOfReference = ({
  clientId: id,
  clientName: name,
  clientReference: reference,
}: Pick<OrderFields, 'clientId' | 'clientName' | 'clientReference'>): string | null =>
  reference === null ? null : referenceKeyOf({ id, name }, reference);

/** @param code of the existing order; null if it belongs to another office, of which nothing else is revealed. */
export const repeatedReference = (code: string | null): string =>
  `Ese cliente ya tiene ${code === null ? 'una orden' : `la orden ${code}`} con esa referencia`;

/** @param code as in `repeatedReference`. */
const referenceTaken = (code: string | null): Refusal =>
  conflict(repeatedReference(code), undefined, 'clientReference');

/** The unique indexes on references, of clients and of other senders. */
const INDEXES = ['orders_client_reference', 'orders_sender_reference', 'orders_reference_key'];

/**
 * Runs a transaction that checks references. If a concurrent order takes one after the check, the unique index rejects
 * the transaction: it is run again, and its check reports the conflicting order.
 * @throws Refusal conflict if the second run is rejected as well.
 */
export async function checkedAgain<T>(run: () => Promise<T>): Promise<T> {
  const isTaken = (error: unknown): boolean =>
    isUniqueViolation(error) && INDEXES.includes((error as { constraint?: string }).constraint ?? '');
  try {
    return await run();
  } catch (error) {
    if (!isTaken(error)) throw error;
    return await run().catch((again: unknown) => {
      throw isTaken(again) ? referenceTaken(null) : again;
    });
  }
}

/** An order that has a reference. */
interface Referenced {
  id: number;
  code: string;
  office_id: string;
  /** Its client and reference, see `referenceKeyOf`. */
  key: string;
}

/** @returns the orders of a company with one of these clients and references. */
export function findReferences(
  db: Database,
  companyId: string,
  wanted: readonly { sender: Sender; reference: string }[],
): Promise<Referenced[]> {
  const keys = new Set(wanted.map(({ sender, reference }) => referenceKeyOf(sender, reference)));
  return db
    .selectFrom('order_details')
    .select(['id', 'code', 'office_id', 'reference_key as key'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`reference_key = any(${[...keys]}::text[])`)
    .$narrowType<{ key: NotNull }>()
    .execute();
}

/**
 * @param own the order being changed, which may have the reference.
 * @throws Refusal conflict if another order of the company has this sender and reference.
 */
export async function checkReference(
  trx: Database,
  { companyId, officeId }: Dispatcher,
  sender: Sender,
  reference: string,
  own?: number,
): Promise<void> {
  const rows = await findReferences(trx, companyId, [{ sender, reference }]);
  const taken = rows.filter(({ id }) => id !== own);
  if (taken.length === 0) return;
  throw referenceTaken(taken.find(({ office_id }) => office_id === officeId)?.code ?? null);
}
