import { sql } from 'kysely';
import { type Logger } from 'pino';
import { unwritableReason } from '../database/database-error.ts';
import { type Database } from '../database/open-database.ts';
import { type Dispatcher } from '../dispatch/dispatcher.ts';
import { localOf } from '../dispatch/zoned-time.ts';
import { formatNumber } from '../format-number.ts';
import { Refusal } from '../refusal.ts';
import { DistinctCount } from './distinct-count.ts';

/** How often (ms) a person's count is merged with those of other processes. Meanwhile it may exceed the maximum. */
const MERGE_MS = 5000;
/** Maximum number of counts in memory, 4 KB each. Others are loaded when their person reads again. */
const MAX_PEOPLE = 2000;

interface Reader {
  count: DistinctCount;
  estimate: number;
  reported: boolean;
  /** Whether something was added since the last merge. */
  isDirty: boolean;
  mergedAt: number;
  merging: Promise<void> | undefined;
}

type Person = Pick<Dispatcher, 'companyId' | 'officeId' | 'sub' | 'timeZone'>;

/**
 * Counts approximately how many different orders each person has read in a day of the office's calendar, so that nobody
 * can copy them page by page. An order that was read before is not counted again, so that pages may reload it. The
 * counts are stored in the database and shared by all processes.
 */
export class OrdersRead {
  readonly #db: Database;
  readonly #logger: Logger;
  readonly #most: number;
  readonly #isWritable: () => boolean;
  readonly #readers = new Map<string, Reader>();

  /**
   * @param most different orders of one person and day.
   * @param isWritable whether the database accepts changes. While it does not, each process counts by itself.
   */
  constructor(db: Database, logger: Logger, most: number, isWritable = (): boolean => true) {
    this.#db = db;
    this.#logger = logger;
    this.#most = most;
    this.#isWritable = isWritable;
  }

  /** @throws Refusal busy if the person has read the maximum of the day. */
  async requireLeft(person: Person, now: Date): Promise<void> {
    const reader = this.#readerOf(person, now);
    const isDue = reader.mergedAt + MERGE_MS <= now.getTime();
    if (isDue && (reader.isDirty || reader.mergedAt === -Infinity)) await this.#merge(reader, person, now);
    if (reader.estimate < this.#most) return;
    throw new Refusal(
      'busy',
      `Hoy ya leyó los datos de unas ${formatNumber(this.#most)} órdenes distintas, el máximo por persona y día. Podrá seguir desde las 00:00; si lo necesita antes, avise a quien administra el sistema`,
    );
  }

  /** Counts the orders of an answer. @param orders their ids. */
  add(person: Person, orders: readonly string[], now: Date): void {
    const reader = this.#readerOf(person, now);
    let isNew = false;
    for (const id of orders) isNew = reader.count.add(`${person.officeId} ${id}`) || isNew;
    if (!isNew) return;
    reader.isDirty = true;
    this.#estimate(reader, person);
    // In the background. If it fails, the next request merges and waits.
    if (reader.mergedAt + MERGE_MS <= now.getTime()) this.#merge(reader, person, now).catch(() => undefined);
  }

  /** Stores the counts since the last merge. Call it when the service stops. */
  async close(now: Date): Promise<void> {
    for (const [key, reader] of this.#readers) {
      const [companyId = '', day = '', ...sub] = key.split(' ');
      // A database that is away or read-only must not prevent the end of the service.
      if (reader.isDirty) await this.#store(reader, { companyId, sub: sub.join(' ') }, day, now).catch(() => undefined);
    }
  }

  #readerOf({ companyId, sub, timeZone }: Person, now: Date): Reader {
    const key = `${companyId} ${localOf(now, timeZone).date} ${sub}`;
    const reader = this.#readers.get(key) ?? {
      count: new DistinctCount(),
      estimate: 0,
      reported: false,
      isDirty: false,
      mergedAt: -Infinity,
      merging: undefined,
    };
    // Moves it to the end, so that the least recently used count is dropped first.
    this.#readers.delete(key);
    this.#readers.set(key, reader);
    for (const [oldest, { isDirty }] of this.#readers) {
      if (this.#readers.size <= MAX_PEOPLE) break;
      if (!isDirty || this.#readers.size > 2 * MAX_PEOPLE) this.#readers.delete(oldest);
    }
    return reader;
  }

  #estimate(reader: Reader, { sub, officeId }: Person): void {
    reader.estimate = reader.count.estimate;
    if (reader.reported || reader.estimate < this.#most / 2) return;
    reader.reported = true;
    this.#logger.warn(
      { event: 'orders.read', person: sub, office: officeId, orders: reader.estimate, most: this.#most },
      'a person has read half of the orders allowed in a day',
    );
  }

  /** Merges a count with the stored one. Concurrent requests of a person share one statement. */
  #merge(reader: Reader, person: Person, now: Date): Promise<void> {
    const { date: day } = localOf(now, person.timeZone);
    reader.merging ??= this.#store(reader, person, day, now).finally(() => {
      reader.merging = undefined;
      this.#estimate(reader, person);
    });
    return reader.merging;
  }

  async #store(
    reader: Reader,
    { companyId, sub }: Pick<Person, 'companyId' | 'sub'>,
    day: string,
    now: Date,
  ): Promise<void> {
    reader.isDirty = false;
    try {
      if (this.#isWritable()) await this.#write(reader, companyId, sub, day);
      else await this.#readOnly(reader, companyId, sub, day);
    } catch (error) {
      reader.isDirty = true;
      // Not noticed yet by the check of the database.
      if (!unwritableReason(error)) throw error;
      await this.#readOnly(reader, companyId, sub, day);
    }
    reader.mergedAt = now.getTime();
  }

  /** Takes over what is stored; what was counted here is written when the database accepts changes again. */
  async #readOnly(reader: Reader, companyId: string, sub: string, day: string): Promise<void> {
    reader.isDirty = true;
    const row = await this.#db
      .selectFrom('person_reads')
      .select(['orders_read', 'reported'])
      .where('company_id', '=', companyId)
      .where('person', '=', sub)
      .where('day', '=', day)
      .executeTakeFirst();
    reader.count.merge(row?.orders_read);
    reader.reported ||= row?.reported ?? false;
  }

  async #write(reader: Reader, companyId: string, sub: string, day: string): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ orders_read: Uint8Array | null; reported: boolean }>`
        insert into person_reads (company_id, person, day) values (${companyId}, ${sub}, ${day})
        on conflict (company_id, person, day) do update set day = excluded.day
        returning orders_read, reported`.execute(trx);
      reader.count.merge(rows[0]?.orders_read);
      reader.reported ||= rows[0]?.reported ?? false;
      const isReported = reader.reported || reader.count.estimate >= this.#most / 2;
      await trx
        .updateTable('person_reads')
        .set({ orders_read: reader.count.bytes, reported: isReported })
        .where('company_id', '=', companyId)
        .where('person', '=', sub)
        .where('day', '=', day)
        .execute();
    });
  }
}
