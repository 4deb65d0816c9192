import {
  ANOTHER_DATE,
  collectedOf,
  EVIDENCE_KINDS,
  type EvidenceKind,
  IDENTITY_DOCUMENT,
  MAX_DOCUMENT,
  MIN_DOCUMENT,
  type Relation,
} from '@despacho/contracts/dispatch';
import { type PhotoDraft, type Stop, type VisitDraft } from '../offline/types.ts';
import { paidOf } from '#shared/fields/paid.ts';
import { type OutcomeErrors, type OutcomeForm, readOutcome } from '#shared/fields/read-outcome.ts';
import { splitPayments } from './split-payments.ts';

/** The receiver's relation to the recipient, in the words that fit a phone. */
export const RELATIONS = {
  titular: 'Titular',
  familiar: 'Familiar',
  vigilancia: 'Portería',
  companero: 'Trabajo',
  vecino: 'Vecino',
  otro: 'Otro',
} as const satisfies Record<Relation, string>;

/** A photo in the form. `id` is only the form's. */
export interface FormPhoto extends PhotoDraft {
  id: string;
}

/** The courier's input about a visit. */
export interface VisitForm extends OutcomeForm {
  photos: FormPhoto[];
  signature: Blob | null;
  name: string;
  document: string;
  relation: Relation | '';
  /** The date that the recipient asked for instead, as an ISO date; empty without one. */
  wanted: string;
  /** Ids of orders of the same door that are not part of this visit. */
  apart: readonly string[];
  /** Payments by order, if the orders of the door are not paid in one sum. */
  byOrder: Readonly<Record<string, Pick<VisitForm, 'paid' | 'difference'>>> | null;
}

export type VisitErrors = OutcomeErrors &
  Partial<Record<'photos' | 'name' | 'document' | 'signature' | 'wanted', string>>;

export const EMPTY_FORM: VisitForm = {
  photos: [],
  signature: null,
  name: '',
  document: '',
  relation: '',
  paid: {},
  difference: '',
  reason: '',
  wanted: '',
  apart: [],
  byOrder: null,
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
    wanted: draft.wanted ?? '',
  };
}

const isDocument = (text: string): boolean =>
  text.length >= MIN_DOCUMENT && text.length <= MAX_DOCUMENT && IDENTITY_DOCUMENT.test(text);

/** @returns the required kinds of pictures that are missing. */
export const missingKinds = (required: readonly EvidenceKind[], there: readonly EvidenceKind[]): EvidenceKind[] =>
  required.filter((kind) => !there.includes(kind));

const namesOf = (kinds: readonly EvidenceKind[]): string =>
  kinds.map((kind) => EVIDENCE_KINDS[kind].toLowerCase()).join(', ');

interface VisitContext {
  stop: Stop;
  to: VisitDraft['to'];
  required: readonly EvidenceKind[];
  /** Kinds that an earlier visit, which this one corrects, already has. */
  earlier: readonly EvidenceKind[];
  /** The day of the route. */
  day: string;
}

function readReceiver({ name, document, relation }: VisitForm) {
  const [who, number] = [name.trim(), document.replaceAll(/[\s.-]/g, '').toUpperCase()];
  const errors: VisitErrors = {
    ...(who === '' && { name: 'Diga quién recibe' }),
    ...(number !== '' && !isDocument(number) && { document: 'Escriba las 8 cifras del DNI, o déjelo vacío' }),
  };
  return {
    receiver: { name: who, ...(number !== '' && { document: number }), ...(relation !== '' && { relation }) },
    errors,
  };
}

/** @returns the visit as the phone stores it, and the errors by field. */
export function readVisit({ stop, to, required, earlier, day }: VisitContext, form: VisitForm) {
  const { id, code, attempt, version } = stop;
  const there = [...form.photos.map(({ kind }) => kind), ...earlier, ...(form.signature ? (['firma'] as const) : [])];
  const missing = missingKinds(required, there);
  const pictures = missing.filter((kind) => kind !== 'firma');
  const ended = readOutcome(to, stop.collectDue, form);
  const errors: VisitErrors = {
    ...(pictures.length > 0 && { photos: `Falta la foto: ${namesOf(pictures)}` }),
    ...(missing.includes('firma') && { signature: 'Falta la firma' }),
    ...ended.errors,
  };
  const draft: VisitDraft = { order: { id, code, attempt, version }, to, receiver: null, ...ended.outcome };
  if (to === 'no_entregada') {
    if (form.reason === ANOTHER_DATE && form.wanted !== '') {
      if (form.wanted > day) draft.wanted = form.wanted;
      else errors.wanted = 'Seleccione un día después de hoy';
    }
  } else {
    const { receiver, errors: wrong } = readReceiver(form);
    draft.receiver = receiver;
    Object.assign(errors, wrong);
  }
  const photos: PhotoDraft[] = form.photos.map(({ kind, blob, fileAt }) => ({ kind, blob, fileAt }));
  if (form.signature) photos.push({ kind: 'firma', blob: form.signature });
  return { draft, photos, errors };
}

/** @returns what was paid for an order of a door, while its orders are paid one by one. */
export const paidFor = ({ byOrder }: VisitForm, id: string): Pick<VisitForm, 'paid' | 'difference'> =>
  byOrder?.[id] ?? { paid: {}, difference: '' };

/**
 * Reads one confirmation for several orders of one door.
 * @param others the other orders that it includes. Without any it is a single visit.
 * @returns the visit of each order, with the same photos, and the errors by field; those of payments by order.
 */
export function readDoor(asked: VisitContext, others: readonly Stop[], form: VisitForm) {
  const stops = [asked.stop, ...others];
  const collecting = stops.filter(({ collectDue }) => collectDue !== null);
  const sum = collecting.reduce((total, { collectDue }) => total + (collectDue ?? 0), 0);
  const isInOneSum = form.byOrder === null && collecting.length > 1;
  const read = stops.map((stop) => {
    const due = isInOneSum ? null : stop.collectDue;
    const own = form.byOrder !== null && collecting.length > 1 ? { ...form, ...paidFor(form, stop.id) } : form;
    return { stop, ...readVisit({ ...asked, stop: { ...stop, collectDue: due } }, own) };
  });
  const [first] = read;
  if (!first) throw new Error('A door without an order');
  const errors = Object.assign({}, ...read.map((each) => each.errors)) as VisitErrors;
  if (isInOneSum && asked.to === 'entregada') {
    const { outcome, errors: wrong } = readOutcome('entregada', sum, form);
    Object.assign(errors, wrong);
    const dues = collecting.map(({ collectDue }) => collectDue ?? 0);
    const parts = outcome.payments ? splitPayments(dues, outcome.payments) : [];
    for (const { stop, draft } of read) {
      const payments = parts[collecting.indexOf(stop)];
      if (!payments) continue;
      draft.payments = payments;
      if (collectedOf(payments) !== stop.collectDue && outcome.difference) draft.difference = outcome.difference;
    }
  }
  const drafts = read.map(({ draft }) => draft);
  const byOrder = new Map(read.map(({ stop, errors: own }) => [stop.id, own]));
  return { drafts, photos: first.photos, errors, byOrder, sum, collecting };
}
