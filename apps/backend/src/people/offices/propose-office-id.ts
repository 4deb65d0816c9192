import { officeId } from '@despacho/contracts';
import { sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { Refusal } from '#platform/refusal.ts';

/** Numbers tried; an installation with more offices of one name has to choose another. */
const MOST_TRIED = 200;

/**
 * @returns the id if no office of the installation has it, regardless of case; otherwise the first free one with a
 * number: `LIMA-2`. Says nothing else about the office that has it.
 * @throws Refusal conflict if the first 200 are taken, or would be too long.
 */
export async function proposeOfficeId(db: Database, wanted: string): Promise<string> {
  const candidates = [
    wanted,
    ...Array.from({ length: MOST_TRIED }, (_, index) => `${wanted}-${index + 2}`).filter(
      (id) => officeId.safeParse(id).success,
    ),
  ];
  const { rows } = await sql<{ id: string }>`
    select lower(id) as id from offices where lower(id) = any(${candidates.map((id) => id.toLowerCase())}::text[])
  `.execute(db);
  const taken = new Set(rows.map(({ id }) => id));
  const free = candidates.find((id) => !taken.has(id.toLowerCase()));
  if (free === undefined) throw new Refusal('conflict', `El código ${wanted} está en uso; elija otro`);
  return free;
}
