import { EVIDENCE_KIND_CODES, type EvidenceKind } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Retention } from '../config.ts';
import { type Database } from '../database/open-database.ts';
import { deletePhotos, type Office } from './delete-photos.ts';

/** Personal data that is removed when it is old. */
interface Expiring {
  /** @returns the ids of rows from before an instant; all, or the first few. */
  find: (db: Database, office: Office, before: Date, limit?: number) => Promise<number[]>;
  /** Removes them. @returns files of photos to remove after the commit. */
  remove: (trx: Database, office: Office, ids: readonly number[]) => Promise<string[]>;
}

const oldPhotos = (db: Database, { companyId, officeId }: Office, before: Date, limit?: number) => {
  const rows = db
    .selectFrom('evidence')
    .select('id')
    .where('company_id', '=', companyId)
    .where('office_id', '=', officeId)
    .where('at', '<', before);
  return limit === undefined ? rows : rows.limit(limit);
};

const photos = (kinds: readonly EvidenceKind[]): Expiring => ({
  find: async (db, office, before, limit) => {
    const rows = await oldPhotos(db, office, before, limit).where('kind', 'in', kinds).execute();
    return rows.map(({ id }) => id);
  },
  remove: deletePhotos,
});

const documents: Expiring = {
  find: async (db, office, before, limit) => {
    const rows = await oldPhotos(db, office, before, limit)
      .where(sql<boolean>`receiver ->> 'document' is not null`)
      .execute();
    return rows.map(({ id }) => id);
  },
  remove: async (trx, { companyId, officeId }, ids) => {
    await sql`
      update evidence set receiver = receiver || '{"document": null}'
      where company_id = ${companyId} and office_id = ${officeId} and id = any(${ids}::bigint[])`.execute(trx);
    return [];
  },
};

/** By their setting; removed in this order. */
export const EXPIRING = {
  photos: [photos(EVIDENCE_KIND_CODES.filter((kind) => kind !== 'firma'))],
  signatures: [photos(['firma'])],
  documents: [documents],
} as const satisfies Record<keyof Retention, readonly Expiring[]>;
