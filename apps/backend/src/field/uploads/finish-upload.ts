import { hash } from 'node:crypto';
import { transact } from '#platform/database/transact.ts';
import { addEvidence, OfficeFull } from '../evidence/add-evidence.ts';
import { typeOfPhoto, UnreadablePicture } from '../evidence/read-picture.ts';
import { actingCourier } from '../route/field-caller.ts';
import { findVisit } from '../route/find-visit.ts';
import { type Phone } from '#fleet/phones/phones-repository.ts';
import { lockOffice } from '#people/offices/offices-repository.ts';
import { notFound, Refusal, type RefusalKind } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { KeyedSlots } from '#platform/keyed-slots.ts';
import { markPicture } from '../visits/mark-picture.ts';
import { endUpload, findUpload, lockUpload, readParts, type UploadRow } from './uploads-repository.ts';

/** The courier and office that a photo belongs to. */
type PhotoOwner = Pick<Phone, 'companyId' | 'officeId' | 'timeZone' | 'dayTurnsAt' | 'courierId' | 'courier'>;

/** How long (ms) a photo waits for its turn. */
const WAIT_MS = 20_000;

/** Photos of an office that are decoded concurrently. */
const ofOffice = new KeyedSlots({
  atOnce: 2,
  waitMs: WAIT_MS,
  busy: 'Su oficina está recibiendo muchas fotos; esta se enviará en unos segundos',
});

/** One at a time, as the page sends them, so that no courier can occupy the office. */
const ofCourier = new KeyedSlots({
  waitMs: WAIT_MS,
  busy: 'Se está guardando otra foto de este teléfono; esta se enviará en unos segundos',
});

/** Faults of the photo itself: sending it again would change nothing. */
const FINAL: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['wrong-type', 'unprocessable', 'conflict']);

/** Why a photo cannot be stored. */
interface PhotoProblem {
  /** For the courier, in Spanish. */
  text: string;
  /** Whether the cause is the file itself. */
  isUnreadable: boolean;
}

/** @returns why the photo cannot be stored; null if it was. @throws Refusal if it may be possible later. */
async function store(
  services: FieldServices,
  owner: PhotoOwner,
  upload: UploadRow,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<PhotoProblem | null> {
  if (hash('sha256', bytes) !== upload.sha256)
    return { text: 'La foto llegó distinta de como la guardó el teléfono; vuelva a tomarla', isUnreadable: true };
  const visit = await findVisit(services.db, owner, upload.visit);
  if (!visit) throw notFound();
  const { lat, lng, accuracy } = upload;
  try {
    await addEvidence(
      services,
      actingCourier(owner),
      {
        // Outside the pattern of idempotency keys, so that it never equals one.
        upload: `courier/${owner.courierId}/${upload.id}`,
        visit: upload.visit,
        orderId: visit.orderId,
        attempt: visit.attempt,
        kind: upload.kind,
        courierId: owner.courierId,
        receiver: visit.receiver,
        takenAt: upload.taken_at,
        fileAt: upload.file_at,
        clockOffsetMs: upload.clock_offset_ms,
        place: lat === null || lng === null ? null : { lat, lng, accuracy },
        bytes,
        mediaType: typeOfPhoto(bytes) ?? '',
        onMark: (trx, mark) => markPicture(trx, owner, { visit: upload.visit, mark, now: services.clock() }),
      },
      signal,
    );
    return null;
  } catch (error) {
    if (error instanceof OfficeFull) throw new Refusal('busy', error.message);
    if (error instanceof Refusal && FINAL.has(error.kind))
      return { text: error.message, isUnreadable: error instanceof UnreadablePicture };
    throw error;
  }
}

/**
 * Stores a photo of which all bytes have arrived, and ends its upload. Repeating it after a crash changes nothing.
 * @returns the upload, `stored` or `refused`.
 * @throws Refusal busy or unavailable if the photo cannot be stored now; its bytes are kept.
 */
export function finishUpload(
  services: FieldServices,
  owner: PhotoOwner,
  { id }: UploadRow,
  signal: AbortSignal,
): Promise<UploadRow> {
  const { db, clock, feed } = services;
  const finish = async (): Promise<UploadRow> => {
    const upload = await findUpload(db, owner, id);
    if (!upload) throw notFound();
    if (upload.state !== 'open' || upload.received < upload.bytes) return upload;
    const bytes = await readParts(db, upload);
    // Another request has ended it, or freed its space, since.
    if (bytes.length !== upload.bytes) return (await findUpload(db, owner, id)) ?? upload;
    const problem = await store(services, owner, upload, bytes, signal);
    const now = clock();
    const ended = await transact(
      db,
      async (trx) => {
        if (problem?.isUnreadable) await lockOffice(trx, owner);
        const locked = (await lockUpload(trx, owner, id)) ?? upload;
        if (locked.state !== 'open') return locked;
        if (problem?.isUnreadable) await markPicture(trx, owner, { visit: locked.visit, mark: 'ilegible', now });
        return endUpload(trx, locked, problem?.text ?? null, now);
      },
      { repeatable: true },
    );
    if (problem?.isUnreadable) feed.nudge(owner.officeId);
    return ended;
  };
  return ofCourier.run(`${owner.courierId}`, signal, () => ofOffice.run(owner.officeId, signal, finish));
}
