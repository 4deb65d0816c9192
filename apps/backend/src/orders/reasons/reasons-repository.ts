import { DEFAULT_REASONS, type Reason } from '@despacho/contracts/dispatch';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { invalid } from '#platform/refusal.ts';

/** The catalogue of an office; the default one until the office defines its own. */
export async function listReasonsOf(db: Database, office: OfficeKey): Promise<Reason[]> {
  const own = await db
    .selectFrom('reasons')
    .select(['code', 'name'])
    .where(inOffice(office))
    .orderBy('place')
    .execute();
  return own.length > 0 ? own : [...DEFAULT_REASONS];
}

/** @throws Refusal invalid if a closing has a reason that is not in the office's catalogue. */
export async function requireReasons(
  db: Database,
  where: OfficeKey,
  closings: readonly { reason?: string | undefined }[],
): Promise<void> {
  const given = new Set(closings.flatMap(({ reason }) => reason ?? []));
  if (given.size === 0) return;
  const known = new Set((await listReasonsOf(db, where)).map(({ code }) => code));
  if ([...given].some((code) => !known.has(code)))
    throw invalid('Ese motivo no está en el catálogo de la oficina', 'reason');
}
