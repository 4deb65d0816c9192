import { type PHOTO_TYPES, PHOTO_SIZES, type PhotoSize } from '@despacho/contracts/dispatch';
import { Refusal } from '#platform/refusal.ts';
import { type Picture as AnyPicture } from './encode-picture.ts';
import { type PictureAuthor, type PictureDecoder } from './picture-decoder.ts';
import { type PictureFault } from './picture-work.ts';

export type Picture = AnyPicture<PhotoSize>;

type MediaType = (typeof PHOTO_TYPES)[number];

/** First bytes of the accepted formats. */
const STARTS: Record<MediaType, (bytes: Buffer) => boolean> = {
  'image/jpeg': (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff',
  'image/png': (bytes) => bytes.subarray(0, 8).toString('hex') === '89504e470d0a1a0a',
  'image/webp': (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};

/** @returns the media type by the first bytes; undefined if it is not an accepted type. */
export const typeOfPhoto = (bytes: Buffer): MediaType | undefined =>
  (Object.keys(STARTS) as MediaType[]).find((type) => STARTS[type](bytes));

const FAULTS: Record<PictureFault, string> = {
  complex: 'La foto es demasiado compleja para procesarla; tómela de nuevo con la cámara',
  animated: 'La imagen está animada; tome una foto con la cámara',
  pixels: 'La foto tiene más de 25 megapíxeles; redúzcala y vuelva a enviarla',
  side: 'La foto mide más de 20,000 píxeles de largo; redúzcala y vuelva a enviarla',
  small: 'La imagen es demasiado pequeña para ser una foto',
  damaged: 'La foto está dañada o incompleta; vuelva a tomarla',
};

/** The file is not a readable photo. Sending it again would fail again. */
export class UnreadablePicture extends Refusal {}

/**
 * Decodes a photo and encodes it again in another process, so that only its pixels are stored.
 * @param signal stops waiting and decoding when the client disconnects.
 * @throws UnreadablePicture for anything that is not a complete photo of the given type, or too expensive to decode;
 * Refusal busy or unavailable if it cannot be decoded now.
 */
export async function readPicture(
  decoder: PictureDecoder,
  author: PictureAuthor,
  { bytes, mediaType }: { bytes: Buffer; mediaType: string },
  signal: AbortSignal,
): Promise<Picture> {
  if (bytes.length === 0) throw new UnreadablePicture('unprocessable', 'La foto está vacía');
  const startsRight = (STARTS as Partial<Record<string, (bytes: Buffer) => boolean>>)[mediaType];
  if (!startsRight?.(bytes)) throw new UnreadablePicture('wrong-type', 'El archivo no es una foto JPEG, PNG o WebP');
  const reply = await decoder.decode({ kind: 'photo', bytes, type: mediaType, sizes: PHOTO_SIZES }, author, signal);
  if ('fault' in reply) throw new UnreadablePicture('unprocessable', FAULTS[reply.fault]);
  return reply.picture;
}
