import { randomUUID } from 'node:crypto';
import { addDays, type MoneyAct, type MoneyReason } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { readTotals } from '#work/days/day-totals.ts';
import { type DayKey } from '#work/days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { instantOf, localOf } from '#platform/dispatch/zoned-time.ts';
import { type Act, Ledger, type Movement } from '#work/money/ledger.ts';
import { createRandom, type Random } from './random.ts';

const SEED = 80_529;
/** Days before today whose money was received. */
const DAYS = 60;

/** Differences in céntimos, with their share of the days. */
const DIFFERENCES: readonly { share: number; reason: MoneyReason; amount: (random: Random) => number }[] = [
  { share: 0.05, reason: 'vuelto', amount: (random) => random.between(1, 20) * 10 },
  { share: 0.04, reason: 'pasajes', amount: (random) => random.between(2, 12) * 100 },
  { share: 0.02, reason: 'peaje', amount: () => 760 },
  { share: 0.03, reason: 'faltante', amount: (random) => random.between(5, 40) * 100 },
  { share: 0.02, reason: 'sobrante', amount: (random) => -random.between(1, 10) * 50 },
];

/** Enters the payments of all visits, which couriers hold. */
export async function enterPayments(trx: Database): Promise<void> {
  await sql`
    insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person,
      means, target, amount, order_id)
    select details.company_id, progress.office_id, progress.courier_id, progress.visit_day, gen_random_uuid(), 'cobro',
      progress.closed_at, 'sistema', 'El sistema', progress.office_id || '/sistema',
      payment ->> 'means', 'repartidor', (payment ->> 'amount')::bigint, progress.order_id
    from order_progress as progress
    join order_details as details on details.office_id = progress.office_id and details.id = progress.order_id
    cross join jsonb_array_elements(progress.payments) as payment
    where progress.courier_id is not null and progress.visit_day is not null and (payment ->> 'amount')::bigint > 0
    order by progress.office_id, progress.visit_day, progress.courier_id, progress.closed_at`.execute(trx);
  await sql`
    insert into money_balances (office_id, courier_id, day, means, place, reason, amount)
    select office_id, courier_id, day, means, target, '', sum(amount)::bigint
    from money_entries group by office_id, courier_id, day, means, target`.execute(trx);
}

/** Receives the cash of one day, most often all of it, and passes the other payments to the account. */
function receive(ledger: Ledger, key: DayKey, random: Random, act: (what: MoneyAct) => Act): void {
  const cash = ledger.at(key, 'efectivo', 'repartidor');
  const chosen = random.between(0, 99) / 100;
  let share = 0;
  const found = DIFFERENCES.find((each) => chosen < (share += each.share));
  const missing = found ? Math.min(found.amount(random), cash) : 0;
  const move = (step: Act, movement: Omit<Movement, 'key'>) => {
    ledger.move(step, { key, ...movement });
  };
  if (cash > 0) {
    const handover = act('entrega');
    ledger.head(handover, key);
    move(handover, { means: 'efectivo', from: 'repartidor', to: 'caja', amount: cash - Math.max(0, missing) });
    if (found && missing > 0)
      move(handover, {
        means: 'efectivo',
        from: 'repartidor',
        to: 'diferencias',
        amount: missing,
        reason: found.reason,
      });
    if (found && missing < 0)
      move(handover, { means: 'efectivo', from: 'diferencias', to: 'caja', amount: -missing, reason: found.reason });
  }
}

/**
 * Money of the days before today: received, with a few differences, and confirmed except yesterday's.
 * @param cashier who received it.
 */
export async function fillDemoMoney(trx: Database, cashier: Dispatcher, now: Date): Promise<void> {
  const random = createRandom(SEED);
  const { officeId, companyId, timeZone, username, user } = cashier;
  const today = localOf(now, timeZone).date;
  const dayBefore = (days: number): string => addDays(today, -days);
  const held = await trx
    .selectFrom('money_entries')
    .select(['courier_id as courierId', 'day', 'order_id as orderId', 'means', 'amount'])
    .where('office_id', '=', officeId)
    .where('day', '>=', dayBefore(DAYS))
    .where('day', '<', today)
    .orderBy('id')
    .execute();
  const keys = new Map(held.map(({ courierId, day }) => [`${courierId} ${day}`, { courierId, day }]));
  const ledger = await Ledger.open(trx, cashier, [...keys.values()]);
  const confirmed: { courier_id: number; day: string; at: Date }[] = [];
  for (const [name, key] of keys) {
    const isYesterday = key.day === dayBefore(1);
    // A few couriers of yesterday have not handed over anything.
    if (isYesterday && random.happens(0.12)) continue;
    const at = instantOf(key.day, `19:${String(random.between(10, 55))}`, timeZone);
    const act = (what: MoneyAct): Act => ({ id: randomUUID(), what, now: at });
    receive(ledger, key, random, act);
    const account = held.filter(({ courierId, day, means }) => `${courierId} ${day}` === name && means !== 'efectivo');
    if (account.length > 0) {
      const passed = act('cuenta');
      ledger.head(passed, key);
      for (const { orderId, means, amount } of account)
        if (means !== null && amount !== null)
          ledger.move(passed, {
            key,
            means,
            from: 'repartidor',
            to: 'cuenta',
            amount,
            orderId,
            // No two orders have the same: those would be listed as «Números repetidos».
            operation: `${random.between(100, 999)}${String(orderId).padStart(5, '0')}`,
          });
    }
    if (isYesterday) continue;
    ledger.head(act('confirmacion'), key);
    confirmed.push({ courier_id: key.courierId, day: key.day, at });
  }
  await ledger.write();
  for (const day of new Set(confirmed.map((each) => each.day))) {
    const totals = await readTotals(trx, cashier, day);
    const rows = confirmed
      .filter((each) => each.day === day)
      .flatMap(({ courier_id, at }) => {
        const of = totals.get(courier_id);
        return of ? [{ courier_id, at: at.toISOString(), totals: { ...of, open: 0 } }] : [];
      });
    await sql`
      insert into courier_days (company_id, office_id, courier_id, day, confirmed_at, confirmed_username, confirmed_user,
        totals)
      select ${companyId}, ${officeId}, courier_id, ${day}, at, ${username}, ${user}, totals
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (courier_id bigint, at timestamptz, totals jsonb)
      on conflict (office_id, courier_id, day) do nothing`.execute(trx);
  }
}
