import { pathOf } from '@despacho/contracts';
import { importOperations, type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { addressOf } from '../../../shared/http/address.ts';
import { call } from '../../../shared/http/call.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

const inOffice = (officeId: string): string => `?${new URLSearchParams({ officeId }).toString()}`;

/** Asks what a file would become. Writes no orders. */
export const previewImport = (officeId: string, file: File): Promise<ImportPreview> =>
  call(importOperations['imports.preview'], {
    query: { officeId, fileName: file.name },
    upload: { content: file, mediaType: mediaTypeOf(file.name) },
  });

/**
 * Imports the good lines of a preview, all or none.
 * @param orders how many the person saw: with another number nothing is imported.
 * @param idempotencyKey the same for each try, so that a file whose answer was lost is not imported twice.
 */
export const commitImport = (
  officeId: string,
  { id, orders }: { id: string; orders: number },
  idempotencyKey: string,
): Promise<ImportReceipt> =>
  call(importOperations['imports.commit'], {
    params: { id },
    query: { officeId },
    body: { orders },
    idempotencyKey,
  });

/** @returns where the broken lines of a preview are downloaded, with a column that explains them. */
export const brokenLinesAddress = (officeId: string, id: string): string =>
  addressOf(pathOf(importOperations['imports.broken'], { id })) + inOffice(officeId);

/** @returns where the template is downloaded. */
export const templateAddress = (officeId: string): string =>
  addressOf(pathOf(importOperations['imports.template'], {})) + inOffice(officeId);
