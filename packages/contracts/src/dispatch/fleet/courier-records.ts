import * as z from 'zod/mini';
import { operation } from '../../operation.ts';
import { BULK_BODY, DISPATCH, type OperationPolicy } from '../../policy.ts';
import { line } from '../../text.ts';
import { day, allDiffer, inOffice, rowId, rowInOffice, version } from '../platform/fields.ts';
import { COURIER_DOCUMENT_CODES } from '../platform/words.ts';
import { addDays } from '../platform/zoned-time.ts';

/** Days ahead for which absences can be recorded. */
export const MAX_ABSENCE_AHEAD = 366;

/** Days of one request about absences: a month of holidays, and some. */
export const MAX_ABSENCE_DAYS = 62;

/** Days after which an absence is deleted. */
export const ABSENCE_RETENTION_DAYS = 90;

/** Days after which the documents of a retired courier are deleted. */
export const RETIRED_DOCUMENTS_DAYS = 90;

/** Couriers in one request of the attendance. */
export const MAX_ATTENDANCE = 1000;

/** Only number and expiry are kept, never a copy of the document. */
const courierDocument = z.strictObject({
  kind: z.enum(COURIER_DOCUMENT_CODES),
  number: z.nullable(line(40)),
  /** The last day on which it is valid. */
  until: z.nullable(day),
});

export type CourierDocument = z.infer<typeof courierDocument>;

export const courierDocumentList = z.array(courierDocument).check(
  z.maxLength(COURIER_DOCUMENT_CODES.length),
  allDiffer<CourierDocument>('Cada documento va una sola vez', ({ kind }) => kind),
);

const courierDocuments = z.object({
  version: z.int(),
  documents: z.array(
    z.object({ kind: z.enum(COURIER_DOCUMENT_CODES), number: z.nullable(z.string()), until: z.nullable(z.string()) }),
  ),
});

export type CourierDocuments = z.infer<typeof courierDocuments>;

const documentsEdit = z.strictObject({ version, documents: courierDocumentList });

export type CourierDocumentsEdit = z.infer<typeof documentsEdit>;

/** Days on which a courier is absent, or is not any more. No reason is kept: an illness would be sensitive data. */
export const absenceEdit = z.strictObject({ from: day, to: day, absent: z.boolean() }).check(
  z.refine(({ from, to }) => from <= to, 'El último día debe ser el primero o uno posterior'),
  z.refine(
    // Also runs for text that is not a day, which has another error.
    ({ from, to }) => !day.safeParse(from).success || to < addDays(from, MAX_ABSENCE_DAYS),
    `Marque ${String(MAX_ABSENCE_DAYS)} días seguidos como máximo`,
  ),
);

export type AbsenceEdit = z.infer<typeof absenceEdit>;

const absences = z.object({
  /** From the office's working day on, sorted. */
  days: z.array(z.string()),
});

export type Absences = z.infer<typeof absences>;

const someCouriers = z.array(rowId).check(z.maxLength(MAX_ATTENDANCE));

const attendance = z
  .strictObject({ day, absent: someCouriers, present: someCouriers })
  .check(
    z.refine(
      ({ absent, present }) => new Set([...absent, ...present]).size === absent.length + present.length,
      'Cada repartidor va una sola vez',
    ),
  );

export type Attendance = z.infer<typeof attendance>;

/** Documents of workers need the module of who manages the office's people as well. */
const DOCUMENTS = { ...DISPATCH, also: ['G01'] } as const satisfies OperationPolicy;

/** What an office keeps about a courier as a worker. */
export const courierRecordOperations = {
  'couriers.attend': operation('POST', '/api/couriers/attendance', {
    summary: 'Marca quiénes están presentes y quiénes ausentes en un día; quien no se nombra queda como estaba',
    policy: { ...DISPATCH, bodyBytes: BULK_BODY },
    query: inOffice,
    body: attendance,
    response: z.object({ changed: z.int() }),
  }),
  'couriers.absences': operation('GET', '/api/couriers/:id/absences', {
    summary: 'Los días en que un repartidor estará ausente, desde hoy',
    policy: { ...DISPATCH },
    ...rowInOffice,
    response: absences,
  }),
  'couriers.absent': operation('POST', '/api/couriers/:id/absences', {
    summary: 'Marca o quita días de ausencia de un repartidor',
    policy: { ...DISPATCH },
    ...rowInOffice,
    body: absenceEdit,
    response: absences,
  }),
  'couriers.documents': operation('GET', '/api/couriers/:id/documents', {
    summary: 'Licencia y documentos de un repartidor, con su número y su vencimiento',
    policy: DOCUMENTS,
    ...rowInOffice,
    response: courierDocuments,
  }),
  'couriers.writeDocuments': operation('PUT', '/api/couriers/:id/documents', {
    summary: 'Reemplaza los documentos de un repartidor, si nadie cambió sus datos entretanto',
    policy: DOCUMENTS,
    ...rowInOffice,
    body: documentsEdit,
    response: courierDocuments,
  }),
};
