import { MAX_PHOTO_BYTES, PHOTO_TYPES } from '@despacho/contracts/dispatch';

/** For a file picker. Without HEIC, an iPhone converts its photos to JPEG. */
export const ACCEPTED_PHOTOS = PHOTO_TYPES.join(',');

/** Larger files are not photos, and would take all memory of the page. */
const MAX_FILE_BYTES = 40 * 1024 * 1024;

/** Smaller photos are sent as they are: the service stores them in its own sizes anyway. */
const SMALL_BYTES = 1024 * 1024;

type Named = Pick<File, 'type' | 'size' | 'name'>;

const isSendable = ({ type }: Pick<File, 'type'>): boolean => (PHOTO_TYPES as readonly string[]).includes(type);

/** Browsers without HEIC do not recognize its media type either. */
const isHeic = ({ type, name }: Named): boolean => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

/** @returns why a file cannot be a photo; undefined if its content decides. */
export function photoFault(file: Named): string | undefined {
  if (file.size === 0) return 'El archivo está vacío';
  if (!isSendable(file) && !isHeic(file)) return 'El archivo no es una foto JPEG, PNG o WebP';
  return file.size > MAX_FILE_BYTES ? 'El archivo pesa más de 40 MB' : undefined;
}

/** @returns whether a photo must be made smaller before it is sent, or can only be sent as JPEG. */
export const mustShrink = (file: Named): boolean =>
  !isSendable(file) || file.size > Math.min(SMALL_BYTES, MAX_PHOTO_BYTES);

/** @returns why this browser could not read a photo, and what to do. */
export const unreadableText = (file: Named): string =>
  isHeic(file)
    ? 'Es una foto HEIC de iPhone, que este navegador no puede leer. Expórtela como JPEG y súbala otra vez; para las próximas, en el iPhone elija Ajustes › Cámara › Formatos › «Más compatible»'
    : 'La foto está dañada o este navegador no puede leerla; ábrala en otro programa y guárdela como JPEG';
