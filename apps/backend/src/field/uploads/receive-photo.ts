import { MAX_PHOTO_BYTES, MIN_PHOTO_PART, type NewPhoto, type PhotoUpload } from '@despacho/contracts/dispatch';
import { type Database } from '#platform/database/open-database.ts';
import { transact } from '#platform/database/transact.ts';
import { checkOfficeDay, OfficeFull } from '../evidence/add-evidence.ts';
import { findVisit } from '../route/find-visit.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { VISIT_ERASED } from '#platform/erased.ts';
import { conflict, invalid, notFound, Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { markPicture } from '../visits/mark-picture.ts';
import { finishUpload } from './finish-upload.ts';
import {
  appendPart,
  countBegun,
  countStaged,
  findUpload,
  insertUpload,
  lockStaged,
  lockUpload,
  resetUpload,
  type UploadRow,
} from './uploads-repository.ts';

/** Photos that a courier may begin to send in a day, and their bytes: eighty stops with ten photos each. */
export const PHONE_DAY = { photos: 800, bytes: 1024 ** 3 };
/** Unfinished photos of a courier that occupy space. A phone sends one after the other. */
export const MAX_STAGED = 4;

const DAY_MS = 86_400_000;

const toAnswer = ({ received, state, problem }: UploadRow): PhotoUpload => ({
  received,
  state,
  ...(problem !== null && { problem }),
});

/** Sizes for which no byte needs to be sent. */
function sizeProblem({ bytes }: NewPhoto): string | null {
  if (bytes === 0) return 'La foto está vacía';
  return bytes > MAX_PHOTO_BYTES ? 'La foto tiene más de 8 MB; redúzcala y vuelva a tomarla' : null;
}

const isSame = (upload: UploadRow, { visit, kind, bytes, sha256 }: NewPhoto): boolean =>
  upload.visit === visit && upload.kind === kind && upload.bytes === bytes && upload.sha256 === sha256;

async function checkDay(db: Database, phone: Phone, { bytes }: NewPhoto, now: Date): Promise<void> {
  const day = await countBegun(db, phone, new Date(now.getTime() - DAY_MS));
  if (day.photos >= PHONE_DAY.photos || day.bytes + bytes > PHONE_DAY.bytes)
    throw new Refusal('busy', 'Este teléfono envió hoy demasiadas fotos; las demás se enviarán mañana');
}

/** Stores the photo as soon as all its bytes are here. */
const settle = async (
  services: FieldServices,
  phone: Phone,
  upload: UploadRow,
  signal: AbortSignal,
): Promise<PhotoUpload> =>
  toAnswer(
    upload.state === 'open' && upload.received === upload.bytes
      ? await finishUpload(services, phone, upload, signal)
      : upload,
  );

/**
 * Begins an upload, or reports how far it is. Stores a photo whose bytes had all arrived.
 * @throws Refusal not-found while the visit is unknown; conflict for an id used for another photo; busy above the
 * limits of the day.
 */
export async function beginPhoto(
  services: FieldServices,
  phone: Phone,
  given: NewPhoto,
  signal: AbortSignal,
): Promise<PhotoUpload> {
  const { db, clock, feed } = services;
  const photo = { ...given, id: given.id.toLowerCase(), visit: given.visit.toLowerCase() };
  const visit = await findVisit(db, phone, photo.visit);
  if (!visit) throw notFound();
  const unreadable = visit.erasedAt ? null : sizeProblem(photo);
  const problem = visit.erasedAt ? VISIT_ERASED : unreadable;
  const upload = await transact(
    db,
    async (trx) => {
      if (unreadable !== null) await lockOffice(trx, phone);
      const known = await findUpload(trx, phone, photo.id);
      if (known) return known;
      const now = clock();
      await checkDay(trx, phone, photo, now);
      const begun = await insertUpload(trx, phone, photo, { problem, now });
      if (begun && unreadable !== null) await markPicture(trx, phone, { visit: photo.visit, mark: 'ilegible', now });
      return begun ?? (await lockUpload(trx, phone, photo.id));
    },
    { repeatable: true },
  );
  if (unreadable !== null) feed.nudge(phone.officeId);
  if (!upload || !isSame(upload, photo)) throw conflict('Ese envío ya se usó para otra foto');
  return settle(services, phone, upload, signal);
}

/**
 * Frees the space of the courier's older unfinished photos, which their phone then sends from the beginning.
 * @throws Refusal busy if the office's day is full, unfinished photos included. Photos in progress continue: otherwise
 * they could fill it and none would be finished.
 */
async function freeSpace(
  trx: Database,
  { config, clock }: Pick<FieldServices, 'config' | 'clock'>,
  phone: Phone,
  id: string,
): Promise<void> {
  const staged = await lockStaged(trx, phone, id);
  for (const upload of staged.slice(MAX_STAGED - 1)) await resetUpload(trx, upload);
  const { officeDay } = config;
  try {
    await checkOfficeDay(trx, phone.officeId, {
      now: clock(),
      officeDay,
      staged: await countStaged(trx, phone.officeId),
    });
  } catch (error) {
    throw error instanceof OfficeFull ? new Refusal('busy', error.message) : error;
  }
}

function checkPart({ bytes: total, received }: UploadRow, { length }: Buffer): void {
  const end = received + length;
  if (end > total) throw invalid('La parte excede el tamaño de la foto');
  if (length < MIN_PHOTO_PART && end < total) throw invalid('La parte es demasiado pequeña');
}

/**
 * Adds a part. A part that does not begin where the previous one ended changes nothing; the answer reports where the
 * next one begins. Stores the photo after the last part.
 * @throws Refusal not-found for an unknown upload; invalid for a part of the wrong size; busy while the office's day is full.
 */
export async function addPhotoPart(
  services: FieldServices,
  phone: Phone,
  { id, offset, bytes }: { id: string; offset: number; bytes: Buffer },
  signal: AbortSignal,
): Promise<PhotoUpload> {
  const { db, clock } = services;
  const upload = await transact(
    db,
    async (trx) => {
      const known = await lockUpload(trx, phone, id);
      if (!known) throw notFound();
      if (known.state !== 'open' || offset !== known.received || known.received === known.bytes) return known;
      checkPart(known, bytes);
      if (offset === 0) await freeSpace(trx, services, phone, known.id);
      return appendPart(trx, known, bytes, clock());
    },
    { repeatable: true },
  );
  return settle(services, phone, upload, signal);
}
