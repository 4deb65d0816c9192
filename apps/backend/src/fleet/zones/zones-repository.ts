import { fold } from '@despacho/contracts';
import { type Corner, type Zone, ZONE_UNITS, type ZoneInput, type ZoneVersion } from '@despacho/contracts/dispatch';
import { type Selectable, sql } from 'kysely';
import { type NoFields } from '#platform/dispatch/defined-fields.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type ZonesTable } from '#platform/database/schema.ts';
import { invalid } from '#platform/refusal.ts';
import { type FleetServices } from '../services.ts';

/** Without `area`, which only conditions of SQL read. */
const COLUMNS = ['id', 'name', 'color', 'corners', 'version', 'removed_at'] as const;

export type ZoneRow = Pick<Selectable<ZonesTable>, (typeof COLUMNS)[number]>;

/** All zones of an office, also removed ones. */
export const zonesOf = (db: Database, office: OfficeKey) =>
  db.selectFrom('zones').select(COLUMNS).where(inOffice(office));

/** @returns the zone in the contract's form. */
export const toZone = ({ id, version, name, color, corners }: ZoneRow): Zone => ({
  id: String(id),
  version,
  name,
  color,
  corners,
});

/** @returns the office's zones, by name. */
export async function listZones({ db }: Pick<FleetServices, 'db'>, office: OfficeKey): Promise<Zone[]> {
  const rows = await zonesOf(db, office).where('removed_at', 'is', null).orderBy('folded_name').execute();
  return rows.map(toZone);
}

/** The units are those of `filterCondition`: PostgreSQL compares geometry with a tolerance of a millionth. */
const areaOf = (corners: readonly Corner[]) => {
  const points = corners.map(([lat, lng]) => `(${Math.round(lng * ZONE_UNITS)},${Math.round(lat * ZONE_UNITS)})`);
  return sql<string>`${`(${points.join(',')})`}::polygon`;
};

/** @returns the columns of what a person has drawn. */
export function columnsOf({ name, color, corners, ...rest }: ZoneInput) {
  rest satisfies NoFields;
  return { name, folded_name: fold(name), color, corners: JSON.stringify(corners), area: areaOf(corners) };
}

/** @returns the last versions of a zone, newest first. */
export async function listVersions(db: Database, office: OfficeKey, id: number): Promise<ZoneVersion[]> {
  const rows = await db
    .selectFrom('zone_versions')
    .selectAll()
    .where(inOffice(office))
    .where('zone_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, name, color, corners, what, at, username, user_name }) => ({
    version,
    name,
    color,
    corners,
    what,
    at: at.toISOString(),
    by: { username, user: user_name },
  }));
}

/**
 * Checks the zones that a courier is to serve.
 * @param kept ids that the courier has already: a zone among them may have been removed since.
 * @throws Refusal invalid for one that the office does not have.
 */
export async function requireZones(
  db: Database,
  office: OfficeKey,
  ids: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const added = ids.filter((id) => !kept.includes(id)).map(Number);
  if (added.length === 0) return;
  const found = await db
    .selectFrom('zones')
    .select('id')
    .where(inOffice(office))
    .where('removed_at', 'is', null)
    .where('id', 'in', added)
    .execute();
  if (found.length < added.length)
    throw invalid('La oficina ya no tiene una de esas zonas; vuelva a elegirlas', 'zoneIds');
}
