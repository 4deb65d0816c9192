import { accountRows, type ImportReceipt, outcomeOf } from '@despacho/contracts/dispatch';
import { randomUUID } from 'node:crypto';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { once } from '#platform/dispatch/idempotency.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { checkedAgain } from '#orders/order/client-reference.ts';
import { type NewOrder, insertPlaced } from '#orders/order/insert-orders.ts';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { assignImported, type RoutedOrder } from './assign-imported.ts';
import { findDoubtful } from './find-doubtful.ts';
import {
  findLines,
  findOwnImport,
  findTaken,
  inputsOfLines,
  keepLayout,
  keepLeftOut,
  type KeptLine,
  keptHeader,
} from './imports-repository.ts';
import { takeImportTurn } from './import-turn.ts';
import { isTaken } from './judge-lines.ts';
import { isDecided, NO_ANSWERS } from './unknown-clients.ts';

/** Orders per statement. */
const CHUNK = 1000;

interface CommitRequest {
  id: number;
  /** The number of orders the person expects. */
  orders: number;
  /** Doubtful lines to import. */
  include?: readonly number[];
  /** Lines to leave out. */
  takeOut?: readonly number[];
}

/** @param lines the preview's lines, as of that revision. */
async function carryOut(
  trx: Database,
  services: WorkServices,
  dispatcher: Dispatcher,
  { id, orders: seen, include = [], takeOut = [] }: CommitRequest,
  { lines, revision }: { lines: readonly KeptLine[]; revision: number | undefined },
  now: Date,
): Promise<ImportReceipt> {
  const { companyId, officeId, sub } = dispatcher;
  await lockOffice(trx, dispatcher);
  const row = await findOwnImport(trx, dispatcher, id);
  if (!row) throw notFound();
  if (row.batch !== null) throw new Refusal('conflict', 'Este archivo ya se importó');
  keptHeader(row, now);
  if (row.revision !== revision)
    throw new Refusal('conflict', 'El archivo cambió mientras se importaba; vuelva a intentarlo');
  const valid = inputsOfLines(lines);
  const taken = await findTaken(
    trx,
    dispatcher,
    valid.map(({ input }) => input),
  );
  const untaken = valid.filter(({ input }) => !isTaken(input, taken));
  // Found again: another person may have imported the same orders meanwhile.
  const doubtful = (await findDoubtful(trx, dispatcher, untaken)).map(({ line }) => line);
  const takenLines = valid.filter(({ input }) => isTaken(input, taken)).map(({ line }) => line);
  const included = new Set(include);
  const left = {
    repeated: new Set([...takenLines, ...doubtful.filter((line) => !included.has(line))]),
    takenOut: new Set(takeOut),
  };
  const judged = lines
    .filter(({ outcome }) => outcome !== 'hidden')
    .map(({ line, rows, outcome }) => ({ line, rows: rows.length, ok: outcome === 'order' }));
  const numbersOf = (wanted: ReturnType<typeof outcomeOf>): number[] =>
    judged.filter((line) => outcomeOf(line, left) === wanted).map(({ line }) => line);
  const imported = new Set(numbersOf('imported'));
  const free = valid.filter(({ line }) => imported.has(line));
  if (!free.every(isDecided(row.clients ?? NO_ANSWERS)))
    throw new Refusal('conflict', 'Falta decidir qué clientes son los que no están en la lista');
  if (free.length !== seen)
    throw new Refusal('conflict', `Ahora se importarían ${free.length} órdenes y no ${seen}; lea otra vez el archivo`);
  const batch = { id: randomUUID(), now };
  const inserted: { id: number; code: string }[] = [];
  for (let at = 0; at < free.length; at += CHUNK) {
    const fields = free.slice(at, at + CHUNK).map(({ input }) => fieldsOfInput(input, 'archivo') as NewOrder);
    inserted.push(...(await insertPlaced(trx, services, dispatcher, batch, fields, 'importada')));
  }
  await trx
    .insertInto('batches')
    .values({ id: batch.id, company_id: companyId, office_id: officeId, person: sub, at: now, undoable: false })
    .execute();
  await trx
    .updateTable('imports')
    .set({ batch: batch.id, orders: free.length, at: now })
    .where(inOffice(dispatcher))
    .where('id', '=', id)
    .execute();
  const routed = inserted.flatMap(({ id: order }, at): RoutedOrder[] => {
    const { courierId, stop } = free[at]?.extra ?? {};
    return courierId === undefined ? [] : [{ id: order, courierId, stop }];
  });
  const { assigned, closed } = await assignImported(trx, dispatcher, routed, now);
  if (row.layout) await keepLayout(trx, dispatcher, row.layout, now);
  const repeated = numbersOf('repeated');
  const takenOut = numbersOf('takenOut');
  await keepLeftOut(trx, dispatcher, id, { repeated, takenOut });
  const aside = row.aside ?? { read: lines.length, hidden: 0, totals: 0, titles: 0, blank: 0 };
  return {
    batch: batch.id,
    at: now.toISOString(),
    orders: free.length,
    accounting: accountRows(aside, judged, left),
    notImported: {
      errors: numbersOf('errors'),
      repeated,
      takenOut,
      hidden: lines.filter(({ outcome }) => outcome === 'hidden').map(({ line }) => line),
    },
    otherSheets: row.sheets ?? [],
    firstCode: inserted[0]?.code ?? '',
    lastCode: inserted.at(-1)?.code ?? '',
    ...(routed.length > 0 && { assigned }),
    ...(closed.length > 0 && { closed }),
  };
}

/**
 * Imports the valid lines of the person's own preview in one transaction, or none. Doubtful lines are left out unless included.
 * @throws Refusal not-found for another person's preview, expired for an old one, conflict if it has already been
 * imported or if other lines are valid than the person saw, busy while another process imports a file of the
 * office.
 */
export async function commitImport(
  services: WorkServices,
  dispatcher: Dispatcher,
  key: string,
  asked: CommitRequest,
): Promise<ImportReceipt> {
  const { db, clock, feed } = services;
  const now = clock();
  const request = { key, operation: 'import', content: asked };
  // Read before the transaction, for which others wait. Owner, existence and revision are checked inside.
  const revision = (await findOwnImport(db, dispatcher, asked.id))?.revision;
  const lines = await findLines(db, dispatcher, asked.id);
  const work = async (trx: Database) => {
    await takeImportTurn(trx, dispatcher.officeId);
    return once(trx, dispatcher, request, now, () =>
      carryOut(trx, services, dispatcher, asked, { lines, revision }, now),
    );
  };
  const { answer, repeated } = await checkedAgain(() => transact(db, work, { repeatable: true }));
  if (!repeated) feed.nudge(dispatcher.officeId);
  return answer;
}
