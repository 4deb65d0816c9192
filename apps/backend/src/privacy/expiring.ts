import { EVIDENCE_KIND_CODES, type EvidenceKind } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Retention } from '../config.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';
import { type Database } from '../database/open-database.ts';
import { deletePhotos } from './delete-photos.ts';

/** Personal data that is removed when it is old. */
interface Expiring {
  /** @returns the ids of rows from before an instant; all, or the first few. */
  find: (db: Database, office: OfficeKey, before: Date, limit?: number) => Promise<number[]>;
  /** Removes them. @returns files of photos to remove after the commit. */
  remove: (trx: Database, office: OfficeKey, ids: readonly number[]) => Promise<string[]>;
}

const photos = (kinds: readonly EvidenceKind[]): Expiring => ({
  find: async (db, office, before, limit) => {
    const rows = db
      .selectFrom('evidence')
      .select('id')
      .where(inOffice(office))
      .where('kind', 'in', kinds)
      .where('at', '<', before);
    return (await (limit === undefined ? rows : rows.limit(limit)).execute()).map(({ id }) => id);
  },
  remove: deletePhotos,
});

const documentsIn = (table: 'evidence' | 'field_visits'): Expiring => ({
  find: async (db, office, before, limit) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)}
      where ${inOffice(office)} and at < ${before}::timestamptz
        and receiver ->> 'document' is not null limit ${limit ?? null}`.execute(db);
    return rows.map(({ id }) => id);
  },
  remove: async (trx, office, ids) => {
    await sql`
      update ${sql.table(table)} set receiver = receiver || '{"document": null}'
      where ${inOffice(office)} and id = any(${ids}::bigint[])`.execute(trx);
    return [];
  },
});

/** By their setting; removed in this order. */
export const EXPIRING = {
  photos: [photos(EVIDENCE_KIND_CODES.filter((kind) => kind !== 'firma'))],
  signatures: [photos(['firma'])],
  documents: [documentsIn('evidence'), documentsIn('field_visits')],
} as const satisfies Record<keyof Retention, readonly Expiring[]>;
