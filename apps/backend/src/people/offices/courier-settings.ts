import {
  ARRIVAL_RADIUS,
  type AttentionRules,
  type CourierSettings,
  DEFAULT_FAR,
  DEFAULT_OBJECTIVE,
  DEFAULT_REQUIREMENTS,
  DEFAULT_ROUTE_END,
  DEFAULT_SILENCE,
  DOOR_MINUTES,
  type EvidenceKind,
  type PhotoRequirements,
  REQUIRABLE_KINDS,
  type SettingsChanged,
  type SettingsEdit,
  standardRules,
} from '@despacho/contracts/dispatch';
import { type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields, type NoFields } from '#platform/dispatch/defined-fields.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { conflict } from '#platform/refusal.ts';
import { type PlatformServices } from '#platform/services.ts';
import { recordTrail } from '../trail/record-trail.ts';
import { lockOffice } from './offices-repository.ts';

type Fields = Omit<CourierSettings, 'version' | 'company' | 'changed'>;

/** The command could once require any kind. */
const requirable = (result: keyof PhotoRequirements, kinds: readonly EvidenceKind[]): EvidenceKind[] =>
  REQUIRABLE_KINDS[result].filter((kind) => kinds.includes(kind));

/** @returns the rules of an office: its own, and the standard ones of kinds that it has not set. */
export const rulesOf = (stored: Partial<AttentionRules> | null): AttentionRules => ({ ...standardRules(), ...stored });

/** @returns what the office sets for the phones of its couriers. */
export async function readSettings(db: Database, { companyId, officeId }: OfficeKey): Promise<CourierSettings> {
  const row = await db
    .selectFrom('offices')
    .innerJoin('companies', 'companies.id', 'offices.company_id')
    .select([
      'companies.name as company',
      'phone',
      'whatsapp as message',
      'photo_requirements',
      'cash_limit as cashLimit',
      'expense_limit as expenseLimit',
      'surplus_limit as surplusLimit',
      'silence',
      'attention',
      'photo_far',
      'arrival_radius',
      'starting_point',
      'objective',
      'door_minutes',
      'route_end',
      'settings_version',
      'settings_changed',
    ])
    .where('offices.company_id', '=', companyId)
    .where('offices.id', '=', officeId)
    .executeTakeFirstOrThrow();
  const {
    company,
    phone,
    message,
    cashLimit,
    expenseLimit,
    surplusLimit,
    settings_version: version,
    settings_changed: changed,
  } = row;
  const point = row.starting_point;
  const { delivered, failed } = row.photo_requirements ?? DEFAULT_REQUIREMENTS;
  return {
    version,
    delivered: requirable('delivered', delivered),
    failed: requirable('failed', failed),
    phone,
    message,
    cashLimit,
    expenseLimit,
    surplusLimit,
    silence: row.silence ?? DEFAULT_SILENCE,
    attention: rulesOf(row.attention),
    far: row.photo_far ?? DEFAULT_FAR,
    arrivalRadius: row.arrival_radius ?? ARRIVAL_RADIUS.standard,
    // In the order of an edit, to compare with it.
    startingPoint: point && { address: point.address, lat: point.lat, lng: point.lng },
    objective: row.objective ?? DEFAULT_OBJECTIVE,
    doorMinutes: row.door_minutes ?? DOOR_MINUTES.standard,
    routeEnd: row.route_end ?? DEFAULT_ROUTE_END,
    company,
    changed,
  };
}

/** @returns the columns of these settings. Without a change, the standard values stay unset. */
function columnsOf({ delivered, failed, message, ...all }: Fields, changed: readonly (keyof Fields)[]) {
  const { phone, cashLimit, expenseLimit, surplusLimit, silence, far, arrivalRadius, attention, ...others } = all;
  const { startingPoint, objective, doorMinutes, routeEnd, ...rest } = others;
  rest satisfies NoFields;
  return {
    phone,
    whatsapp: message,
    cash_limit: cashLimit,
    photo_requirements: JSON.stringify({ delivered, failed }),
    expense_limit: expenseLimit,
    surplus_limit: surplusLimit,
    ...(changed.includes('silence') && { silence }),
    ...(changed.includes('far') && { photo_far: JSON.stringify(far) }),
    ...(changed.includes('arrivalRadius') && { arrival_radius: arrivalRadius }),
    ...(changed.includes('startingPoint') && {
      starting_point: startingPoint === null ? null : JSON.stringify(startingPoint),
    }),
    ...(changed.includes('objective') && { objective }),
    ...(changed.includes('doorMinutes') && { door_minutes: doorMinutes }),
    ...(changed.includes('routeEnd') && { route_end: routeEnd }),
    ...(changed.includes('attention') && { attention: JSON.stringify(attention) }),
  };
}

/** Changes settings in a transaction. The same values again change nothing. */
async function write(trx: Database, where: Dispatcher, { version, changes: fields }: SettingsEdit, now: Date) {
  const { companyId, officeId, sub, username, user } = where;
  const by = { username, user };
  await lockOffice(trx, where);
  const before = await readSettings(trx, where);
  const { attention, ...others } = definedFields(fields);
  const after: Fields = {
    ...before,
    ...others,
    attention: { ...before.attention, ...(attention && definedFields(attention)) },
  };
  const changed = (Object.keys(fields) as (keyof Fields)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return { settings: before, isNew: false };
  if (version !== before.version)
    throw conflict(
      'Otra persona cambió los ajustes; vuelva a mirarlos',
      before.changed ? { ...before.changed, what: 'editados' } : undefined,
    );
  const at = now.toISOString();
  await trx
    .updateTable('offices')
    .set({
      ...columnsOf(after, changed),
      settings_version: before.version + 1,
      settings_changed: JSON.stringify({ at, by }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', officeId)
    .execute();
  const only = (all: Fields): SettingsChanged['before'] =>
    Object.fromEntries(changed.map((field) => [field, all[field]]));
  await appendEvent(trx, companyId, {
    type: 'settings.changed',
    at,
    officeId,
    actor: by,
    version: before.version + 1,
    before: only(before),
    after: only(after),
  });
  await recordTrail(trx, {
    companyId,
    officeId,
    kind: 'settings.changed',
    actor: { id: sub, ...by },
    details: { before: only(before), after: only(after) },
    at: now,
  });
  return { settings: await readSettings(trx, where), isNew: true };
}

/** Changes settings of the office. @throws Refusal conflict if somebody changed them since the person saw them. */
export async function editSettings(
  { db, clock, feed }: PlatformServices,
  dispatcher: Dispatcher,
  edit: SettingsEdit,
): Promise<CourierSettings> {
  const now = clock();
  const { settings, isNew } = await transact(db, (trx) => write(trx, dispatcher, edit, now), { repeatable: true });
  if (isNew) feed.nudge(dispatcher.officeId);
  return settings;
}
