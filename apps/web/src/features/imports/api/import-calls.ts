import { pathOf } from '@despacho/contracts';
import {
  type ColumnChoice,
  type FixBody,
  type FixedLines,
  importOperations,
  type ImportPreview,
  type ImportReceipt,
  writeColumnMap,
} from '@despacho/contracts/dispatch';
import { addressOf } from '../../../shared/http/address.ts';
import { call } from '../../../shared/http/call.ts';
import { mediaTypeOf } from '../rules/media-type-of.ts';

const inOffice = (officeId: string): string => `?${new URLSearchParams({ officeId }).toString()}`;

/** How to read a file, as the person chose. Without columns, those of the line are remembered or recognised. */
export interface FileChoice extends ColumnChoice {
  /** Client of lines without one; empty for none. */
  client: string;
}

/**
 * Parses a file and returns a preview. Creates no orders.
 * @param choice without it, columns are remembered or recognised by their headings.
 */
export const previewImport = (officeId: string, file: File, choice?: FileChoice): Promise<ImportPreview> =>
  call(importOperations['imports.preview'], {
    query: {
      officeId,
      fileName: file.name,
      ...(choice && { columns: writeColumnMap(choice) }),
      ...(choice?.client && { client: choice.client }),
    },
    upload: { content: file, mediaType: mediaTypeOf(file.name) },
  });

/**
 * Imports the valid lines of a preview, all or none.
 * @param orders number of orders the person expects: if it no longer matches, nothing is imported.
 * @param include doubtful lines to import.
 * @param idempotencyKey the same for each retry, so that a lost response does not import the file twice.
 */
export const commitImport = (
  officeId: string,
  { id, orders, include }: { id: string; orders: number; include: readonly number[] },
  idempotencyKey: string,
): Promise<ImportReceipt> =>
  call(importOperations['imports.commit'], {
    params: { id },
    query: { officeId },
    body: { orders, include: [...include] },
    idempotencyKey,
  });

/** Replaces the text of one column in invalid lines of a preview. @returns what changed in the preview. */
export const fixLines = (officeId: string, id: string, body: FixBody): Promise<FixedLines> =>
  call(importOperations['imports.fix'], { params: { id }, query: { officeId }, body });

/** @returns the URL to download the invalid lines of a preview, with a column that explains them. */
export const brokenLinesAddress = (officeId: string, id: string): string =>
  addressOf(pathOf(importOperations['imports.broken'], { id })) + inOffice(officeId);

/** @returns the URL of the template. */
export const templateAddress = (officeId: string): string =>
  addressOf(pathOf(importOperations['imports.template'], {})) + inOffice(officeId);
