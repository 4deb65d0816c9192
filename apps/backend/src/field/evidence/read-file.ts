import { EVIDENCE_KINDS, type PhotoSize } from '@despacho/contracts/dispatch';
import { drawOnce, isDrawn } from './draw-demo-photo.ts';
import { type StoredAnswer } from '#platform/http/file-answer.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import { type FieldServices } from '../services.ts';
import { fileName, SIZE_FILES } from './evidence-store.ts';
import { inOffice, type OfficeKey } from '#platform/database/in-office.ts';

/** @returns a text for a file name: letters, digits and hyphens. */
export const asciiName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/-+$/, '');

/** @returns the bytes of one size of a photo; undefined, which is logged, if the store has lost them. */
export async function bytesOfPhoto(
  { evidence, pictures, logger }: Pick<FieldServices, 'evidence' | 'pictures' | 'logger'>,
  { id, file }: { id: number; file: string },
  size: PhotoSize,
): Promise<Buffer | undefined> {
  const stored = await evidence.get(fileName(file, size));
  if (stored) return stored;
  if (isDrawn(file)) return (await drawOnce(evidence, pictures, file)).files[size];
  logger.error({ photo: id, place: evidence.place }, 'a photo without its file');
  return undefined;
}

/**
 * @param isDownload as an attachment instead of in the page.
 * @returns one size of a photo. @throws Refusal not-found for another office's photo.
 */
export async function readEvidenceFile(
  services: FieldServices,
  office: OfficeKey,
  id: number,
  { size, isDownload }: { size: PhotoSize; isDownload: boolean },
): Promise<StoredAnswer> {
  const row = await services.db
    .selectFrom('evidence')
    .innerJoin('order_details as details', 'details.id', 'evidence.order_id')
    .select(['evidence.file', 'evidence.kind', 'details.code'])
    .where(inOffice(office, 'evidence'))
    .where('evidence.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const { ending, mediaType } = SIZE_FILES[size];
  const name = `${asciiName(row.code)}-${asciiName(EVIDENCE_KINDS[row.kind].toLowerCase())}-${id}${ending.slice(ending.lastIndexOf('.'))}`;
  const bytes = async (): Promise<Buffer> => {
    const found = await bytesOfPhoto(services, { id, file: row.file }, size);
    if (found) return found;
    throw new Refusal('unavailable', 'El archivo de esta foto no está disponible; avise al administrador');
  };
  return { fileName: name, mediaType, bytes, etag: `"${row.file}-${size}"`, isInline: !isDownload };
}
