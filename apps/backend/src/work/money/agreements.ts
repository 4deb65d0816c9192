import { type AgreedMatter, MONEY_REASON_CODES, MONEY_REASONS } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { formatSoles } from '#platform/format-number.ts';
import { conflict, invalid } from '#platform/refusal.ts';
import { personSub } from '#people/users/person-sub.ts';
import { type DayKey } from '../days/days-repository.ts';
import { type Ledger } from './ledger.ts';

/** Decisions about a courier's day that require another person, and have none yet. */
export interface Doubt {
  courierId: number;
  day: string;
  /** Expenses, if they are above the office's limit; otherwise 0. In céntimos. */
  expenses: number;
  /** The limit that they are above, in céntimos. */
  limit: number;
  /** Orders that one account closed for less than is due, and whose courier's cash it received. */
  orders: number;
  /** `sub` of those who entered the expenses or received that cash. */
  people: string[];
  /** Whether the day was confirmed where nobody else could have agreed. */
  isAlone: boolean;
  /** Time of the newest entry in doubt. */
  at: Date;
}

/** The reasons with which cashiers explain that money is missing, so that the day would be «Conforme». */
const EXPENSES = sql.join(
  MONEY_REASON_CODES.filter((code) => MONEY_REASONS[code].explained).map((code) => sql.lit(code)),
);

const isUndone = (officeId: string, table: string) => sql`exists (
  select from money_entries as undoing where undoing.office_id = ${officeId} and undoing.undoes = ${sql.ref(`${table}.act`)})`;

/** The limit of the day of a row, in céntimos: of a confirmed day, the one by which it was confirmed. */
const limitOf = (officeId: string, row: string): RawBuilder<number> => sql`coalesce(
  (select expense_limit from courier_days as days
    where days.office_id = ${officeId} and days.courier_id = ${sql.ref(`${row}.courier_id`)}
      and days.day = ${sql.ref(`${row}.day`)} and days.confirmed_at is not null),
  (select expense_limit from offices where id = ${officeId}))`;

/**
 * @param span working days, both included.
 * @param courierId only this courier.
 * @returns the query of `Doubt`. An agreement covers what was entered before it: an expense that is entered afterwards
 * needs another one. A day that was confirmed before there were limits has none. Candidates are few, so everything else is looked up for each of them (`offset` prevents any join).
 */
export const doubtsIn = (
  { officeId }: Pick<OfficeKey, 'officeId'>,
  { from, to }: { from: string; to: string },
  courierId: number | null = null,
): RawBuilder<Doubt> => sql`
  select doubt.courier_id as "courierId", doubt.day, sum(doubt.expenses)::bigint as expenses, max(doubt."limit")::bigint as "limit",
    sum(doubt.orders)::integer as orders, array_agg(distinct doubt.person) as people, max(doubt.at) as at,
    exists (
      select from money_entries as closing
      where closing.office_id = ${officeId} and closing.day = doubt.day and closing.courier_id = doubt.courier_id
        and closing.what = 'confirmacion' and closing.matter = 'nadie_mas' and not ${isUndone(officeId, 'closing')}
    ) as "isAlone"
  from (
    select spent.courier_id, spent.day, case when entered.place = 1 then spent.amount else 0 end as expenses,
      office.most as "limit", 0 as orders, entered.at, entered.person, entered.newest
    from (
      select courier_id, day, sum(amount) as amount from (
        select courier_id, day, greatest(0, sum(amount)) as amount from money_balances
        where office_id = ${officeId} and day between ${from} and ${to} and place = 'diferencias'
          and amount > 0 and reason in (${EXPENSES}) and (${courierId}::bigint is null or courier_id = ${courierId})
        group by courier_id, day, reason
      ) as reasons group by courier_id, day
    ) as spent
    cross join lateral (select ${limitOf(officeId, 'spent')} as most offset 0) as office
    cross join lateral (
      select person, row_number() over (order by id) as place, max(id) over () as newest, max(at) over () as at
      from money_entries as entry
      where office_id = ${officeId} and day = spent.day and courier_id = spent.courier_id
        and target = 'diferencias' and reason in (${EXPENSES}) and not ${isUndone(officeId, 'entry')}
    ) as entered
    where office.most > 0 and spent.amount > office.most
    union all
    select progress.courier_id, progress.visit_day, 0, 0, case when received.place = 1 then 1 else 0 end,
      greatest(received.at, closing.at), received.person, received.newest
    from (
      select order_id, courier_id, visit_day, payments from order_progress
      where office_id = ${officeId} and visit_day between ${from} and ${to} and difference is not null
        and state = 'entregada' and (${courierId}::bigint is null or courier_id = ${courierId}) offset 0
    ) as progress
    cross join lateral (
      select collect_due from order_details where office_id = ${officeId} and id = progress.order_id offset 0
    ) as details
    cross join lateral (
      select coalesce(sum((payment ->> 'amount')::bigint), 0) as amount
      from jsonb_array_elements(progress.payments) as payment
    ) as paid
    cross join lateral (
      select at, data -> 'actor' ->> 'username' as username from events
      where order_id = progress.order_id and office_id = ${officeId} and type = 'order.changed'
        and data ->> 'what' in ('entregada', 'corregida', 'visita_aceptada')
        and not exists (
          select from events as undoing where undoing.order_id = progress.order_id
            and undoing.office_id = ${officeId} and undoing.data ->> 'undoes' = events.batch
        )
      order by position desc limit 1
    ) as closing
    cross join lateral (
      select person, row_number() over (order by id) as place, max(id) over () as newest, max(at) over () as at
      from money_entries as entry
      where office_id = ${officeId} and day = progress.visit_day and courier_id = progress.courier_id
        and what = 'entrega' and target = 'caja' and by_username = closing.username
        and not ${isUndone(officeId, 'entry')}
    ) as received
    where paid.amount < details.collect_due
  ) as doubt
  where not exists (
    select from courier_days as days
    where days.office_id = ${officeId} and days.courier_id = doubt.courier_id and days.day = doubt.day
      and days.confirmed_at is not null and days.expense_limit is null
  ) and not exists (
    select from money_entries as agreed
    where agreed.office_id = ${officeId} and agreed.day = doubt.day and agreed.courier_id = doubt.courier_id
      and agreed.what = 'acuerdo' and agreed.matter = 'gastos' and agreed.id > doubt.newest and agreed.at >= doubt.at
  )
  group by doubt.courier_id, doubt.day`;

/** @returns the doubt about a courier's day, if there is one. */
export async function doubtOf(
  db: Database,
  office: Pick<OfficeKey, 'officeId'>,
  { courierId, day }: DayKey,
): Promise<Doubt | undefined> {
  const { rows } = await sql<Doubt>`${doubtsIn(office, { from: day, to: day }, courierId)}`.execute(db);
  return rows[0];
}

/** @returns whether somebody of the office other than these people reads its money. */
export async function hasOthers(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  people: readonly string[],
): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('username')
    .where('office_id', '=', officeId)
    .where('state', '=', 'active')
    .where(sql<boolean>`'D05' = any(permissions)`)
    .execute();
  return rows.some(({ username }) => !people.includes(personSub({ office: { id: officeId }, username })));
}

/**
 * Refuses a surplus above the office's bound that no other person has noted before.
 * @param surplus what is received above what is expected, in céntimos.
 * @throws Refusal conflict.
 */
export async function requireAgreedSurplus(
  trx: Database,
  { officeId, sub }: Dispatcher,
  { courierId, day }: DayKey,
  { surplus, courier }: { surplus: number; courier: string },
): Promise<void> {
  const { most } = await trx
    .selectFrom('offices')
    .select('surplus_limit as most')
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow();
  if (most === 0 || surplus <= most) return;
  const noted = await trx
    .selectFrom('money_entries')
    .select('id')
    .where('office_id', '=', officeId)
    .where('day', '=', day)
    .where('courier_id', '=', courierId)
    .where('what', '=', 'acuerdo')
    .where('matter', '=', 'sobrante')
    .where('agreed', '>=', surplus)
    .where('person', '<>', sub)
    .limit(1)
    .executeTakeFirst();
  if (!noted)
    throw conflict(
      `Son ${formatSoles(surplus)} más de lo que debía entregar ${courier}, sobre el tope de ${formatSoles(most)}. Cuente otra vez; si es así, una persona lo anota y otra lo recibe`,
    );
}

/**
 * Decides whether a person may agree.
 * @returns the text of the entry.
 * @throws Refusal conflict if nothing waits for an agreement, or the person entered it: only charge S agrees with its own.
 */
export async function agreement(
  trx: Database,
  dispatcher: Dispatcher,
  key: DayKey,
  { matter, amount, ledger }: { matter: AgreedMatter; amount: number; ledger: Ledger },
): Promise<string> {
  if (matter === 'sobrante') {
    if (amount === 0) throw invalid('Escriba cuánto hay de más', 'amount');
    return `Sobrante de hasta ${formatSoles(amount)}, por encima de ${formatSoles(ledger.at(key, 'efectivo', 'repartidor'))}`;
  }
  const doubt = await doubtOf(trx, dispatcher, key);
  if (!doubt) throw conflict('No hay gastos ni cobros por aceptar');
  if (doubt.expenses !== amount) throw conflict('Los gastos acaban de cambiar; revíselos otra vez');
  if (doubt.people.includes(dispatcher.sub) && dispatcher.charge !== 'S')
    throw conflict('Usted los anotó: los acepta otra persona que ve Liquidación, o alguien con cargo S');
  const parts = [
    ...(doubt.expenses > 0 ? [`gastos de ${formatSoles(doubt.expenses)}`] : []),
    ...(doubt.orders > 0 ? [`${doubt.orders} ${doubt.orders === 1 ? 'cobro' : 'cobros'} por menos`] : []),
  ];
  return `Acepta ${parts.join(' y ')}`;
}
