import { EVIDENCE_KIND_CODES, type EvidenceKind } from '@despacho/contracts/dispatch';
import { type RawBuilder, sql } from 'kysely';
import { type Retention } from '#platform/config.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { endLinksOf } from '#insight/guests/guest-links-repository.ts';
import { deletePhotos } from './delete-photos.ts';

/** A row that is removed or cleared when it is old. */
export interface OldRow {
  id: number;
  at: Date;
}

interface Page {
  limit: number;
  /** The last row of the previous page. */
  after?: OldRow | undefined;
}

/** Personal data that is removed when it is old. */
interface Expiring {
  /** @returns a query for the oldest rows from before an instant. Each has an index with only such rows of an office. */
  oldest: (office: OfficeKey, before: Date, page: Page) => RawBuilder<OldRow>;
  /** Removes them. @returns files of photos to remove after the commit. */
  remove: (trx: Database, office: OfficeKey, ids: readonly number[]) => Promise<string[]>;
}

const oldestIn =
  (table: 'evidence' | 'field_visits', condition: RawBuilder<unknown>): Expiring['oldest'] =>
  (office, before, { limit, after }) => {
    const beyond = after === undefined ? sql`true` : sql`(at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`;
    return sql`
      select id, at from ${sql.table(table)}
      where ${inOffice(office)} and at < ${before}::timestamptz and ${condition} and ${beyond}
      order by at, id limit ${limit}`;
  };

/** One kind at a time, because each has its own retention: photos of others may be older and stay. */
const photos = (kind: EvidenceKind): Expiring => ({
  oldest: oldestIn('evidence', sql`kind = ${kind}`),
  remove: async (trx, office, ids) => {
    await endLinksOf(trx, office, 'evidence', ids);
    return deletePhotos(trx, office, ids);
  },
});

const documentsIn = (table: 'evidence' | 'field_visits'): Expiring => ({
  oldest: oldestIn(table, sql`receiver ->> 'document' is not null`),
  remove: async (trx, office, ids) => {
    await sql`
      update ${sql.table(table)} set receiver = receiver || '{"document": null}'
      where ${inOffice(office)} and id = any(${ids}::bigint[])`.execute(trx);
    return [];
  },
});

/** By their setting; removed in this order. */
export const EXPIRING = {
  photos: EVIDENCE_KIND_CODES.filter((kind) => kind !== 'firma').map(photos),
  signatures: [photos('firma')],
  documents: [documentsIn('evidence'), documentsIn('field_visits')],
} as const satisfies Record<keyof Retention, readonly Expiring[]>;
