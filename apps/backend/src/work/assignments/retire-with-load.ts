import { randomUUID } from 'node:crypto';
import { carryDay, type Courier, LOADED_STATES } from '@despacho/contracts/dispatch';
import { retireCourier } from '#fleet/couriers/change-courier.ts';
import { requireActiveCourier } from '#fleet/couriers/couriers-repository.ts';
import { inOffice } from '#platform/database/in-office.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { officeDay } from '#platform/dispatch/working-day.ts';
import { type Database } from '#platform/database/open-database.ts';
import { formatSoles } from '#platform/format-number.ts';
import { Refusal } from '#platform/refusal.ts';
import { type WorkServices } from '../services.ts';
import { heldCash } from '../money/cash-limit.ts';
import { moveLoad } from './move-load.ts';

interface Retiring {
  id: number;
  version: number;
  /** Who receives the orders of every day. */
  handTo?: string | undefined;
  /** Retires the courier even with cash of the office. */
  withCash?: boolean | undefined;
}

/**
 * @param today the working day of the office.
 * @param seesMoney whether the refusal names the amount.
 * @throws Refusal conflict if a courier has cash that is not handed over.
 */
async function requireNoCash(
  db: Database,
  dispatcher: Dispatcher,
  { id, name }: { id: number; name: string },
  { today, seesMoney }: { today: string; seesMoney: boolean },
): Promise<void> {
  const held = (await heldCash(db, dispatcher, today, id)).get(id) ?? 0;
  if (held === 0) return;
  const what = seesMoney ? `${formatSoles(held)} en efectivo` : 'efectivo';
  throw new Refusal(
    'conflict',
    `${name} todavía lleva ${what} que no entregó a la oficina; recíbalo antes, o confirme que lo retira así`,
    undefined,
    'withCash',
  );
}

/**
 * Retires a courier, whose orders of all days are handed over first if `handTo` is given. Each day is moved separately,
 * so a refusal leaves a working courier with the remaining days, and the request can be repeated.
 * @param seesMoney whether the person may see amounts.
 * @throws Refusal not-found; conflict if someone changed the courier since, if orders remain, or for cash without
 * `withCash`.
 */
export async function retireWithLoad(
  services: WorkServices,
  dispatcher: Dispatcher,
  { id, version, handTo, withCash = false }: Retiring,
  seesMoney: boolean,
): Promise<Courier> {
  const { db, clock } = services;
  const today = officeDay(clock(), dispatcher);
  const guard = withCash
    ? undefined
    : (trx: Database, courier: { id: number; name: string }) =>
        requireNoCash(trx, dispatcher, courier, { today, seesMoney });
  if (handTo === undefined) return retireCourier(services, dispatcher, id, version, guard);
  if (handTo === String(id)) throw new Refusal('invalid', 'Las órdenes deben pasar a otro repartidor');
  const courier = await requireActiveCourier(db, dispatcher, id);
  if (courier.version !== version)
    throw new Refusal('conflict', `Otra persona cambió los datos de ${courier.name}; vuelva a mirarlos`);
  // Checked before the orders are moved too.
  await guard?.(db, courier);
  const rows = await db
    .selectFrom('orders')
    .select('date')
    .distinct()
    .where(inOffice(dispatcher))
    .where('courier_id', '=', id)
    .where('state', 'in', LOADED_STATES)
    .execute();
  const days = new Set(rows.map(({ date }) => carryDay(date, today)));
  for (const day of [...days].sort())
    await moveLoad(services, dispatcher, randomUUID(), { from: String(id), to: handTo, day });
  return retireCourier(services, dispatcher, id, version, guard);
}
