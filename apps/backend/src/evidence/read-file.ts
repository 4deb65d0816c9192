import { EVIDENCE_KINDS, type PhotoSize } from '@despacho/contracts/dispatch';
import { drawOnce, isDrawn } from './draw-demo-photo.ts';
import { type StoredAnswer } from '../http/file-answer.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type Services } from '../services.ts';
import { fileName, SIZE_FILES } from './evidence-store.ts';
import { inOffice, type OfficeKey } from '../database/in-office.ts';

const ASCII = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/-+$/, '');

/**
 * @param isDownload as an attachment instead of in the page.
 * @returns one size of a photo. @throws Refusal not-found for another office's photo.
 */
export async function readEvidenceFile(
  { db, evidence, pictures, logger }: Services,
  office: OfficeKey,
  id: number,
  { size, isDownload }: { size: PhotoSize; isDownload: boolean },
): Promise<StoredAnswer> {
  const row = await db
    .selectFrom('evidence')
    .innerJoin('order_details as details', 'details.id', 'evidence.order_id')
    .select(['evidence.file', 'evidence.kind', 'details.code'])
    .where(inOffice(office, 'evidence'))
    .where('evidence.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  const { ending, mediaType } = SIZE_FILES[size];
  const name = `${ASCII(row.code)}-${ASCII(EVIDENCE_KINDS[row.kind].toLowerCase())}-${id}${ending.slice(ending.lastIndexOf('.'))}`;
  const bytes = async (): Promise<Buffer> => {
    const stored = await evidence.get(fileName(row.file, size));
    if (stored) return stored;
    if (isDrawn(row.file)) return (await drawOnce(evidence, pictures, row.file)).files[size];
    logger.error({ photo: id, place: evidence.place }, 'a photo without its file');
    throw new Refusal('unavailable', 'El archivo de esta foto no está disponible; avise al administrador');
  };
  return { fileName: name, mediaType, bytes, etag: `"${row.file}-${size}"`, isInline: !isDownload };
}
