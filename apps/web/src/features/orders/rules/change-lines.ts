import {
  ORDER_CREATIONS,
  ORDER_STATES,
  type OrderChanged,
  type OrderFields,
  type OrderState,
  PLACE_DEGREES,
  type PlaceDegree,
  PRIORITIES,
  type Priority,
} from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { paymentsText } from './payment-text.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { formatWeight } from '#shared/format/format-weight.ts';

/** Names for ids and codes. */
export interface Names {
  courier: (id: string) => string;
  reason: (code: string) => string;
}

/** A changed field. */
interface ChangeLine {
  label: string;
  before: string;
  after: string;
}

type Field = keyof OrderFields;

/** Other fields say them: the client's name, the kind of place, and the state. */
type Implied =
  | 'clientId'
  | 'lat'
  | 'lng'
  | 'placeSource'
  | 'placeRadius'
  | 'placeContested'
  | 'sequence'
  | 'sequenceDay'
  | 'closedAt'
  | 'visitDay';

const LABELS: Record<Exclude<Field, Implied>, string> = {
  state: 'Estado',
  courierId: 'Repartidor',
  attempt: 'Visita',
  reason: 'Motivo',
  wanted: 'Pidió',
  payments: 'Cobrado',
  difference: 'Motivo de la diferencia',
  collectDue: 'Por cobrar',
  clientName: 'Cliente',
  clientPhone: 'Teléfono del cliente',
  recipient: 'Destinatario',
  phone: 'Teléfono',
  address: 'Dirección',
  reference: 'Referencia',
  ubigeo: 'Distrito',
  approximate: 'Ubicación',
  placeDegree: 'Grado de la ubicación',
  date: 'Fecha',
  windowFrom: 'Desde',
  windowTo: 'Hasta',
  packages: 'Bultos',
  weightGrams: 'Peso',
  clientReference: 'Referencia del cliente',
  guide: 'Guía de remisión',
  note: 'Nota',
  pinned: 'Fija en su lugar',
  priority: 'Prioridad',
};

const NOTHING = '—';

/** Formatters for fields whose value is not readable text. */
const WORDS: Partial<Record<Field, (value: string, names: Names) => string>> = {
  state: (state) => ORDER_STATES[state as OrderState],
  courierId: (id, names) => names.courier(id),
  reason: (code, names) => names.reason(code),
  date: (date) => formatDay(date),
  wanted: (date) => `el ${formatDay(date)}`,
  collectDue: (centimos) => formatSoles(Number(centimos)),
  weightGrams: (grams) => formatWeight(Number(grams)),
  priority: (priority) => PRIORITIES[priority as Priority],
  ubigeo: (ubigeo) => districtOf(ubigeo)?.name ?? ubigeo,
  placeDegree: (degree) => PLACE_DEGREES[degree as PlaceDegree],
  pinned: (is) => (is === 'true' ? 'sí' : 'no'),
  approximate: (is) => (is === 'true' ? 'aproximada' : 'marcada en el mapa'),
};

function textOf(field: Field, value: OrderFields[Field] | undefined, names: Names): string {
  if (value === null || value === undefined) return NOTHING;
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : paymentsText(value);
  return WORDS[field]?.(String(value), names) ?? String(value);
}

const CREATIONS: ReadonlySet<OrderChanged['what']> = new Set(ORDER_CREATIONS);

/** For these kinds of change the new state is not implied, so it is shown. */
const SHOWS_STATE: ReadonlySet<OrderChanged['what']> = new Set<OrderChanged['what']>([
  'corregida',
  'visita_aceptada',
  'deshecha',
]);

/** @returns the changed fields, without those that the title implies. Empty for a new order. */
export function changeLines({ what, before, after }: OrderChanged, names: Names): ChangeLine[] {
  // The title of a rescheduling names both days.
  if (CREATIONS.has(what) || what === 'reprogramada') return [];
  return (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => field in after || field in before)
    .filter((field) => field !== 'state' || SHOWS_STATE.has(what))
    .map((field) => ({
      label: LABELS[field],
      before: textOf(field, before[field], names),
      after: textOf(field, after[field], names),
    }))
    .filter((line) => line.before !== line.after);
}
