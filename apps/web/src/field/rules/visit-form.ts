import { collectionProblem, EVIDENCE_KINDS, type EvidenceKind } from '@despacho/contracts/dispatch';
import { type PhotoDraft, type Stop, type VisitDraft } from '../offline/types.ts';
import { type Paid, paidOf, readPaid } from '../../shared/fields/paid.ts';

/** The receiver's relation to the recipient. */
export const RELATIONS = {
  titular: 'Titular',
  familiar: 'Familiar',
  vigilancia: 'Portería',
  companero: 'Trabajo',
  vecino: 'Vecino',
  otro: 'Otro',
} as const;

export type Relation = keyof typeof RELATIONS;

/** A photo in the form. `id` is only the form's. */
export interface FormPhoto extends PhotoDraft {
  id: string;
}

/** What the courier has entered about a visit. */
export interface VisitForm {
  photos: FormPhoto[];
  signature: Blob | null;
  name: string;
  document: string;
  relation: Relation | '';
  paid: Paid;
  difference: string;
  reason: string;
}

export type VisitErrors = Partial<
  Record<'photos' | 'paid' | 'difference' | 'name' | 'document' | 'signature' | 'reason', string>
>;

export const EMPTY_FORM: VisitForm = {
  photos: [],
  signature: null,
  name: '',
  document: '',
  relation: '',
  paid: {},
  difference: '',
  reason: '',
};

/** @returns the form of a visit that is corrected. Its photos are with the visit already. */
export function formOf({ draft }: { draft: VisitDraft }, due: number | null): VisitForm {
  return {
    ...EMPTY_FORM,
    name: draft.receiver?.name ?? '',
    document: draft.receiver?.document ?? '',
    relation: (draft.receiver?.relation ?? '') as Relation | '',
    paid: draft.payments && due !== null ? paidOf({ due, payments: draft.payments }) : {},
    difference: draft.difference ?? '',
    reason: draft.reason ?? '',
  };
}

/** A DNI, or another document such as a carné de extranjería. */
const DOCUMENT = /^(?:\d{8,12}|(?=\d*[A-Z])[A-Z\d]{6,12})$/;

/** @returns the required kinds of pictures that are missing. */
export const missingKinds = (required: readonly EvidenceKind[], there: readonly EvidenceKind[]): EvidenceKind[] =>
  required.filter((kind) => !there.includes(kind));

const namesOf = (kinds: readonly EvidenceKind[]): string =>
  kinds.map((kind) => EVIDENCE_KINDS[kind].toLowerCase()).join(', ');

interface Asked {
  stop: Stop;
  to: VisitDraft['to'];
  required: readonly EvidenceKind[];
  /** Kinds that an earlier visit, which this one corrects, already has. */
  earlier: readonly EvidenceKind[];
}

/** @returns what the collection of a delivery states, or what is wrong with it. */
function readCollection(
  due: number | null,
  { paid, difference }: VisitForm,
): Pick<VisitDraft, 'payments' | 'difference'> | VisitErrors {
  if (due === null) return {};
  const read = readPaid(due, paid);
  if ('error' in read) return { paid: read.error };
  const reason = difference.trim();
  if (collectionProblem(due, { payments: read.payments }) === null) return { payments: read.payments };
  return reason === ''
    ? { difference: 'Diga por qué no se cobró lo debido' }
    : { payments: read.payments, difference: reason };
}

function readReceiver({ name, document, relation }: VisitForm): { receiver: VisitDraft['receiver'] } | VisitErrors {
  const [who, number] = [name.trim(), document.replaceAll(/[\s.-]/g, '').toUpperCase()];
  const errors: VisitErrors = {
    ...(who === '' && { name: 'Diga quién recibe' }),
    ...(number !== '' && !DOCUMENT.test(number) && { document: 'Escriba las 8 cifras del DNI, o déjelo vacío' }),
  };
  if (Object.keys(errors).length > 0) return errors;
  return { receiver: { name: who, ...(number !== '' && { document: number }), ...(relation !== '' && { relation }) } };
}

/** @returns the visit as the phone stores it, and the errors by field. */
export function readVisit({ stop, to, required, earlier }: Asked, form: VisitForm) {
  const { id, code, attempt, version } = stop;
  const there = [...form.photos.map(({ kind }) => kind), ...earlier, ...(form.signature ? (['firma'] as const) : [])];
  const missing = missingKinds(required, there);
  const pictures = missing.filter((kind) => kind !== 'firma');
  const errors: VisitErrors = {
    ...(pictures.length > 0 && { photos: `Falta la foto: ${namesOf(pictures)}` }),
    ...(missing.includes('firma') && { signature: 'Falta la firma' }),
  };
  const draft: VisitDraft = { order: { id, code, attempt, version }, to, receiver: null };
  if (to === 'no_entregada') {
    if (form.reason === '') errors.reason = 'Seleccione el motivo';
    draft.reason = form.reason;
  } else {
    const collection = readCollection(stop.collectDue, form);
    const receiver = readReceiver(form);
    if ('payments' in collection || Object.keys(collection).length === 0) Object.assign(draft, collection);
    else Object.assign(errors, collection);
    if ('receiver' in receiver) draft.receiver = receiver.receiver;
    else Object.assign(errors, receiver);
  }
  const photos: PhotoDraft[] = form.photos.map(({ kind, blob }) => ({ kind, blob }));
  if (form.signature) photos.push({ kind: 'firma', blob: form.signature });
  return { draft, photos, errors };
}
