import { officeCode } from '@despacho/contracts';
import { type Database } from '#platform/database/open-database.ts';
import { codeKey } from './code-key.ts';
import { conflict } from '#platform/refusal.ts';

/** Numbers tried; an installation with more offices of one name has to choose another. */
const MOST_TRIED = 200;

/**
 * @returns the id if no office of the installation has it, or one that looks like it (`codeKey`); otherwise the first
 * free one with a number: `LIMA-2`. Reveals nothing else about the office that has it.
 * @throws Refusal conflict if the first 200 are taken, or would be too long.
 */
export async function proposeOfficeId(db: Database, wanted: string): Promise<string> {
  const offices = await db.selectFrom('offices').select('id').execute();
  const taken = new Set(offices.map(({ id }) => codeKey(id)));
  const candidates = Array.from({ length: MOST_TRIED }, (_, index) =>
    index === 0 ? wanted : `${wanted}-${index + 1}`,
  );
  const free = candidates.find((id) => officeCode.safeParse(id).success && !taken.has(codeKey(id)));
  if (free === undefined) throw conflict(`El código ${wanted} está en uso; elija otro`);
  return free;
}
