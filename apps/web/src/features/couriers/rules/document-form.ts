import {
  addDays,
  COURIER_DOCUMENT_CODES,
  type CourierDocument,
  type CourierDocumentKind,
  type CourierDocuments,
  day as dayForm,
} from '@despacho/contracts/dispatch';
import { textOrNull } from '#shared/fields/form-changes.ts';

/** The typed values of a document; empty if the courier does not have it. */
export interface DocumentForm {
  kind: CourierDocumentKind;
  number: string;
  until: string;
}

/** @returns a line for each kind of document. */
export const documentForms = ({ documents }: CourierDocuments): DocumentForm[] =>
  COURIER_DOCUMENT_CODES.map((kind) => {
    const known = documents.find((each) => each.kind === kind);
    return { kind, number: known?.number ?? '', until: known?.until ?? '' };
  });

export type DocumentErrors = Partial<Record<CourierDocumentKind, { number?: string; until?: string }>>;

const LONGEST = 40;

/** @returns the documents that have a number or an expiry, or their errors. */
export function readDocumentForms(forms: readonly DocumentForm[]): {
  documents: CourierDocument[];
  errors: DocumentErrors;
} {
  const errors: DocumentErrors = {};
  const documents: CourierDocument[] = [];
  for (const { kind, number, until } of forms) {
    const [written, last] = [textOrNull(number), textOrNull(until)];
    const wrong = {
      ...(written !== null && written.length > LONGEST && { number: `Escriba ${LONGEST} caracteres como máximo` }),
      ...(last !== null && !dayForm.safeParse(last).success && { until: 'Escriba la fecha como 24/11/2026' }),
    };
    if (Object.keys(wrong).length > 0) errors[kind] = wrong;
    else if (written !== null || last !== null) documents.push({ kind, number: written, until: last });
  }
  return { documents, errors };
}

/** Number of days before the expiry from which it is marked: the usual limit of «Por atender». */
const SOON_DAYS = 15;

/** @returns whether a document has expired or is about to. */
export function expiry(until: string, today: string): 'vencido' | 'por vencer' | undefined {
  if (!dayForm.safeParse(until).success) return undefined;
  if (until < today) return 'vencido';
  return until <= addDays(today, SOON_DAYS) ? 'por vencer' : undefined;
}
