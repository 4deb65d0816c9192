import { addLast } from '@despacho/server/add-last';
import { KeyedSlots } from '@despacho/server/keyed-slots';
import { ClientGone, Failure } from '#problems/failure.ts';

/** Limits of one kind of upload, or of another expensive request. */
interface UploadLimits {
  /** Per user, refilled steadily. */
  perHour: number;
  /** Concurrent uploads of a user, in all sessions; more wait, before their bodies are read. */
  atOnceOfPerson: number;
  /** Concurrent uploads of an office. */
  atOnceOfOffice: number;
  /** About how long one takes. */
  busySeconds: number;
  /** Messages: the user's own limit, the office's, and the user's rate. */
  texts: { person: string; office: string; hour: string };
}

/**
 * A file may have five thousand lines, so a few contain a day's orders. One after another, because reading a file occupies
 * a core of the service for seconds.
 */
export const IMPORT_CAPS = {
  /** Previews: a dispatcher with files of twenty clients previews each several times. */
  perHour: 300,
  atOnceOfPerson: 1,
  atOnceOfOffice: 4,
  busySeconds: 5,
  texts: {
    person: 'Ya tiene otros archivos en proceso; espere a que terminen.',
    office: 'Su oficina tiene varios archivos en proceso; espere un momento.',
    hour: 'Revisó demasiados archivos en poco tiempo; espere un momento.',
  },
} as const satisfies UploadLimits;

/** Imports of previewed files, counted separately. */
export const COMMITS_PER_HOUR = 60;

/** Corrections of previews, counted separately: one in six seconds, and each may change many lines. */
export const FIXES_PER_HOUR = 600;

/** Each photo takes up to 8 MB of memory here, and a second of CPU in the service. */
export const PHOTO_CAPS = {
  perHour: 600,
  atOnceOfPerson: 2,
  atOnceOfOffice: 6,
  busySeconds: 2,
  texts: {
    person: 'Ya está enviando otras fotos; espere a que terminen.',
    office: 'Su oficina está enviando varias fotos; espere un momento.',
    hour: 'Envió demasiadas fotos en poco tiempo; espere un momento.',
  },
} as const satisfies UploadLimits;

/** Archives of up to 500 photos that a user prepares; the service limits how many it sends concurrently. */
export const PHOTO_EXPORT_CAPS = {
  perHour: 30,
  atOnceOfPerson: 2,
  atOnceOfOffice: 6,
  busySeconds: 2,
  texts: {
    person: 'Ya está preparando otra descarga de fotos; espere un momento.',
    office: 'Su oficina está preparando varias descargas de fotos; espere un momento.',
    hour: 'Preparó demasiadas descargas de fotos en poco tiempo; espere un momento.',
  },
} as const satisfies UploadLimits;

const PHONE_BUSY = 'Este teléfono ya está enviando otra foto; espere a que termine.';

/** By phone, which sends one part of at most 256 KB after the other: 80 photos of 8 MB an hour. */
export const PHOTO_PART_CAPS = {
  perHour: 2600,
  atOnceOfPerson: 2,
  atOnceOfOffice: 2,
  busySeconds: 2,
  texts: {
    person: PHONE_BUSY,
    office: PHONE_BUSY,
    hour: 'Este teléfono envió demasiadas fotos en poco tiempo; las demás se enviarán después.',
  },
} as const satisfies UploadLimits;

/** Number of remembered users; the one with the oldest upload is forgotten first. */
const MAX_PEOPLE = 10_000;

const HOUR_MS = 3_600_000;

/** How long (ms) an upload waits for earlier ones, and how many of a user or an office may wait. */
const WAIT_MS = 30_000;
const MAX_WAITING = 16;

const tooMany = (detail: string, retryAfterSeconds: number): Failure =>
  new Failure('too-many-requests', { detail, retryAfterSeconds, log: { limit: 'uploads' } });

export interface UploadCaps {
  /**
   * Forwards an upload, after earlier ones of the user and the office.
   * @param signal of the request, which then no longer waits.
   * @param perHour hourly limit of a kind of request that is counted separately. What is refused as busy, here or by the
   * service, does not count.
   * @throws Failure too-many-requests with the seconds to wait, if too many wait or are made in an hour; ClientGone.
   */
  run<T>(
    who: { person: string; office: string; signal: AbortSignal },
    work: () => Promise<T>,
    perHour?: number,
  ): Promise<T>;
}

/**
 * Limits concurrent uploads, and how many a user makes. Counted per process, like the rate of a session.
 * @param unlimited without the limit per hour.
 */
export function createUploadCaps(limits: UploadLimits, unlimited: boolean, now: () => number): UploadCaps {
  const { perHour: usualPerHour, atOnceOfPerson, atOnceOfOffice, busySeconds, texts } = limits;
  const turns = (count: number, text: string): KeyedSlots =>
    new KeyedSlots({
      count,
      waiting: MAX_WAITING,
      waitMs: WAIT_MS,
      busy: (reason) => (reason instanceof ClientGone ? reason : tooMany(text, busySeconds)),
    });
  const ofPerson = turns(atOnceOfPerson, texts.person);
  const ofOffice = turns(atOnceOfOffice, texts.office);
  const buckets = new Map<string, { left: number; at: number }>();

  /** @returns seconds until the user may start another one; 0 if it may start now, which counts it. */
  function take(person: string, perHour: number): number {
    const key = `${perHour} ${person}`;
    const known = buckets.get(key) ?? { left: perHour, at: now() };
    const left = Math.min(perHour, known.left + ((now() - known.at) / HOUR_MS) * perHour);
    addLast(buckets, key, { left: left < 1 ? left : left - 1, at: now() }, MAX_PEOPLE);
    return left < 1 ? Math.ceil(((1 - left) * HOUR_MS) / perHour / 1000) : 0;
  }

  return {
    async run({ person, office, signal }, work, perHour = usualPerHour) {
      const wait = unlimited ? 0 : take(person, perHour);
      if (wait > 0) throw tooMany(texts.hour, wait);
      try {
        return await ofPerson.run(person, signal, () => ofOffice.run(office, signal, work));
      } catch (error) {
        // Refused because others were being read: the person has to send it again.
        const bucket = buckets.get(`${perHour} ${person}`);
        if (bucket && error instanceof Failure && error.kind === 'too-many-requests') bucket.left++;
        throw error;
      }
    },
  };
}
