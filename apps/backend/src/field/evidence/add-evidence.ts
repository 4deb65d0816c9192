import { hash, randomUUID } from 'node:crypto';
import {
  type Evidence,
  type EvidenceAdded,
  type EvidenceKind,
  MAX_ORDER_PHOTOS,
  type PictureMark,
  pictureMarkOf,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { inOffice } from '#platform/database/in-office.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Receiver } from '#platform/database/schema.ts';
import { transact } from '#platform/database/transact.ts';
import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';
import { appendEvent } from '#platform/events/events-repository.ts';
import { PLACE_COLUMNS } from '#orders/order/order-row.ts';
import { learnDoor } from '#orders/locating/learn-doors.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { VISIT_ERASED } from '#platform/erased.ts';
import { conflict, notFound, Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { checkPhoto } from './check-photo.ts';
import { evidenceOf, type EvidenceRow, toEvidence } from './evidence-row.ts';
import { fileName, SIZES, StoreFull } from './evidence-store.ts';
import { atAnotherDoor } from './find-alike.ts';
import { answeredBy, settleByAnswer } from '../proof/photo-requests.ts';
import { type Picture, readPicture } from './read-picture.ts';

/** Who adds a photo, in which office. */
type EvidenceAuthor = Pick<Dispatcher, 'companyId' | 'officeId' | 'username' | 'user' | 'timeZone'>;

/** A photo or signature as it arrives. */
export interface NewEvidence {
  /** The sender's id of this upload, unique forever: the same id is the same photo. */
  upload: string;
  orderId: number;
  /** Id of the visit, if a courier's phone sends it. */
  visit?: string;
  /** Number of the visit; by default the order's current one. */
  attempt?: number;
  kind: EvidenceKind;
  /** By default the order's current courier. */
  courierId?: number | null;
  receiver?: Receiver | null;
  /** When it was taken by the device's clock; by default now. */
  takenAt?: Date;
  /** The server's clock minus the device's, as measured, in ms. */
  clockOffsetMs?: number | null;
  /** When its file was made, by the device's clock. */
  fileAt?: Date | null;
  /** Where it was taken; accuracy in meters. */
  place?: { lat: number; lng: number; accuracy: number | null } | null;
  bytes: Buffer;
  mediaType: string;
  /** Called in the transaction that stores the picture if it shows nothing. */
  onMark?: (trx: Database, mark: PictureMark) => Promise<void>;
}

/** The office's day is full, or the company's storage for a photo of the office: the same photo may be stored later. */
export class OfficeFull extends Refusal {
  constructor(message: string) {
    super('unprocessable', message);
  }
}

/** Photos and stored bytes that an office may add in a day. */
type OfficeDay = FieldServices['config']['officeDay'];

const DAY_MS = 86_400_000;

/** @returns a photo that is the same as this one: the same upload, or the same file of the same order. */
async function findSame(
  db: Database,
  author: EvidenceAuthor,
  { upload, orderId }: NewEvidence,
  sha256: string,
): Promise<EvidenceRow | undefined> {
  const photos = evidenceOf(db, author);
  const sent = await photos.where('evidence.upload', '=', upload).executeTakeFirst();
  if (sent && (sent.order_id !== orderId || sent.sha256 !== sha256))
    throw conflict('Ese envío ya se usó para otra foto');
  return (
    sent ?? photos.where('evidence.order_id', '=', orderId).where('evidence.sha256', '=', sha256).executeTakeFirst()
  );
}

/** @returns the first photo of another order with the same file, unless both orders were closed together at one door. */
function findEarlier(
  db: Database,
  { companyId, officeId }: EvidenceAuthor,
  { visit }: NewEvidence,
  sha256: string,
): Promise<{ order_id: number } | undefined> {
  return db
    .selectFrom('evidence')
    .select('order_id')
    .where('company_id', '=', companyId)
    .where('sha256', '=', sha256)
    .$if(visit !== undefined, (photos) => photos.where(atAnotherDoor(officeId, visit ?? '')))
    .orderBy('id')
    .executeTakeFirst();
}

async function findOrderOf(db: Database, author: EvidenceAuthor, orderId: number) {
  const order = await db
    .selectFrom('orders')
    .select(['code', 'attempt', 'courier_id', 'evidence', 'client_id', 'closed_at', 'address'])
    .select(PLACE_COLUMNS)
    .where(inOffice(author))
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow(notFound);
  return order;
}

/** @throws Refusal if the order, the office's day or, for a photo that the office adds, the company's storage is full. */
async function checkBounds(
  db: Database,
  { companyId, officeId }: EvidenceAuthor,
  {
    order,
    visit,
    now,
    officeDay,
  }: { order: { evidence: number }; visit: string | undefined; now: Date; officeDay: OfficeDay },
): Promise<void> {
  if (order.evidence >= MAX_ORDER_PHOTOS)
    throw new Refusal('unprocessable', `La orden ya tiene ${MAX_ORDER_PHOTOS} fotos, el máximo`);
  await checkOfficeDay(db, officeId, { now, officeDay });
  // The proof of a courier's visit is stored regardless: it cannot be repeated later.
  if (visit === undefined) await checkStorage(db, companyId);
}

/** @param staged bytes of unfinished photos. @throws OfficeFull if they and the photos of a day are its maximum. */
export async function checkOfficeDay(
  db: Database,
  officeId: string,
  { now, officeDay, staged = 0 }: { now: Date; officeDay: OfficeDay; staged?: number },
): Promise<void> {
  const { photos, bytes } = await db
    .selectFrom('evidence')
    .select([sql<number>`count(*)::float8`.as('photos'), sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes')])
    .where('office_id', '=', officeId)
    .where('arrived_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (photos >= officeDay.photos || bytes + staged >= officeDay.bytes)
    throw new OfficeFull('La oficina recibió hoy demasiadas fotos; avise al administrador');
}

/** @throws OfficeFull if the company's photos fill its storage. */
async function checkStorage(db: Database, companyId: string): Promise<void> {
  const company = await db
    .selectFrom('companies')
    .select(['storage_quota', 'storage_used'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (company.storage_used >= company.storage_quota)
    throw new OfficeFull('El almacenamiento de la empresa está lleno; avise al administrador');
}

/** @throws Refusal if the personal data of the visit was erased: its photos would bring it back. */
async function checkVisit(db: Database, { visit }: NewEvidence): Promise<void> {
  if (visit === undefined) return;
  const row = await db.selectFrom('field_visits').select('erased_at').where('visit', '=', visit).executeTakeFirst();
  if (row?.erased_at) throw new Refusal('unprocessable', VISIT_ERASED);
}

/** Stores all sizes. @throws Refusal unavailable without space; nothing is stored then. */
async function storePicture(
  { evidence, logger }: Pick<FieldServices, 'evidence' | 'logger'>,
  { files }: Picture,
): Promise<string> {
  const file = randomUUID();
  try {
    for (const size of SIZES) await evidence.put(fileName(file, size), files[size]);
    return file;
  } catch (error) {
    await removePicture({ evidence, logger }, file);
    if (!(error instanceof StoreFull)) throw error;
    logger.error({ err: error }, 'no space left for photos');
    throw new Refusal('unavailable', 'No hay espacio para guardar fotos; avise al administrador y vuelva a intentarlo');
  }
}

/** Removes all sizes of a photo from the store. Call it after its row is gone. */
export async function removePicture(
  { evidence, logger }: Pick<FieldServices, 'evidence' | 'logger'>,
  file: string,
): Promise<void> {
  for (const size of SIZES)
    await evidence.remove(fileName(file, size)).catch((error: unknown) => {
      // The sweep removes it later.
      logger.warn({ err: error }, 'a file without a photo stays');
    });
}

/** By the server's clock, and not in the future. */
function timesOf({ takenAt, clockOffsetMs = null }: NewEvidence, now: Date) {
  const deviceAt = takenAt ?? now;
  const corrected = new Date(Math.min(deviceAt.getTime() + (clockOffsetMs ?? 0), now.getTime()));
  return { deviceAt, at: Number.isNaN(corrected.getTime()) ? now : corrected };
}

/** When the file was made, by the server's clock; undefined if the device did not report it. */
function fileTimeOf({ fileAt, clockOffsetMs }: NewEvidence): Date | undefined {
  const at = new Date((fileAt?.getTime() ?? Number.NaN) + (clockOffsetMs ?? 0));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/**
 * Adds a photo to an order: decodes it, stores its files, then writes its row and the event `evidence.added`. A repeated
 * upload, or the same file again, returns the existing photo. The same file of another order is stored and marked.
 * @param signal stops the work when the client disconnects.
 * @throws Refusal for an unknown order, anything that is not a photo, or a full order, office or disk; for a photo
 * without a visit also if the company's storage is full.
 */
export async function addEvidence(
  services: FieldServices,
  author: EvidenceAuthor,
  input: NewEvidence,
  signal: AbortSignal = new AbortController().signal,
): Promise<Evidence> {
  const { db, clock, feed } = services;
  const { companyId, officeId, username, user } = author;
  const { upload, orderId, kind, receiver = null, clockOffsetMs = null, place = null, bytes, mediaType } = input;
  const sha256 = hash('sha256', bytes);
  const known = await findSame(db, author, input, sha256);
  if (known) return toEvidence(known);
  // Both checks also before decoding, which is expensive.
  await checkVisit(db, input);
  const { visit } = input;
  const { officeDay } = services.config;
  await checkBounds(db, author, { order: await findOrderOf(db, author, orderId), visit, now: clock(), officeDay });
  const picture = await readPicture(services.pictures, author, { bytes, mediaType }, signal);
  const file = await storePicture(services, picture);
  const now = clock();
  const { deviceAt, at } = timesOf(input, now);
  const size = SIZES.reduce((sum, each) => sum + picture.files[each].length, 0);

  const write = async (trx: Database): Promise<{ row: EvidenceRow; isNew: boolean }> => {
    await lockOffice(trx, author);
    const same = await findSame(trx, author, input, sha256);
    if (same) return { row: same, isNew: false };
    await checkVisit(trx, input);
    const order = await findOrderOf(trx, author, orderId);
    await checkBounds(trx, author, { order, visit, now, officeDay });
    const earlier = await findEarlier(trx, author, input, sha256);
    const request = await answeredBy(trx, author, { orderId, kind, at, now });
    const checks = await checkPhoto(
      trx,
      author,
      {
        orderId,
        kind,
        attempt: input.attempt ?? order.attempt,
        visit: visit ?? null,
        arrivedAt: now,
        takenAt: fileTimeOf(input) ?? at,
        place,
        isCopy: earlier !== undefined,
        isAsked: request?.isAsked ?? false,
      },
      { picture, order },
    );
    const { id } = await trx
      .insertInto('evidence')
      .values({
        company_id: companyId,
        office_id: officeId,
        upload,
        order_id: orderId,
        client_id: order.client_id,
        ubigeo: order.ubigeo,
        attempt: input.attempt ?? order.attempt,
        kind,
        visit: visit ?? null,
        courier_id: input.courierId === undefined ? order.courier_id : input.courierId,
        receiver: receiver && JSON.stringify(receiver),
        at,
        device_at: deviceAt,
        clock_offset_ms: clockOffsetMs,
        arrived_at: now,
        lat: place?.lat ?? null,
        lng: place?.lng ?? null,
        accuracy: place?.accuracy ?? null,
        file,
        width: picture.width,
        height: picture.height,
        bytes: size,
        sha256,
        same_as: earlier?.order_id ?? null,
        checked_at: now,
        ...checks,
        by_username: username,
        by_user: user,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('order_details')
      .set({ evidence: order.evidence + 1 })
      .where('office_id', '=', officeId)
      .where('id', '=', orderId)
      .execute();
    await trx
      .updateTable('companies')
      .set({ storage_used: sql<number>`storage_used + ${size}` })
      .where('id', '=', companyId)
      .execute();
    const event: EvidenceAdded = {
      type: 'evidence.added',
      at: now.toISOString(),
      officeId,
      actor: { username, user },
      order: { id: String(orderId), code: order.code, evidence: order.evidence + 1 },
      evidence: { id: String(id), kind },
    };
    await appendEvent(trx, companyId, event);
    if (visit !== undefined && place) await learnDoor({ db: trx, config: services.config }, author, order, now);
    if (request) await settleByAnswer(trx, author, { request, orderId, code: order.code, photo: id, now });
    const mark = pictureMarkOf(kind, picture.light);
    if (mark !== null) await input.onMark?.(trx, mark);
    return { row: await evidenceOf(trx, author).where('evidence.id', '=', id).executeTakeFirstOrThrow(), isNew: true };
  };

  // Without a result or a refusal it is unknown whether the row was written: the files stay, and the sweep removes
  // them if not.
  const { row, isNew } = await transact(db, write, { repeatable: true }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await removePicture(services, file);
    throw error;
  });
  if (isNew) feed.nudge(officeId);
  if (row.file !== file) await removePicture(services, file);
  return toEvidence(row);
}
