import { type Problem } from '@despacho/contracts';
import {
  type Order,
  orderInput,
  type OrderInput,
  type PlaceJudge,
  type Priority,
  type Sender,
} from '@despacho/contracts/dispatch';
import { districtOf } from '#shared/districts/districts.ts';
import { contractErrors, fieldAt, type PathOf, type Unchecked } from '#shared/fields/form-errors.ts';
import { isSame, rebased, textOrNull } from '#shared/fields/form-changes.ts';
import { fold } from '#shared/fields/fold.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { rankedSearch } from '#shared/fields/ranked-search.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { formatDay } from '#shared/format/format-day.ts';
import { plainSoles } from '#shared/format/format-soles.ts';

/** @param client whose order it is, if known. @returns the input values of a new order. */
export const emptyOrderForm = (today: string, client: Order['client'] | null = null) => ({
  /** The order's client, kept while the name still matches. */
  client,
  clientName: client?.name ?? '',
  clientPhone: client?.phone ?? '',
  recipientName: '',
  recipientPhone: '',
  address: '',
  reference: '',
  ubigeo: '',
  /** Null until a location is set; the district's centre is used instead. */
  point: null as { lat: number; lng: number } | null,
  date: today,
  from: '',
  to: '',
  packages: '1',
  /** Kilograms. */
  weight: '1',
  /** Soles. */
  collect: '',
  clientReference: '',
  guide: '',
  note: '',
  priority: 'normal' as Priority,
});

/** Input values of an order. */
export type OrderForm = ReturnType<typeof emptyOrderForm>;
export type OrderField = keyof OrderForm;
export type OrderErrors = FieldErrors<EditableField>;

export const orderForm = ({ client, recipient, place, ...order }: Order): OrderForm => ({
  client,
  clientName: client.name,
  clientPhone: client.phone ?? '',
  recipientName: recipient.name,
  recipientPhone: recipient.phone ?? '',
  address: place.address,
  reference: place.reference ?? '',
  ubigeo: place.ubigeo,
  point: place.approximate ? null : { lat: place.lat, lng: place.lng },
  date: order.date,
  from: order.window?.from ?? '',
  to: order.window?.to ?? '',
  packages: String(order.packages),
  weight: String(order.weightGrams / 1000),
  collect: order.collect ? plainSoles(order.collect.due) : '',
  clientReference: order.clientReference ?? '',
  guide: order.guide ?? '',
  note: order.note ?? '',
  priority: order.priority,
});

const isCalled = (name: string, client: OrderForm['client']): boolean => fold(name.trim()) === fold(client?.name ?? '');

/** Sets the sender's name. The client's phone is removed with its name and restored with it. */
export function withSender(form: OrderForm, clientName: string): OrderForm {
  const { client, clientPhone } = form;
  const phone = client?.phone ?? '';
  const [was, is] = [isCalled(form.clientName, client), isCalled(clientName, client)];
  if (!client?.id || was === is || clientPhone !== (was ? phone : '')) return { ...form, clientName };
  return { ...form, clientName, clientPhone: is ? phone : '' };
}

const MAX_NAMES = 12;

/** @returns names of clients that contain the input, best match first. */
export function sendersLike(typed: string, senders: readonly Sender[]): string[] {
  if (typed.trim() === '') return [];
  const names = [...new Set(senders.map(({ name }) => name))];
  return rankedSearch(names, (name) => ({ name }))(typed).items.slice(0, MAX_NAMES);
}

const candidate = (form: OrderForm): Unchecked<OrderInput> => ({
  // For any other name, the service looks up the client.
  client: {
    id: isCalled(form.clientName, form.client) ? (form.client?.id ?? null) : null,
    name: form.clientName,
    phone: textOrNull(form.clientPhone),
  },
  recipient: { name: form.recipientName, phone: textOrNull(form.recipientPhone) },
  place: { address: form.address, reference: textOrNull(form.reference), ubigeo: form.ubigeo, point: form.point },
  date: form.date,
  window: form.from === '' && form.to === '' ? null : { from: form.from, to: form.to },
  packages: parseFigure(form.packages, 0),
  weightGrams: parseFigure(form.weight, 3),
  clientReference: textOrNull(form.clientReference),
  guide: textOrNull(form.guide),
  note: textOrNull(form.note),
  collectDue: form.collect.trim() === '' ? null : parseFigure(form.collect, 2),
  priority: form.priority,
});

/** A field's label, and what to show when the contract refuses its value. */
const field = (label: string, error = 'Revise este dato') => ({ label, error });

const PHONE = 'Escriba un teléfono, como 987 654 321';

/** All fields except the known client, who is chosen with the name. */
export const FIELDS = {
  clientName: field('Cliente', 'Escriba el nombre del cliente, hasta 160 caracteres'),
  clientPhone: field('Teléfono del cliente', PHONE),
  recipientName: field('Destinatario', 'Escriba quién recibe, hasta 160 caracteres'),
  recipientPhone: field('Teléfono', PHONE),
  address: field('Dirección', 'Escriba la dirección, hasta 240 caracteres'),
  reference: field('Referencia', 'Use hasta 240 caracteres'),
  ubigeo: field('Distrito', 'Seleccione el distrito de la lista'),
  point: field('Ubicación', 'Mueva el pin, o use el centro del distrito'),
  date: field('Fecha', 'Seleccione la fecha de entrega'),
  from: field('Desde', 'Escriba desde qué hora, o deje vacías las dos'),
  to: field('Hasta', 'Escriba hasta qué hora, posterior al inicio, o deje vacías las dos'),
  packages: field('Bultos', 'Escriba cuántos bultos son, de 1 a 999'),
  weight: field('Peso (kg)', 'Escriba el peso en kilos, como 1.5; hasta 20,000'),
  collect: field('Cobro contra entrega (S/)', 'Escriba el monto en soles, como 45.50, o deje vacío'),
  clientReference: field('Referencia del cliente', 'Use hasta 64 caracteres'),
  guide: field('Guía de remisión', 'Use hasta 64 caracteres'),
  note: field('Nota', 'Use hasta 500 caracteres'),
  priority: field('Prioridad'),
} satisfies Record<Exclude<OrderField, 'client'>, unknown>;

type EditableField = keyof typeof FIELDS;

const EDITABLE = Object.keys(FIELDS) as EditableField[];

const MESSAGES = Object.fromEntries(EDITABLE.map((name) => [name, FIELDS[name].error])) as Record<
  EditableField,
  string
>;

/** The field that shows the errors of each path of the contract. */
const FIELD_OF = {
  'client.id': 'clientName',
  'client.name': 'clientName',
  'client.phone': 'clientPhone',
  'recipient.name': 'recipientName',
  'recipient.phone': 'recipientPhone',
  'place.address': 'address',
  'place.reference': 'reference',
  'place.ubigeo': 'ubigeo',
  'place.point': 'point',
  date: 'date',
  'window.to': 'to',
  'window.from': 'from',
  packages: 'packages',
  weightGrams: 'weight',
  clientReference: 'clientReference',
  guide: 'guide',
  note: 'note',
  collectDue: 'collect',
  priority: 'priority',
} satisfies Record<PathOf<OrderInput>, EditableField>;

/** @returns the service's field errors by form field. */
export function serverErrors(reported: Problem['errors'] = []): OrderErrors {
  const errors: OrderErrors = {};
  for (const { field, message } of reported) {
    const at = fieldAt(field, FIELD_OF);
    if (at !== undefined) errors[at] ??= message;
  }
  return errors;
}

/**
 * @param judge the verdict on places of the office; without it, the service judges alone.
 * @returns the input for the service, or error messages by field.
 */
export function readOrderForm(form: OrderForm, judge?: PlaceJudge): { input?: OrderInput; errors: OrderErrors } {
  const checked = orderInput.safeParse(candidate(form));
  const errors: OrderErrors = contractErrors(checked.error?.issues, FIELD_OF, MESSAGES);
  // A well-formed code is not necessarily a delivery district.
  if (!districtOf(form.ubigeo)) errors.ubigeo ??= FIELDS.ubigeo.error;
  if (form.point && judge?.({ ...form.point, ubigeo: form.ubigeo }).kind === 'implausible')
    errors.point ??= FIELDS.point.error;
  return checked.success && Object.keys(errors).length === 0 ? { input: checked.data, errors } : { errors };
}

/** @returns the fields that differ from the order when editing began; unchanged fields are not sent. */
export function changedInput(base: OrderForm, input: OrderInput): Partial<OrderInput> {
  const before = readOrderForm(base).input;
  const keys = Object.keys(input) as (keyof OrderInput)[];
  return Object.fromEntries(keys.filter((key) => !isSame(before?.[key], input[key])).map((key) => [key, input[key]]));
}

/** @returns the fields in `mine` that differ from `base`. */
export const touchedFields = (base: OrderForm, mine: OrderForm): EditableField[] =>
  EDITABLE.filter((name) => !isSame(base[name], mine[name]));

/** @returns a field's value as text, to compare two versions. */
export function fieldText(form: OrderForm, field: EditableField): string {
  if (field === 'ubigeo') return districtOf(form.ubigeo)?.name ?? '—';
  if (field === 'point')
    return form.point ? `${form.point.lat.toFixed(5)}, ${form.point.lng.toFixed(5)}` : 'aproximada';
  if (field === 'date' && form.date !== '') return formatDay(form.date);
  return form[field] || '—';
}

/** Whether `theirs` already contains all changes from `base` to `mine`. */
export function includesChanges(theirs: OrderForm, base: OrderForm, mine: OrderForm): boolean {
  const { input } = readOrderForm(rebased(base, mine, theirs));
  return input !== undefined && Object.keys(changedInput(theirs, input)).length === 0;
}
