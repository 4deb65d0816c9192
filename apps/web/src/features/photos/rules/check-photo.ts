import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '@despacho/contracts/dispatch';

/** For a file picker. */
export const ACCEPTED_PHOTOS = PHOTO_TYPES.join(',');

/** @returns why a file cannot be sent as a photo; undefined if it can. The service has the last word. */
export function photoFault({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!(PHOTO_TYPES as readonly string[]).includes(type)) return 'El archivo no es una foto JPEG, PNG o WebP';
  if (size === 0) return 'La foto está vacía';
  return size > MAX_PHOTO_BYTES ? 'La foto pesa más de 8 MB; redúzcala y vuelva a seleccionarla' : undefined;
}
