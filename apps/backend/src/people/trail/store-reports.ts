import { type TrailReport } from '@despacho/contracts/assertion';
import { REPEATED_KINDS } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { hash } from 'node:crypto';
import { type Database } from '#platform/database/open-database.ts';
import { MAX_TRAIL_ADDRESSES, MAX_TRAIL_REPEATED, MAX_TRAIL_REPORTS } from '#platform/database/table-bounds.ts';
import { transact } from '#platform/database/transact.ts';
import { nameSubject, type Subject } from './name-subject.ts';
import { detailsOf } from './record-trail.ts';

interface Office {
  officeId: string;
  companyId: string;
  ruc: string;
}

const HOUR_MS = 3_600_000;

/** A row to store, before limits apply. */
interface Row {
  office: Office;
  report: TrailReport;
  /** The first and the last time, not after the clock of the database's service. */
  at: Date;
  lastAt: Date;
  actor?: TrailReport['person'];
  subject?: Subject | undefined;
}

/** @returns the offices of ids or of typed sucursales, by their lower-case id. */
async function officesOf(trx: Database, reports: readonly TrailReport[]): Promise<Map<string, Office>> {
  const ids = reports.flatMap(({ person, attempt, officeId }) =>
    [person?.officeId, attempt?.sucursal, officeId].flatMap((id) => (id === undefined ? [] : [id.toLowerCase()])),
  );
  const { rows } = await sql<Office>`
    select offices.id as "officeId", companies.id as "companyId", companies.ruc
    from offices join companies on companies.id = offices.company_id
    where lower(offices.id) = any(${[...new Set(ids)]}::text[])`.execute(trx);
  return new Map(rows.map((office) => [office.officeId.toLowerCase(), office]));
}

/** The last time that a report counts. @param address null leaves it out. */
function lastOf({ report, lastAt: at }: Row, address?: null) {
  const last = report.last ?? report;
  return { at, address: address === null ? null : (last.address ?? null), requestId: last.requestId ?? null };
}

const valuesOf = (row: Row, more: { address?: null; key: string; count: number }) => {
  const { office, report, at, actor, subject } = row;
  const last = lastOf(row, more.address);
  return sql`${office.companyId}, ${office.officeId}, ${report.kind}, ${actor?.id ?? null}::text, ${actor?.username ?? null}::text,
    ${actor?.user ?? null}::text, ${subject?.kind ?? null}::text, ${subject?.id ?? null}::text, ${subject?.name ?? null}::text,
    ${more.address === null ? null : (report.address ?? null)}::text, ${report.requestId ?? null}::text,
    ${report.last ? last.address : null}::text, ${report.last ? last.requestId : null}::text,
    ${detailsOf(report.details)}::jsonb, ${at}::timestamptz, ${last.at}::timestamptz, ${more.key}, ${more.count}::integer`;
};

const COLUMNS = sql`company_id, office_id, kind, actor_id, actor, actor_name, subject_kind, subject_id, subject_name,
  address, request_id, last_address, last_request_id, details, at, last_at, entry_key, count`;

const startOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

const within = ({ office, at }: Row): RawBuilder<boolean> => sql`
  company_id = ${office.companyId} and at >= ${startOf(at)}::timestamptz
  and at < ${new Date(startOf(at).getTime() + HOUR_MS)}::timestamptz`;

/**
 * Adds to the row of the same hour that counts equal events, or starts it.
 * @param same what makes events equal, besides kind and hour.
 * @param address null leaves it out. @param condition of starting a row. @returns whether it was stored.
 */
async function countIn(
  trx: Database,
  row: Row,
  { same, address, condition = sql`true` }: { same: unknown[]; address?: null; condition?: RawBuilder<unknown> },
): Promise<boolean> {
  const digest = hash('sha256', JSON.stringify(same), 'base64url').slice(0, 22);
  const key = `count:${startOf(row.at).toISOString()}:${row.report.kind}:${digest}`;
  const { count } = row.report;
  const last = lastOf(row, address);
  const isLater = sql`${last.at}::timestamptz >= counted.last_at`;
  const further = sql`count = counted.count + ${count}::integer, last_at = greatest(counted.last_at, ${last.at}::timestamptz),
    last_address = case when ${isLater} then ${last.address}::text else counted.last_address end,
    last_request_id = case when ${isLater} then ${last.requestId}::text else counted.last_request_id end`;
  const { rows: found } = await sql`
    update trail as counted set ${further}
    where company_id = ${row.office.companyId} and entry_key = ${key} returning 1`.execute(trx);
  if (found.length > 0) return true;
  const { rows: added } = await sql`
    insert into trail as counted (${COLUMNS}) select ${valuesOf(row, { ...(address === null && { address }), key, count })}
    where ${condition}
    on conflict (company_id, entry_key) where entry_key is not null do update set ${further}
    returning 1`.execute(trx);
  return added.length > 0;
}

/** Counts refused sign-ins and wrong current passwords: a row per account, address and hour; above the limit, per office. */
async function storeAttempt(trx: Database, row: Row): Promise<void> {
  const { office, report, subject } = row;
  const room = sql`(select count(*) from (
      select from trail where ${within(row)} and kind in ('signIn.failed', 'signIn.throttled', 'password.failed', 'factor.failed') and address is not null
      limit ${MAX_TRAIL_ADDRESSES}) as found) < ${MAX_TRAIL_ADDRESSES}::integer`;
  const account = subject?.id ?? null;
  if (await countIn(trx, row, { same: [office.officeId, account, report.address ?? null], condition: room })) return;
  const { subject: _, ...anonymous } = row;
  await countIn(trx, anonymous, { same: [office.officeId], address: null });
}

/** @returns whether a person has fewer rows of some kinds in the hour of a row than the maximum. */
function hasRoom(row: Row, kinds: RawBuilder<boolean>, most: number): RawBuilder<boolean> {
  const { actor } = row;
  // Usernames are unique in an office only: a namesake must not use up this person's rows.
  const isSame = actor?.id ? sql`actor_id = ${actor.id}` : sql`lower(actor) = ${actor?.username.toLowerCase() ?? ''}`;
  return sql`(select count(*) from (
      select from trail where ${within(row)} and ${isSame} and ${kinds} limit ${most}) as found) < ${most}::integer`;
}

const isRepeated = sql<boolean>`kind = any(${[...REPEATED_KINDS]}::text[])`;

const whoIs = ({ actor }: Row) => [actor?.id ?? null, actor?.username.toLowerCase()];

/** Counts what a person did above the limit: one row for each kind and hour, with the first and the last address and request. */
async function countExcess(trx: Database, row: Row): Promise<void> {
  const bare = { ...row, subject: undefined, report: { ...row.report, details: undefined } };
  await countIn(trx, bare, { same: whoIs(row) });
}

/** Acts of a person: one row each, and above the limit one for each kind and hour. */
async function storeAct(trx: Database, row: Row): Promise<void> {
  const { office, report } = row;
  const room = hasRoom(row, sql`not ${isRepeated}`, MAX_TRAIL_REPORTS);
  const { rows } = await sql`
    insert into trail (${COLUMNS}) select ${valuesOf(row, { key: report.key, count: report.count })}
    where ${room}
    on conflict (company_id, entry_key) where entry_key is not null do nothing
    returning 1`.execute(trx);
  if (rows.length > 0) return;
  const { rows: known } = await sql`
    select from trail where company_id = ${office.companyId} and entry_key = ${report.key}`.execute(trx);
  if (known.length === 0) await countExcess(trx, row);
}

/** Repeated acts: one row for each subject and hour. */
async function storeRepeated(trx: Database, row: Row): Promise<void> {
  const { office, report, subject } = row;
  const same = [office.officeId, ...whoIs(row), subject?.kind, subject?.id, report.details];
  const condition = hasRoom(row, isRepeated, MAX_TRAIL_REPEATED);
  if (!(await countIn(trx, row, { same, condition }))) await countExcess(trx, row);
}

/** @returns the user of an office by the typed name; undefined if there is none. */
async function accountOf(trx: Database, { officeId }: Office, username: string) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'name'])
    .where('office_id', '=', officeId)
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return user && { kind: 'user', id: user.id, name: user.name };
}

/**
 * Stores what a gateway reports in the trails of the companies that it concerns. Reports of people and offices that
 * this service does not have are dropped: they are in the gateway's log only. Input of unknown people is not stored.
 * @returns how many were dropped.
 */
export async function storeReports(db: Database, reports: readonly TrailReport[], now: Date): Promise<number> {
  return transact(db, async (trx) => {
    const offices = await officesOf(trx, reports);
    let dropped = 0;
    for (const report of reports) {
      const { person, attempt, officeId, subject } = report;
      const [at, lastAt] = [report.at, report.last?.at ?? report.at].map(
        (time) => new Date(Math.min(now.getTime(), Date.parse(time))),
      ) as [Date, Date];
      const own = offices.get((person?.officeId ?? attempt?.sucursal ?? '').toLowerCase());
      const office = own && officeId !== undefined ? (offices.get(officeId.toLowerCase()) ?? own) : own;
      // An office of another company can have the same id at a foreign host.
      if (!own || !office || office.companyId !== own.companyId || (person && person.company !== own.ruc)) {
        dropped += 1;
        continue;
      }
      if (attempt) {
        const account = await accountOf(trx, office, attempt.username);
        await storeAttempt(trx, { office, report, at, lastAt, ...(account && { subject: account }) });
      } else if (person) {
        const named = subject && (await nameSubject(trx, office, subject));
        const row = { office, report, at, lastAt, actor: person, ...(named && { subject: named }) };
        await (REPEATED_KINDS.includes(report.kind) ? storeRepeated(trx, row) : storeAct(trx, row));
      }
    }
    return dropped;
  });
}
