import { DEFAULT_REQUIREMENTS } from '@despacho/contracts/dispatch';
import { rulesOf } from '#people/offices/courier-settings.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Watched } from './kinds.ts';

/** An office with its last search. */
export interface WatchedOffice extends Watched {
  /** Position of the newest event. */
  position: number;
  /** Null before the first search. */
  swept: { at: Date; position: number; revision: number } | null;
}

/** @returns these offices, with one query. */
export async function watchedOffices(
  db: Database,
  officeIds: readonly string[],
  dayTurnsAt: string,
): Promise<WatchedOffice[]> {
  if (officeIds.length === 0) return [];
  const rows = await db
    .selectFrom('offices')
    .leftJoin('attention_boards as board', 'board.office_id', 'offices.id')
    .select([
      'offices.id as officeId',
      'offices.company_id as companyId',
      'offices.time_zone as timeZone',
      'offices.event_position as position',
      'offices.attention',
      'offices.photo_requirements',
      'board.swept_at',
      'board.swept_position',
      'board.revision',
    ])
    .where('offices.id', 'in', officeIds)
    .execute();
  return rows.map(({ attention, photo_requirements, swept_at, swept_position, revision, ...office }) => ({
    ...office,
    dayTurnsAt,
    rules: rulesOf(attention),
    requires: photo_requirements ?? DEFAULT_REQUIREMENTS,
    swept:
      swept_at === null || swept_position === null || revision === null
        ? null
        : { at: swept_at, position: swept_position, revision },
  }));
}
