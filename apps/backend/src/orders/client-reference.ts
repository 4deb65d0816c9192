import { isUniqueViolation } from '../database/database-error.ts';
// The thread that parses imports loads this file, so the import is type-only: it must not load the database's modules.
import type { Database } from '../database/open-database.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { Refusal } from '../refusal.ts';
import { fold } from '../fold.ts';

/** The sender of an order, as stored in the order. */
export interface Sender {
  id: string | null;
  name: string;
}

/** Orders with equal client and reference are duplicates. A client without an id is identified by name. */
export const referenceKey = ({ id, name }: Sender, reference: string): string =>
  JSON.stringify([id ?? fold(name), id === null, reference]);

/** @param code of the existing order; null if it belongs to another office, of which nothing else is revealed. */
export const repeatedReference = (code: string | null): string =>
  `Ese cliente ya tiene ${code === null ? 'una orden' : `la orden ${code}`} con esa referencia`;

/** @param code as in `repeatedReference`. */
const referenceTaken = (code: string | null): Refusal =>
  new Refusal('conflict', repeatedReference(code), undefined, 'clientReference');

/** The unique indexes on references, of clients and of other senders. */
const INDEXES = ['orders_client_reference', 'orders_sender_reference'];

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
  const rows = await trx
    .selectFrom('orders')
    .select(['id', 'code', 'office_id', 'client_id', 'client_name'])
    .where('company_id', '=', companyId)
    .where('client_id', sender.id === null ? 'is' : '=', sender.id)
    .where('client_reference', '=', reference)
    .execute();
  const key = referenceKey(sender, reference);
  const taken = rows.filter(
    ({ id, client_id, client_name }) =>
      id !== own && referenceKey({ id: client_id, name: client_name }, reference) === key,
  );
  if (taken.length === 0) return;
  throw referenceTaken(taken.find(({ office_id }) => office_id === officeId)?.code ?? null);
}
