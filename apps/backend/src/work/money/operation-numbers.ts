import {
  COLLECTION_MEANS,
  type CollectionMeans,
  type RepeatedNumber,
  type VerifyPayments,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { localOf } from '#platform/dispatch/zoned-time.ts';
import { formatSoles } from '#platform/format-number.ts';
import { seesWholeCompany } from '#platform/person.ts';
import { conflict } from '#platform/refusal.ts';
import { peruvianDay } from '../imports/read-moment.ts';
import { type WorkServices } from '../services.ts';

/** A number counts as used for this long: accounts use them again later. */
const REPEATED_DAYS = 90;
const DAY_MS = 86_400_000;

/** Uses of one number that are looked at, newest first. Nobody can add many alone: the second one needs an answer. */
const MAX_USES = 50;

/** Payments that a question names; the rest is counted. */
const MAX_NAMED = 3;

const MAX_LISTED = 50;

/** A payment that is to be passed to the account. */
export interface NumberedPayment {
  orderId: number;
  means: CollectionMeans;
  operation: string;
  amount: number;
}

interface Use {
  orderId: number;
  means: CollectionMeans;
  number: string;
  /** Door of the visit, if several orders were closed at one door. */
  door: string | null;
  /** Another payment with this number; null without one. */
  code: string | null;
  officeId: string;
  person: string;
  user: string;
  at: Date;
}

/** The amount of an entry's order that is in the account: 0 after it was cancelled or the visit was corrected. */
const inAccount = sql`(
  select coalesce(sum(case when moved.target = 'cuenta' then moved.amount when moved.source = 'cuenta' then -moved.amount end), 0)
  from money_entries as moved
  where moved.office_id = entry.office_id and moved.day = entry.day and moved.courier_id = entry.courier_id
    and moved.order_id = entry.order_id and moved.means = entry.means)`;

/** @returns each payment with its number as it is compared, and the newest other payment of the company that has it. */
async function usesOf(
  trx: Database,
  { companyId, officeId }: Dispatcher,
  payments: readonly NumberedPayment[],
  now: Date,
): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select given."orderId", given.means, given.number, other.code, other.office_id as "officeId", other.person,
      other.by_user as "user", other.at, (
        select max(door::text) from field_visits where office_id = ${officeId} and order_id = given."orderId"
      ) as door
    from (
      select "orderId", means, operation_number(operation) as number
      from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as t ("orderId" bigint, means text, operation text)
    ) as given
    left join lateral (
      select entry.*, details.code
      from (
        select * from money_entries
        where company_id = ${companyId} and means = given.means and operation is not null
          and operation_number(operation) = given.number and at > ${new Date(now.getTime() - REPEATED_DAYS * DAY_MS)}
          and target = 'cuenta' and (office_id <> ${officeId} or order_id <> given."orderId")
        order by at desc limit ${MAX_USES}
      ) as entry
      cross join lateral (
        select code from order_details where office_id = entry.office_id and id = entry.order_id offset 0
      ) as details
      where ${inAccount} > 0 and not exists (
        select from field_visits as one join field_visits as door
          on door.office_id = one.office_id and door.courier_id = one.courier_id and door.door = one.door
        where one.office_id = ${officeId} and one.order_id = given."orderId" and one.door is not null
          and entry.office_id = ${officeId} and door.order_id = entry.order_id
      )
      order by entry.at desc limit 1
    ) as other on true
    where given.number <> ''`.execute(trx);
  return rows;
}

const naming = <Item>(items: readonly Item[], text: (item: Item) => string): string =>
  [
    ...items.slice(0, MAX_NAMED).map(text),
    ...(items.length > MAX_NAMED ? [`${items.length - MAX_NAMED} más`] : []),
  ].join('; ');

/** Refuses payments of one request with the same number, unless the amount of the transfer was stated and is their sum. */
function requireSums(uses: readonly Use[], payments: readonly NumberedPayment[], stated: VerifyPayments['transfers']) {
  const amountOf = new Map(payments.map((each) => [`${each.orderId} ${each.means}`, each]));
  for (const group of Map.groupBy(uses, ({ means, number }) => `${means} ${number}`).values()) {
    const [one] = group;
    if (group.length < 2 || group.every(({ door }) => door !== null && door === one?.door)) continue;
    const same = group.flatMap(({ orderId, means }) => amountOf.get(`${orderId} ${means}`) ?? []);
    const sum = same.reduce((all, { amount }) => all + amount, 0);
    const [first] = same;
    if (!first) continue;
    const transfer = stated?.find(({ means, operation }) => means === first.means && operation === first.operation);
    if (transfer?.amount !== sum)
      throw conflict(
        `El número ${first.operation} está en ${same.length} pagos que suman ${formatSoles(sum)}; ${transfer ? `en la cuenta son ${formatSoles(transfer.amount)}` : 'escriba cuánto dice la cuenta'}`,
        undefined,
        'transfers',
      );
  }
}

/**
 * Asks before a number of an operation is used again within the company and 90 days. There is no question between orders
 * that were closed at one door, for one transfer of a stated amount that several orders add up to, or after the other
 * visit was corrected.
 * @throws Refusal conflict that names the other orders, with the field `repeated` if this person may go on: charge S, or
 * another person than the one who passed the other payment.
 */
export async function requireNewNumbers(
  trx: Database,
  dispatcher: Dispatcher,
  payments: readonly NumberedPayment[],
  { repeated, transfers, now }: Pick<VerifyPayments, 'repeated' | 'transfers'> & { now: Date },
): Promise<void> {
  if (payments.length === 0) return;
  const uses = await usesOf(trx, dispatcher, payments, now);
  requireSums(uses, payments, transfers);
  const used = uses.filter(({ code }) => code !== null);
  if (used.length === 0) return;
  const mayGoOn = seesWholeCompany(dispatcher) || used.every(({ person }) => person !== dispatcher.sub);
  if (mayGoOn && repeated) return;
  // Several payments may have the number of one other payment, which is named once.
  const others = [
    ...new Map(used.map((use) => [`${use.means} ${use.number} ${use.officeId} ${use.code}`, use])).values(),
  ];
  const text = naming(others, ({ means, number, code, officeId, user, at }) => {
    const isOwn = officeId === dispatcher.officeId;
    const office = isOwn ? '' : ` de la oficina ${officeId}`;
    const passed = `, que pasó ${user} el ${peruvianDay(localOf(at, dispatcher.timeZone).date)}`;
    return `${COLLECTION_MEANS[means]} ${number}, en la orden ${code ?? ''}${office}${isOwn || seesWholeCompany(dispatcher) ? passed : ''}`;
  });
  throw conflict(
    `Ese número de operación ya se usó: ${text}. ${mayGoOn ? '¿Es otro pago?' : 'Si es otro pago, lo pasa otra persona o alguien con cargo S'}`,
    undefined,
    mayGoOn ? 'repeated' : undefined,
  );
}

/**
 * @returns the numbers that several payments of the company have, of which one is of this office, the newest first. Of
 * payments of other offices only charge S gets more than the order's code.
 */
export async function listRepeatedNumbers(
  { db, clock }: Pick<WorkServices, 'db' | 'clock'>,
  dispatcher: Dispatcher,
): Promise<RepeatedNumber[]> {
  const { companyId, officeId } = dispatcher;
  const { rows } = await sql<RepeatedNumber>`
    with repeated as materialized (
      select means, operation_number(operation) as number, max(at) as at from money_entries
      where company_id = ${companyId} and operation is not null
        and at > ${new Date(clock().getTime() - REPEATED_DAYS * DAY_MS)} and operation_number(operation) <> ''
      group by 1, 2 having count(distinct act) > 1 and count(distinct order_id) > 1 and bool_or(office_id = ${officeId})
      order by max(at) desc limit ${MAX_LISTED}
    )
    select repeated.means, repeated.number, payments.all as payments
    from repeated
    cross join lateral (
      select jsonb_agg(jsonb_build_object('officeId', each.office_id, 'code', each.code, 'details',
        case when ${seesWholeCompany(dispatcher)} or each.office_id = ${officeId} then jsonb_build_object(
          'courier', each.name, 'day', each.day, 'amount', each.in_account, 'by', each.by_user) end
      ) order by each.id desc) as "all"
      from (
        select entry.office_id, details.code, couriers.name, entry.day, entry.by_user, entry.id, entry.act,
          ${inAccount} as in_account,
          row_number() over (partition by entry.office_id, entry.order_id order by entry.id desc) as place
        from (
          select * from money_entries
          where company_id = ${companyId} and means = repeated.means and operation is not null
            and operation_number(operation) = repeated.number and target = 'cuenta'
          order by at desc limit ${MAX_USES}
        ) as entry
        cross join lateral (
          select code from order_details where office_id = entry.office_id and id = entry.order_id offset 0
        ) as details
        join couriers on couriers.office_id = entry.office_id and couriers.id = entry.courier_id
      ) as each
      where each.place = 1 and each.in_account > 0
      having count(distinct each.act) > 1
    ) as payments
    order by repeated.at desc`.execute(db);
  return rows;
}
