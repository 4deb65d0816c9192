import { type NewPhoto } from '@despacho/contracts/dispatch';
import { type Selectable, sql } from 'kysely';
import { type Database } from '#platform/database/open-database.ts';
import { readPages } from '#platform/database/read-pages.ts';
import { type PhotoUploadsTable } from '#platform/database/schema.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';

export type UploadRow = Selectable<PhotoUploadsTable>;

/** Ids are unique per courier: a phone cannot reach, or occupy, the uploads of another courier. */
type Owner = Pick<Phone, 'officeId' | 'courierId'>;

const uploadsOf = (db: Database, { officeId, courierId }: Owner) =>
  db.selectFrom('photo_uploads').selectAll().where('office_id', '=', officeId).where('courier_id', '=', courierId);

export const findUpload = (db: Database, owner: Owner, id: string): Promise<UploadRow | undefined> =>
  uploadsOf(db, owner).where('id', '=', id).executeTakeFirst();

/** Locks an upload until the transaction ends. */
export const lockUpload = (trx: Database, owner: Owner, id: string): Promise<UploadRow | undefined> =>
  uploadsOf(trx, owner).where('id', '=', id).forUpdate().executeTakeFirst();

/** @returns undefined if the courier already has an upload with this id. */
export const insertUpload = (
  db: Database,
  { companyId, officeId, courierId }: Phone,
  { id, visit, kind, bytes, sha256, takenAt, clockOffsetMs, fileAt, place: taken }: NewPhoto,
  { problem, now }: { problem: string | null; now: Date },
): Promise<UploadRow | undefined> => {
  // An ended upload has no place, as in `endUpload`.
  const place = problem === null ? taken : null;
  return db
    .insertInto('photo_uploads')
    .values({
      office_id: officeId,
      courier_id: courierId,
      id,
      company_id: companyId,
      visit,
      kind,
      bytes,
      sha256,
      taken_at: takenAt,
      file_at: fileAt ?? null,
      clock_offset_ms: clockOffsetMs ?? null,
      lat: place?.lat ?? null,
      lng: place?.lng ?? null,
      accuracy: place?.accuracy ?? null,
      state: problem === null ? 'open' : 'refused',
      problem,
      begun_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.columns(['office_id', 'courier_id', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
};

/** @returns number and declared bytes of the photos that a courier began to send after `since`. */
export const countBegun = (db: Database, { officeId, courierId }: Owner, since: Date) =>
  db
    .selectFrom('photo_uploads')
    .select([sql<number>`count(*)::float8`.as('photos'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('office_id', '=', officeId)
    .where('courier_id', '=', courierId)
    .where('begun_at', '>', since)
    .executeTakeFirstOrThrow();

/** @returns bytes of an office's unfinished photos. */
export async function countStaged(db: Database, officeId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('photo_uploads')
    .select(sql<number>`coalesce(sum(received), 0)::float8`.as('bytes'))
    .where('office_id', '=', officeId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Adds a part to an upload that the transaction has locked. */
export async function appendPart(trx: Database, upload: UploadRow, bytes: Buffer, now: Date): Promise<UploadRow> {
  const { office_id, courier_id, id, received } = upload;
  await trx.insertInto('photo_parts').values({ office_id, courier_id, upload: id, at_byte: received, bytes }).execute();
  return updateUpload(trx, upload, { received: received + bytes.length, changed_at: now });
}

const updateUpload = (
  db: Database,
  { office_id, courier_id, id }: UploadRow,
  values: Partial<Pick<UploadRow, 'received' | 'state' | 'problem' | 'changed_at' | 'lat' | 'lng' | 'accuracy'>>,
): Promise<UploadRow> =>
  db
    .updateTable('photo_uploads')
    .set(values)
    .where('office_id', '=', office_id)
    .where('courier_id', '=', courier_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function deleteParts(trx: Database, { office_id, courier_id, id }: UploadRow): Promise<void> {
  await trx
    .deleteFrom('photo_parts')
    .where('office_id', '=', office_id)
    .where('courier_id', '=', courier_id)
    .where('upload', '=', id)
    .execute();
}

/** @returns the bytes received so far. */
export async function readParts(db: Database, { office_id, courier_id, id }: UploadRow): Promise<Buffer> {
  const parts = await db
    .selectFrom('photo_parts')
    .select('bytes')
    .where('office_id', '=', office_id)
    .where('courier_id', '=', courier_id)
    .where('upload', '=', id)
    .orderBy('at_byte')
    .execute();
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

/** Ends a locked upload. The photo, if any, now has its coordinates. */
export async function endUpload(
  trx: Database,
  upload: UploadRow,
  problem: string | null,
  now: Date,
): Promise<UploadRow> {
  await deleteParts(trx, upload);
  return updateUpload(trx, upload, {
    state: problem === null ? 'stored' : 'refused',
    problem,
    changed_at: now,
    lat: null,
    lng: null,
    accuracy: null,
  });
}

/** Deletes the parts of a locked upload: its phone sends them again from the beginning. */
export async function resetUpload(trx: Database, upload: UploadRow): Promise<void> {
  await deleteParts(trx, upload);
  await updateUpload(trx, upload, { received: 0 });
}

/** Locks the unfinished uploads of a courier that occupy space, except one, and skips those in use. Newest first. */
export const lockStaged = (trx: Database, owner: Owner, except: string): Promise<UploadRow[]> =>
  uploadsOf(trx, owner)
    .where('state', '=', 'open')
    .where('received', '>', 0)
    .where('id', '<>', except)
    .orderBy('changed_at', 'desc')
    .forUpdate()
    .skipLocked()
    .execute();

/** Uploads per query of `staleUploads`. */
const PAGE = 200;

/**
 * Open uploads without a change since `before`, oldest first: those that are complete, or the others. Read page by
 * page; an unchanged upload is not returned again.
 */
export const staleUploads = (
  db: Database,
  { before, complete }: { before: Date; complete: boolean },
): AsyncGenerator<UploadRow> => readPages(PAGE, (after) => findStale(db, { before, complete, after }));

const findStale = (
  db: Database,
  { before, complete, after }: { before: Date; complete: boolean; after: UploadRow | undefined },
): Promise<UploadRow[]> =>
  db
    .selectFrom('photo_uploads')
    .selectAll()
    .where('state', '=', 'open')
    .where('changed_at', '<', before)
    .where((eb) =>
      complete
        ? eb('received', '=', eb.ref('bytes'))
        : eb.and([eb('received', '<', eb.ref('bytes')), eb('received', '>', 0)]),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(changed_at, office_id, courier_id, id) >
          (${after?.changed_at}::timestamptz, ${after?.office_id}::text, ${after?.courier_id}::bigint, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('changed_at')
    .orderBy('office_id')
    .orderBy('courier_id')
    .orderBy('id')
    .limit(PAGE)
    .execute();
