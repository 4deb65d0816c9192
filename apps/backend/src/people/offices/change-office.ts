import {
  type Actor,
  type CompanyOffice,
  type OfficeChange,
  type OfficeChanged,
  type OfficeEdit,
  type OfficeInput,
  type TrailKind,
} from '@despacho/contracts/dispatch';
import { recordTrail } from '../trail/record-trail.ts';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields, type NoFields, type OptionalFields } from '#platform/dispatch/defined-fields.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { PROVINCES } from '#platform/districts/districts.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { conflict, invalid } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { readCompanyOffice } from './company-offices.ts';
import { lastOfficeChange } from './office-history.ts';
import { lockOffice } from './offices-repository.ts';

export type OfficeFields = Omit<OfficeInput, 'id'>;

/** Who changes an office, when, and which version they saw; undefined to change any. */
export interface OfficeAuthor {
  by: Actor;
  /** `sub` of the person; null for the operator. */
  sub: string | null;
  now: Date;
  version?: number | undefined;
}

export const officeAuthor = ({ sub, username, user }: Dispatcher, now: Date, version?: number): OfficeAuthor => ({
  by: { username, user },
  sub,
  now,
  version,
});

const fieldsOf = ({ name, timeZone, province }: OfficeFields): Required<OfficeFields> => ({ name, timeZone, province });

/** @returns the columns of these fields. */
export function columnsOf({ name, timeZone, province, ...rest }: OfficeFields) {
  rest satisfies NoFields;
  return { name, time_zone: timeZone, province };
}

/** @throws Refusal invalid for a code that no province has. */
export function requireProvince(code: string | null | undefined): void {
  if (typeof code === 'string' && !PROVINCES.some((each) => each.code === code))
    throw invalid('No existe esa provincia', 'province');
}

/** Locks an office. @throws Refusal conflict if somebody changed it since the person saw it. */
export async function lockSeen(trx: Database, where: OfficeKey, version: number | undefined): Promise<CompanyOffice> {
  await lockOffice(trx, where);
  const office = await readCompanyOffice(trx, where);
  if (version === undefined || version === office.version) return office;
  const changed = await lastOfficeChange(trx, where.officeId);
  throw conflict(`Otra persona cambió la oficina ${office.name}; vuelva a mirarla`, changed);
}

const TRAIL: Record<OfficeChange, TrailKind> = {
  creada: 'office.created',
  editada: 'office.edited',
  cerrada: 'office.closed',
  reabierta: 'office.reopened',
};

/** Logs a change of an office in its own log, and in the trail of the company. */
export async function logOffice(
  trx: Database,
  { companyId, officeId }: OfficeKey,
  { by, sub, now }: OfficeAuthor,
  { name, ...change }: { name: string; what: OfficeChange } & Pick<OfficeChanged, 'version' | 'before' | 'after'>,
): Promise<void> {
  await appendEvent(trx, companyId, { type: 'office.changed', at: now.toISOString(), officeId, actor: by, ...change });
  await recordTrail(trx, {
    companyId,
    officeId,
    kind: TRAIL[change.what],
    actor: { id: sub, ...by },
    subject: { kind: 'office', id: officeId, name },
    details: { before: change.before, after: change.after },
    at: now,
  });
}

/** Changes name, time zone or province in the caller's transaction. The same values again change nothing. */
export async function changeOffice(
  trx: Database,
  where: OfficeKey,
  given: OptionalFields<OfficeFields>,
  author: OfficeAuthor,
): Promise<{ office: CompanyOffice; isNew: boolean }> {
  const changes = definedFields(given);
  requireProvince(changes.province);
  await lockOffice(trx, where);
  const before = await readCompanyOffice(trx, where);
  const after = { ...fieldsOf(before), ...changes };
  const changed = (Object.keys(after) as (keyof OfficeFields)[]).filter((field) => after[field] !== before[field]);
  if (changed.length === 0) return { office: before, isNew: false };
  await lockSeen(trx, where, author.version);
  const version = before.version + 1;
  const only = (all: OfficeFields): OfficeChanged['before'] =>
    Object.fromEntries(changed.map((field) => [field, all[field]]));
  await trx
    .updateTable('offices')
    .set({ ...columnsOf(after), version })
    .where('company_id', '=', where.companyId)
    .where('id', '=', where.officeId)
    .execute();
  await logOffice(trx, where, author, {
    name: after.name,
    what: 'editada',
    version,
    before: only(before),
    after: only(after),
  });
  return { office: await readCompanyOffice(trx, where), isNew: true };
}

/**
 * Edits an office.
 * @throws Refusal conflict if somebody changed it since the person saw it, or if it is closed.
 */
export async function editOffice(
  { db, clock, feed }: PlatformServices,
  dispatcher: Dispatcher,
  { version, changes }: OfficeEdit,
): Promise<CompanyOffice> {
  const author = officeAuthor(dispatcher, clock(), version);
  const { office, isNew } = await transact(db, (trx) => changeOffice(trx, dispatcher, changes, author), {
    repeatable: true,
  });
  if (isNew) feed.nudge(dispatcher.officeId);
  return office;
}
