import { fold } from '@despacho/contracts';
import {
  type Corner,
  MAX_REMOVED_ZONES,
  MAX_ZONE_VERSIONS,
  type Zone,
  type ZoneChange,
  type ZoneEdit,
  type ZoneInput,
  type ZonesImport,
  zoneDoubt,
  zoneProblem,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { requireRoom } from '#platform/database/require-room.ts';
import { transact } from '#platform/database/transact.ts';
import { definedFields } from '#platform/dispatch/defined-fields.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { DISTRICTS, PROVINCES } from '#platform/districts/districts.ts';
import { conflict, invalid, notFound, type Refusal } from '#platform/refusal.ts';
import { type FleetServices } from '../services.ts';
import { columnsOf, listVersions, toZone, type ZoneRow, zonesOf } from './zones-repository.ts';

type Services = Pick<FleetServices, 'db' | 'clock' | 'feed'>;

const textOf = ({ name, color, corners }: Pick<ZoneRow, keyof ZoneInput>): string =>
  JSON.stringify({ name, color, corners } satisfies ZoneInput);

const isSame = (row: ZoneRow, input: ZoneInput): boolean => textOf(row) === textOf(input);

/**
 * @param name of the zone, if it is one of several.
 * @throws Refusal invalid for a border that crosses itself, with the sentence that the editor shows.
 */
function requireSimple(corners: readonly Corner[], name?: string): void {
  const problem = zoneProblem(corners);
  if (!problem) return;
  const text = name === undefined ? problem.text : `«${name}»: ${problem.text}`;
  throw invalid(text, 'corners');
}

/** A zone may be large: this many places of the country are enough to find one that encloses a part of it. */
const PROVINCE_CENTRES = PROVINCES.flatMap(({ code }) => {
  const centre = DISTRICTS.of(`${code}01`);
  return centre ? [centre] : [];
});

/**
 * @param name of the zone, if it is one of several.
 * @throws Refusal invalid for a zone abroad, such as one with latitude and longitude exchanged.
 */
function requireInCountry(corners: readonly Corner[], name?: string): void {
  if (zoneDoubt(corners, { districts: [], around: PROVINCE_CENTRES, maxKm: 0 }) === null) return;
  const text = 'La zona queda fuera del Perú; revise si latitud y longitud están cambiadas';
  throw invalid(name === undefined ? text : `«${name}»: ${text}`, 'corners');
}

/** Names must differ by more than case and accents. */
function requireFreeName(zones: readonly ZoneRow[], name: string): void {
  const same = zones.find((zone) => zone.removed_at === null && fold(zone.name) === fold(name));
  if (same) throw conflict(`La oficina ya tiene la zona «${same.name}»; escriba otro nombre`);
}

/** Records the zone's new version in its history and in the office's log. */
async function record(
  trx: Database,
  dispatcher: Dispatcher,
  { id, version, name, color, corners }: ZoneRow,
  what: ZoneChange,
  now: Date,
): Promise<void> {
  const { companyId, officeId, username, user } = dispatcher;
  await trx
    .insertInto('zone_versions')
    .values({
      zone_id: id,
      version,
      company_id: companyId,
      office_id: officeId,
      name,
      color,
      corners: JSON.stringify(corners),
      what,
      at: now,
      username,
      user_name: user,
    })
    .execute();
  await trx
    .deleteFrom('zone_versions')
    .where(inOffice(dispatcher))
    .where('zone_id', '=', id)
    .where('version', '<=', version - MAX_ZONE_VERSIONS)
    .execute();
  await appendEvent(trx, companyId, {
    type: 'zone.changed',
    at: now.toISOString(),
    officeId,
    actor: { username, user },
    what,
    zone: { id: String(id), name, version },
  });
}

/**
 * Draws a zone. Repeating an identical request returns the existing zone, so that a request whose response was lost can
 * be repeated.
 * @throws Refusal conflict if the office has one with this name, or too many.
 */
export async function createZone(
  { db, clock, feed }: Services,
  dispatcher: Dispatcher,
  input: ZoneInput,
): Promise<Zone> {
  requireSimple(input.corners);
  requireInCountry(input.corners);
  const zone = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, dispatcher);
      const zones = await zonesOf(trx, dispatcher).where('removed_at', 'is', null).execute();
      const same = zones.find((row) => isSame(row, input));
      if (same) return toZone(same);
      requireFreeName(zones, input.name);
      requireRoom('zones', zones.length);
      return toZone(await insert(trx, dispatcher, input, clock()));
    },
    { repeatable: true },
  );
  feed.nudge(dispatcher.officeId);
  return zone;
}

async function insert(trx: Database, dispatcher: Dispatcher, input: ZoneInput, now: Date): Promise<ZoneRow> {
  const { companyId: company_id, officeId: office_id } = dispatcher;
  const { id, version } = await trx
    .insertInto('zones')
    .values({ ...columnsOf(input), company_id, office_id, removed_at: null })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const row = { ...input, id, version, removed_at: null };
  await record(trx, dispatcher, row, 'creada', now);
  return row;
}

/** Writes the next version of a zone. */
async function update(trx: Database, dispatcher: Dispatcher, row: ZoneRow, what: ZoneChange, now: Date): Promise<void> {
  const { id, removed_at, version } = row;
  await trx
    .updateTable('zones')
    .set({ ...columnsOf(row), removed_at, version })
    .where(inOffice(dispatcher))
    .where('id', '=', id)
    .execute();
  await record(trx, dispatcher, row, what, now);
}

const changedMeanwhile = async (trx: Database, dispatcher: Dispatcher, { id, name }: ZoneRow): Promise<Refusal> => {
  const [last] = await listVersions(trx, dispatcher, id);
  return conflict(`La zona «${name}» cambió entretanto; vuelva a abrirla`, last);
};

interface Change {
  id: number;
  version: number;
  what: ZoneChange;
  /** @returns what becomes of the zone. `zones` are all of its office. */
  work: (row: ZoneRow, zones: readonly ZoneRow[]) => Partial<ZoneInput> & { removed_at?: Date | null };
}

/** Changes a zone of the office after checking that the person has seen its current version. */
async function change(
  { db, clock, feed }: Services,
  dispatcher: Dispatcher,
  { id, version, what, work }: Change,
): Promise<Zone> {
  const now = clock();
  const zone = await transact(db, async (trx) => {
    await lockOffice(trx, dispatcher);
    const zones = await zonesOf(trx, dispatcher).execute();
    const found = zones.find((row) => row.id === id);
    // A removed zone can only be restored, and only a removed one.
    if (!found || (found.removed_at !== null) !== (what === 'restaurada')) throw notFound();
    if (found.version !== version) throw await changedMeanwhile(trx, dispatcher, found);
    const { removed_at = found.removed_at, ...given } = work(found, zones);
    const row = { ...found, ...given, removed_at, version: version + 1 };
    await update(trx, dispatcher, row, what, now);
    if (what === 'quitada') await dropOldest(trx, dispatcher);
    return toZone(row);
  });
  feed.nudge(dispatcher.officeId);
  return zone;
}

/**
 * Draws and redraws the zones of a file in one transaction: all of them or none. Zones that already match do not
 * change, so that a request whose response was lost can be repeated.
 * @returns how many zones are new, and how many were changed.
 * @throws Refusal not-found for a zone to replace that is not the office's, or was removed; conflict for one that
 * changed since its version, a name that is taken, or too many zones; invalid for a border that crosses itself, or a
 * zone abroad.
 */
export async function importZones(
  { db, clock, feed }: Services,
  dispatcher: Dispatcher,
  { zones: given }: ZonesImport,
): Promise<{ created: number; edited: number }> {
  for (const { name, corners } of given) {
    requireSimple(corners, name);
    requireInCountry(corners, name);
  }
  const now = clock();
  const counts = await transact(
    db,
    async (trx) => {
      await lockOffice(trx, dispatcher);
      const zones = await zonesOf(trx, dispatcher).where('removed_at', 'is', null).execute();
      const counts = { created: 0, edited: 0 };
      for (const { replaces, ...input } of given) {
        if (zones.some((row) => isSame(row, input))) continue;
        const at = replaces ? zones.findIndex(({ id }) => id === Number(replaces.id)) : -1;
        const found = zones[at];
        if (replaces && !found) throw notFound();
        requireFreeName(zones.toSpliced(at, found ? 1 : 0), input.name);
        if (!replaces || !found) {
          requireRoom('zones', zones.length);
          zones.push(await insert(trx, dispatcher, input, now));
          counts.created += 1;
          continue;
        }
        if (found.version !== replaces.version) throw await changedMeanwhile(trx, dispatcher, found);
        const row = { ...found, ...input, version: found.version + 1 };
        await update(trx, dispatcher, row, 'editada', now);
        zones[at] = row;
        counts.edited += 1;
      }
      return counts;
    },
    { repeatable: true },
  );
  feed.nudge(dispatcher.officeId);
  return counts;
}

/** Deletes the zones removed first, with their versions, if the office has more than the maximum. */
async function dropOldest(trx: Database, dispatcher: Dispatcher): Promise<void> {
  const kept = trx
    .selectFrom('zones')
    .select('id')
    .where(inOffice(dispatcher))
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REMOVED_ZONES);
  await trx
    .deleteFrom('zones')
    .where(inOffice(dispatcher))
    .where('removed_at', 'is not', null)
    .where('id', 'not in', kept)
    .execute();
}

/** Renames, recolours or redraws a zone. @throws Refusal conflict if someone changed it, or the name is taken. */
export const editZone = (
  services: Services,
  dispatcher: Dispatcher,
  id: number,
  { version, changes }: ZoneEdit,
): Promise<Zone> =>
  change(services, dispatcher, {
    id,
    version,
    what: 'editada',
    work: (_, zones) => {
      const given = definedFields(changes);
      if (given.corners) {
        requireSimple(given.corners);
        requireInCountry(given.corners);
      }
      if (given.name !== undefined)
        requireFreeName(
          zones.filter((other) => other.id !== id),
          given.name,
        );
      return given;
    },
  });

/**
 * Removes a zone. Couriers and saved views keep its id, so that restoring it brings them back: until then a courier with
 * no other zone or district serves no order, and a filter by it finds none.
 */
export const removeZone = (services: Services, dispatcher: Dispatcher, id: number, version: number): Promise<Zone> =>
  change(services, dispatcher, { id, version, what: 'quitada', work: () => ({ removed_at: services.clock() }) });

/** Restores a removed zone. @throws Refusal conflict if another zone has its name now, or the office has too many. */
export const restoreZone = (services: Services, dispatcher: Dispatcher, id: number, version: number): Promise<Zone> =>
  change(services, dispatcher, {
    id,
    version,
    what: 'restaurada',
    work: ({ name }, zones) => {
      requireFreeName(zones, name);
      requireRoom('zones', zones.filter(({ removed_at }) => removed_at === null).length);
      return { removed_at: null };
    },
  });

/** @returns the zones of the office that can be restored, the one removed last first. */
export async function listRemovedZones({ db }: Pick<Services, 'db'>, dispatcher: Dispatcher) {
  const rows = await db
    .selectFrom('zones')
    .innerJoin('zone_versions as last', (join) =>
      join.onRef('last.zone_id', '=', 'zones.id').onRef('last.version', '=', 'zones.version'),
    )
    .select(['zones.id', 'zones.version', 'zones.name', 'last.at', 'last.username', 'last.user_name'])
    .where(inOffice(dispatcher, 'zones'))
    .where('removed_at', 'is not', null)
    .orderBy('removed_at', 'desc')
    .orderBy(sql`zones.id`, 'desc')
    .execute();
  return rows.map(({ id, version, name, at, username, user_name }) => ({
    id: String(id),
    version,
    name,
    at: at.toISOString(),
    by: { username, user: user_name },
  }));
}
