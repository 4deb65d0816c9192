import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { DISPATCH } from '../../policy.ts';
import { PHOTO_ANSWER } from './evidence.ts';
import { exportTicket, ticket } from '../orders/exports.ts';
import { allDiffer, inOffice, rowId } from '../platform/fields.ts';
import { ZIP_MEDIA_TYPE } from '../platform/files.ts';

/** Photos of one archive at most. */
export const MAX_ZIP_PHOTOS = 500;

/** Fits as many photos of the largest stored size, and their index. */
const ZIP_ANSWER = (MAX_ZIP_PHOTOS + 1) * PHOTO_ANSWER;

/** Fits 300 MB, 500 photos of a phone, at 2 Mbit/s. */
const ZIP_TIME_MS = 20 * 60_000;

/** `orders` is the number of orders that the photos belong to: they count towards what a person may export in a day. */
export const photoExportTicket = z.extend(exportTicket, { photos: z.int() });

export type PhotoExportTicket = z.infer<typeof photoExportTicket>;

/** Downloads selected photos as one archive with an index. */
export const photoExportOperations = {
  'evidence.prepare': operation('POST', '/api/evidence/exports', {
    summary:
      'Prepara la descarga de hasta 500 fotos en un ZIP con su índice. Sus órdenes cuentan para las que cada persona puede exportar por día',
    policy: { ...DISPATCH, access: ['T02'], inClosedOffice: true },
    query: inOffice,
    body: z.strictObject({
      photos: z.array(rowId).check(z.minLength(1), z.maxLength(MAX_ZIP_PHOTOS), allDiffer('Hay fotos repetidas')),
    }),
    response: photoExportTicket,
  }),
  'evidence.download': operation('GET', '/api/evidence/exports', {
    summary: 'Descarga el ZIP preparado, una vez y antes de 60 segundos',
    policy: { ...DISPATCH, access: ['T02'], answerBytes: ZIP_ANSWER, timeMs: ZIP_TIME_MS },
    query: z.strictObject({ ...inOffice.shape, ticket }),
    response: { stream: ZIP_MEDIA_TYPE, file: [ZIP_MEDIA_TYPE] },
  }),
};
