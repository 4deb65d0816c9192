import { type PHOTO_TYPES, PHOTO_SIZES, type PhotoSize } from '@despacho/contracts/dispatch';
import { Refusal } from '../refusal.ts';
import { Turns } from '../turns.ts';

/** A decoded photo in all stored sizes, without metadata. */
export interface Picture {
  files: Record<PhotoSize, Buffer>;
  /** Of the largest size. */
  width: number;
  height: number;
}

type MediaType = (typeof PHOTO_TYPES)[number];

/** Decoding takes three bytes of memory per pixel, and half a second of CPU for these. */
const MAX_PIXELS = 25_000_000;
/** Smaller pictures prove nothing. */
const MIN_SIDE = 32;
/** Seconds of one decoding or encoding. */
const TIMEOUT_SECONDS = 20;
/** How many are decoded concurrently, each in its own thread. Others wait in order of arrival. */
const AT_ONCE = 2;
/** How long (ms) they wait. */
const WAIT_MS = 20_000;

/** The loaders of libvips that this process may use; all others, such as those for SVG, PDF or TIFF, are blocked. */
const LOADERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'];

/** First bytes of the accepted formats. */
const STARTS: Record<MediaType, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  'image/png': (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** @returns the media type by the first bytes; undefined if it is not an accepted type. */
export const typeOfPhoto = (bytes: Buffer): MediaType | undefined =>
  (Object.keys(STARTS) as MediaType[]).find((type) => STARTS[type](bytes));

/** Loaded at the first photo: the native library takes 20 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  // One thread for each picture, and nothing kept between pictures.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

let loading: ReturnType<typeof loadSharp> | undefined;

/** The image library with its limits. */
export const imageLibrary = (): ReturnType<typeof loadSharp> => (loading ??= loadSharp());

/** Of all offices. The operation limits each office, so that it cannot occupy both alone. */
const machine = new Turns({
  atOnce: AT_ONCE,
  waitMs: WAIT_MS,
  busy: 'Se están procesando muchas fotos; vuelva a intentarlo en unos segundos',
});

const refuse = (message: string): Refusal => new Refusal('unprocessable', message);

function refusalOf(error: unknown): Refusal {
  const { message } = error as Error;
  if (/pixel limit/i.test(message)) return refuse('La foto tiene más de 25 megapíxeles; redúzcala y vuelva a enviarla');
  if (/timeout/i.test(message)) return refuse('La foto es demasiado compleja para procesarla');
  return refuse('La foto está dañada o incompleta; vuelva a tomarla');
}

/** Limits of decoding, for `sharp`. */
const LIMITS = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;

/** @returns all stored sizes of a picture. @throws Error for one that cannot be decoded. */
export async function storedSizes(bytes: Buffer): Promise<Picture> {
  const sharp = await imageLibrary();
  const fit = (size: PhotoSize) =>
    ({ width: PHOTO_SIZES[size], height: PHOTO_SIZES[size], fit: 'inside', withoutEnlargement: true }) as const;
  const { data, info } = await sharp(bytes, LIMITS)
    // By its orientation; all other metadata is dropped.
    .rotate()
    .resize(fit('completa'))
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = (size: PhotoSize) =>
    sharp(data).resize(fit(size)).webp({ quality: 74 }).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer();
  return {
    files: { completa: data, media: await thumbnail('media'), mini: await thumbnail('mini') },
    width: info.width,
    height: info.height,
  };
}

async function decode(bytes: Buffer): Promise<Picture> {
  const picture = await storedSizes(bytes);
  if (Math.min(picture.width, picture.height) < MIN_SIDE)
    throw refuse('La imagen es demasiado pequeña para ser una foto');
  return picture;
}

/**
 * Decodes a photo and encodes it again, so that nothing of the file but its pixels is stored.
 * @param signal stops waiting when the client disconnects.
 * @throws Refusal unprocessable or wrong-type for anything that is not a whole photo of the given type, busy while too
 * many others are decoded.
 */
export async function readPicture(bytes: Buffer, mediaType: string, signal: AbortSignal): Promise<Picture> {
  if (bytes.length === 0) throw refuse('La foto está vacía');
  const startsRight = (STARTS as Partial<Record<string, (bytes: Buffer) => boolean>>)[mediaType];
  if (!startsRight?.(bytes)) throw new Refusal('wrong-type', 'El archivo no es una foto JPEG, PNG o WebP');
  return machine.run('', signal, async () => {
    try {
      return await decode(bytes);
    } catch (error) {
      throw error instanceof Refusal ? error : refusalOf(error);
    }
  });
}
