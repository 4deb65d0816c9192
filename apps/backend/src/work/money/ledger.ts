import {
  type CollectionMeans,
  CORRECTION,
  MONEY_REASON_CODES,
  type MoneyAct,
  type MoneyPlace,
} from '@despacho/contracts/dispatch';
import { type Selectable, sql } from 'kysely';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Schema } from '#platform/database/schema.ts';
import { type DayKey, keyOf } from '../days/days-repository.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

export type Entry = Selectable<Schema['money_entries']>;
type Balance = Selectable<Schema['money_balances']>;
export type Reason = Balance['reason'];

/** What some entries record together. */
export interface Act {
  id: string;
  what: MoneyAct;
  now: Date;
}

/** Money that moves between places; null is the recipient. Amounts in céntimos. */
export interface Movement {
  key: DayKey;
  means: CollectionMeans;
  from: MoneyPlace | null;
  to: MoneyPlace | null;
  amount: number;
  reason?: Exclude<Reason, ''> | undefined;
  orderId?: number | null | undefined;
  operation?: string | null | undefined;
}

/** An entry of an act as a whole, without an amount. */
export type Heading = Partial<Pick<Entry, 'note' | 'undoes' | 'matter' | 'agreed'>> & { counted?: object | null };

const placeOf = (key: DayKey, means: CollectionMeans, place: MoneyPlace, reason: Reason): string =>
  `${keyOf(key)} ${means} ${place} ${place === 'diferencias' ? reason : ''}`;

type Row = Omit<Entry, 'id' | 'company_id' | 'office_id' | 'counted'> & { counted: object | null };

const NOTHING = {
  means: null,
  source: null,
  target: null,
  amount: null,
  reason: null,
  order_id: null,
  operation: null,
  note: null,
  counted: null,
  undoes: null,
  matter: null,
  agreed: null,
} as const;

/**
 * The balances of some couriers' days, and the entries that a transaction adds. Create it after the office's row is
 * locked: everybody who enters money waits for that lock.
 */
export class Ledger {
  readonly #trx: Database;
  readonly #author: Dispatcher;
  readonly #balances: Map<string, number>;
  readonly #rows: Row[] = [];
  #size = 0;

  private constructor(trx: Database, author: Dispatcher, balances: Map<string, number>) {
    this.#trx = trx;
    this.#author = author;
    this.#balances = balances;
  }

  /** @param keys the days that the entries will be about. */
  static async open(trx: Database, author: Dispatcher, keys: readonly DayKey[]): Promise<Ledger> {
    const rows = await readBalances(trx, author, keys);
    const balances = rows.map(
      ({ courierId, day, means, place, reason, amount }) =>
        [placeOf({ courierId, day }, means, place, reason), amount] as const,
    );
    return new Ledger(trx, author, new Map(balances));
  }

  /** @returns the amount in a place. */
  at(key: DayKey, means: CollectionMeans, place: MoneyPlace, reason: Reason = ''): number {
    return this.#balances.get(placeOf(key, means, place, reason)) ?? 0;
  }

  /** Adds an entry. Zero adds none. @throws Error if a place other than the differences had less. */
  move(act: Act, { key, means, from, to, amount, reason, orderId, operation }: Movement): void {
    if (amount === 0) return;
    if (amount < 0) throw new RangeError(`${amount} céntimos cannot move`);
    for (const [place, change] of [
      [from, -amount],
      [to, amount],
    ] as const) {
      if (place === null) continue;
      const name = placeOf(key, means, place, reason ?? '');
      const after = (this.#balances.get(name) ?? 0) + change;
      if (after < 0 && place !== 'diferencias') throw new RangeError(`${place} has less than ${amount} céntimos`);
      this.#balances.set(name, after);
    }
    this.#add(act, key, {
      means,
      source: from,
      target: to,
      amount,
      reason: reason ?? null,
      order_id: orderId ?? null,
      operation: operation ?? null,
    });
  }

  /** Adds the entry of an act as a whole. */
  head(act: Act, key: DayKey, { counted = null, ...heading }: Heading = {}): void {
    this.#add(act, key, { ...heading, counted });
  }

  /**
   * An amount that a correction took from the differences, because the courier had handed it over, is returned first
   * when the courier has money again.
   */
  settle(act: Act, key: DayKey, means: CollectionMeans): void {
    const short = -this.at(key, means, 'diferencias', CORRECTION);
    const amount = Math.min(short, this.at(key, means, 'repartidor'));
    if (amount > 0) this.move(act, { key, means, from: 'repartidor', to: 'diferencias', amount, reason: CORRECTION });
  }

  /** @returns what was received above what was collected, in cash; negative if it is missing. Corrections do not count. */
  surplus(key: DayKey): number {
    return -MONEY_REASON_CODES.reduce((sum, code) => sum + this.at(key, 'efectivo', 'diferencias', code), 0);
  }

  /** The number of entries that were added. */
  get size(): number {
    return this.#size;
  }

  /** Writes the entries, and what they change. */
  async write(): Promise<void> {
    if (this.#rows.length === 0) return;
    const { companyId, officeId } = this.#author;
    const rows = JSON.stringify(this.#rows);
    await sql`
      insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person,
        means, source, target, amount, reason, order_id, operation, note, counted, undoes, matter, agreed)
      select ${companyId}, ${officeId}, courier_id, day, act, what, at, by_username, by_user, person,
        means, source, target, amount, reason, order_id, operation, note, nullif(counted, 'null'), undoes, matter, agreed
      from rows from (jsonb_to_recordset(${rows}::jsonb) as (courier_id bigint, day text, act uuid, what text,
        at timestamptz, by_username text, by_user text, person text, means text, source text, target text,
        amount bigint, reason text, order_id bigint, operation text, note text, counted jsonb, undoes uuid, matter text,
        agreed bigint))
        with ordinality as given
      order by given.ordinality`.execute(this.#trx);
    const changes = JSON.stringify(
      this.#rows.flatMap(({ courier_id, day, means, source, target, amount, reason }) =>
        [
          { place: source, change: -(amount ?? 0) },
          { place: target, change: amount ?? 0 },
        ].flatMap(({ place, change }) =>
          place === null || means === null
            ? []
            : [{ courier_id, day, means, place, reason: place === 'diferencias' ? reason : '', change }],
        ),
      ),
    );
    const changed = sql`jsonb_to_recordset(${changes}::jsonb)
      as c (courier_id bigint, day text, means text, place text, reason text, change bigint)`;
    // In two steps: the check of the amount would also refuse a row that only adds a negative change to another.
    await sql`
      insert into money_balances (office_id, courier_id, day, means, place, reason, amount)
      select distinct ${officeId}, courier_id, day, means, place, reason, 0 from ${changed}
      on conflict do nothing`.execute(this.#trx);
    await sql`
      update money_balances as balance set amount = balance.amount + c.change
      from (
        select courier_id, day, means, place, reason, sum(change)::bigint as change from ${changed}
        group by 1, 2, 3, 4, 5
      ) as c
      where balance.office_id = ${officeId} and balance.day = c.day and balance.courier_id = c.courier_id
        and balance.means = c.means and balance.place = c.place and balance.reason = c.reason`.execute(this.#trx);
    this.#rows.length = 0;
  }

  #add({ id, what, now }: Act, { courierId, day }: DayKey, row: Partial<Row>): void {
    const { sub: person, username, user } = this.#author;
    this.#size += 1;
    this.#rows.push({
      ...NOTHING,
      courier_id: courierId,
      day,
      act: id,
      what,
      at: now,
      by_username: username,
      by_user: user,
      person,
      ...row,
    });
  }
}

/** @returns the balances of some days. */
async function readBalances(db: Database, { officeId }: Pick<OfficeKey, 'officeId'>, keys: readonly DayKey[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('money_balances')
    .select(['courier_id as courierId', 'day', 'means', 'place', 'reason', 'amount'])
    .where('office_id', '=', officeId)
    .where(
      sql<boolean>`(courier_id, day) in (select * from unnest(
        ${keys.map(({ courierId }) => courierId)}::bigint[], ${keys.map(({ day }) => day)}::text[]))`,
    )
    .execute();
}

/** @returns the newest entry of a courier's day, by which requests name what the person saw; 0 without entries. */
export async function versionOf(db: Database, { officeId }: OfficeKey, { courierId, day }: DayKey): Promise<number> {
  const { newest } = await db
    .selectFrom('money_entries')
    .select(({ fn }) => fn.max<number | null>('id').as('newest'))
    .where('office_id', '=', officeId)
    .where('day', '=', day)
    .where('courier_id', '=', courierId)
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** Where the payments of an order are, by means, as far as they do not pass through the cash desk. */
export interface OrderMoney {
  orderId: number;
  courierId: number;
  day: string;
  means: CollectionMeans;
  held: number;
  account: number;
}

/** @returns where the payments of some orders are that go to the account. */
export async function moneyOfOrders(
  db: Database,
  { officeId }: Pick<OfficeKey, 'officeId'>,
  key: DayKey,
  orders: readonly number[] | null = null,
): Promise<OrderMoney[]> {
  const net = (place: MoneyPlace) => sql`
    coalesce(sum(amount) filter (where target = ${place}), 0)::bigint
      - coalesce(sum(amount) filter (where source = ${place}), 0)::bigint`;
  const { rows } = await sql<OrderMoney>`
    select order_id as "orderId", courier_id as "courierId", day, means, ${net('repartidor')} as held,
      ${net('cuenta')} as account
    from money_entries
    where office_id = ${officeId} and day = ${key.day} and courier_id = ${key.courierId}
      and order_id is not null and means <> 'efectivo'
      and (${orders}::bigint[] is null or order_id = any(${orders}::bigint[]))
    group by order_id, courier_id, day, means`.execute(db);
  return rows;
}
