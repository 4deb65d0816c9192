import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { EVIDENCE_KIND_CODES } from '../platform/words.ts';
import { clockOffset, devicePlace, deviceTime } from './visits.ts';

/** Largest part of a photo, in bytes: five seconds at 50 KB a second. */
export const MAX_PHOTO_PART = 256 * 1024;
/** Smallest part except the last one, so that a photo is never thousands of rows. */
export const MIN_PHOTO_PART = 16 * 1024;

/** Leaves time to decode a complete photo after the ones queued before it. */
const PHOTO_TIME_MS = 50_000;

/** Leaves time for a part at 5 KB/s. */
const PART_TIME_MS = 120_000;

/** Larger files are refused like other pictures that cannot be stored, so that a phone never repeats them. */
const MAX_DECLARED = 2 ** 31 - 1;

/** Progress of an upload. */
const photoUpload = z.object({
  /** Bytes stored so far; the next part begins here. */
  received: z.int(),
  /** `stored` and `refused` are final. */
  state: z.enum(['open', 'stored', 'refused']),
  /** Why it was refused, for the courier. */
  problem: z.optional(z.string()),
});

export type PhotoUpload = z.infer<typeof photoUpload>;

/** A photo or signature of a visit, before its bytes. */
const newPhoto = z.strictObject({
  /** Made by the phone, unique forever. */
  id: z.uuid(),
  /** The visit's id, which was sent before. */
  visit: z.uuid(),
  kind: z.enum(EVIDENCE_KIND_CODES),
  bytes: z.int().check(z.minimum(0), z.maximum(MAX_DECLARED)),
  sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
  /** By the device's clock. */
  takenAt: deviceTime,
  clockOffsetMs: z.optional(clockOffset),
  place: z.optional(devicePlace),
  /** When its file was made, by the device's clock: a picture from the gallery is older than its visit. */
  fileAt: z.optional(deviceTime),
});

export type NewPhoto = z.infer<typeof newPhoto>;

/** Photos of a courier's phone, in parts that can be resumed. */
export const photoUploadOperations = {
  'field.photo': operation('POST', '/api/field/photos', {
    summary: 'Empieza el envío de una foto de una visita, o dice hasta dónde llegó; puede repetirse siempre',
    policy: { access: 'courier', timeMs: PHOTO_TIME_MS },
    body: newPhoto,
    response: photoUpload,
  }),
  'field.photoPart': operation('POST', '/api/field/photos/:id/parts', {
    summary: 'Una parte de una foto; una parte repetida o adelantada no cambia nada',
    policy: { access: 'courier', bodyBytes: MAX_PHOTO_PART, timeMs: PART_TIME_MS },
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ offset: z.string().check(z.regex(/^\d{1,8}$/)) }),
    upload: ['application/octet-stream'],
    response: photoUpload,
  }),
};
