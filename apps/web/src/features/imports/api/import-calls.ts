import { pathOf } from '@despacho/contracts';
import { importOperations, type ImportPreview, type ImportReceipt } from '@despacho/contracts/dispatch';
import { addressOf } from '../../../shared/http/address.ts';
import { call } from '../../../shared/http/call.ts';
import { base64Of } from '../rules/base64-of.ts';

const inOffice = (officeId: string): string => `?${new URLSearchParams({ officeId }).toString()}`;

/** Asks what a file would become. Writes no orders. */
export async function previewImport(officeId: string, file: File): Promise<ImportPreview> {
  const content = base64Of(new Uint8Array(await file.arrayBuffer()));
  return call(importOperations['imports.preview'], {
    query: { officeId },
    body: { fileName: file.name, content },
  });
}

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
