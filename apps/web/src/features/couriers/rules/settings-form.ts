import {
  ARRIVAL_RADIUS,
  type CourierSettings,
  DEFAULT_MESSAGE,
  DEFAULT_SILENCE,
  EVIDENCE_KIND_CODES,
  type EvidenceKind,
  EVIDENCE_KINDS,
  type MessageWord,
  SETTING_WORDS,
  SILENCE_BOUNDS,
  type SettingsEdit,
  settingsEdit,
  unknownWord,
} from '@despacho/contracts/dispatch';
import { contractErrors, type Unchecked } from '#shared/fields/form-errors.ts';
import { isSame, textOrNull } from '#shared/fields/form-changes.ts';
import { parseFigure } from '#shared/fields/parse-figure.ts';
import { type FieldErrors } from '#shared/fields/remaining-errors.ts';
import { plainSoles } from '#shared/format/format-soles.ts';
import { type ConflictingField, conflictsBetween } from './conflicts.ts';

/** Input values of the settings. The photos are in the order of the catalogue. */
export interface SettingsForm {
  delivered: readonly EvidenceKind[];
  failed: readonly EvidenceKind[];
  phone: string;
  message: string;
  /** In soles; empty for no limit. */
  cashLimit: string;
  /** In soles; 0 for no limit. */
  expenseLimit: string;
  surplusLimit: string;
  /** In meters. */
  arrivalRadius: string;
  /** In minutes. */
  silence: string;
}

export const settingsForm = (settings: CourierSettings): SettingsForm => ({
  delivered: inOrder(settings.delivered),
  failed: inOrder(settings.failed),
  phone: settings.phone ?? '',
  message: settings.message ?? DEFAULT_MESSAGE,
  cashLimit: settings.cashLimit === null ? '' : plainSoles(settings.cashLimit),
  expenseLimit: plainSoles(settings.expenseLimit),
  surplusLimit: plainSoles(settings.surplusLimit),
  arrivalRadius: String(settings.arrivalRadius),
  silence: String(settings.silence),
});

const inOrder = (kinds: readonly EvidenceKind[]): EvidenceKind[] =>
  EVIDENCE_KIND_CODES.filter((kind) => kinds.includes(kind));

/** @returns the error in the braces of a message, for the person; undefined without one. */
export function messageFault(message: string): string | undefined {
  const unknown = unknownWord(message);
  if (unknown === undefined) return undefined;
  return unknown.length === 1
    ? `Sobra una llave «${unknown}», o falta la otra`
    : `«${unknown}» no se puede reemplazar: use los datos de abajo`;
}

export type SettingsErrors = FieldErrors<keyof SettingsForm>;

/** The settings of this form. Routes, distances from an address, and «Por atender» have separate forms. */
type FormSettings = Required<
  Omit<SettingsEdit['changes'], 'far' | 'attention' | 'startingPoint' | 'objective' | 'doorMinutes' | 'routeEnd'>
>;

const FIELD_OF = {
  delivered: 'delivered',
  failed: 'failed',
  phone: 'phone',
  message: 'message',
  cashLimit: 'cashLimit',
  expenseLimit: 'expenseLimit',
  surplusLimit: 'surplusLimit',
  silence: 'silence',
  arrivalRadius: 'arrivalRadius',
} satisfies Record<keyof FormSettings, keyof SettingsForm>;

const NO_LIMIT = 'Escriba un monto en soles, como 30, o 0 si no hay tope';

const MESSAGES: Partial<Record<keyof SettingsForm, string>> = {
  phone: 'Escriba un teléfono de 6 a 24 cifras, por ejemplo 01 444 5566',
  message: 'Escriba el mensaje con 500 caracteres como máximo',
  cashLimit: 'Escriba un monto en soles, como 500, o déjelo vacío',
  expenseLimit: NO_LIMIT,
  surplusLimit: NO_LIMIT,
  silence: `Escriba de ${SILENCE_BOUNDS.least} a ${SILENCE_BOUNDS.most} minutos, por ejemplo ${DEFAULT_SILENCE}`,
  arrivalRadius: `Escriba de ${ARRIVAL_RADIUS.least} a ${ARRIVAL_RADIUS.most} metros, sin decimales`,
};

/** @returns the changes for the service, or error messages by field. Without an own message, the default one is used. */
export function readSettingsForm(
  form: SettingsForm,
  settings: CourierSettings,
): { edit?: SettingsEdit; errors: SettingsErrors } {
  const message = textOrNull(form.message);
  const wanted: Unchecked<FormSettings> = {
    delivered: form.delivered,
    failed: form.failed,
    phone: textOrNull(form.phone),
    message: message === DEFAULT_MESSAGE ? null : message,
    cashLimit: form.cashLimit.trim() === '' ? null : parseFigure(form.cashLimit, 2),
    expenseLimit: parseFigure(form.expenseLimit, 2),
    surplusLimit: parseFigure(form.surplusLimit, 2),
    silence: parseFigure(form.silence, 0),
    arrivalRadius: parseFigure(form.arrivalRadius, 0),
  };
  const base = settingsForm(settings);
  const now = { ...settings, delivered: base.delivered, failed: base.failed };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => !isSame(value, now[field as keyof typeof wanted])),
  );
  const read = settingsEdit.safeParse({ version: settings.version, changes });
  if (read.success) return { edit: read.data, errors: {} };
  const issues = read.error.issues.map(({ path }) => ({ path: path.slice(1) }));
  const fault = messageFault(form.message);
  return { errors: contractErrors(issues, FIELD_OF, { ...MESSAGES, ...(fault !== undefined && { message: fault }) }) };
}

const LABELS: Readonly<Record<keyof SettingsForm, string>> = {
  delivered: SETTING_WORDS.delivered.label,
  failed: SETTING_WORDS.failed.label,
  phone: SETTING_WORDS.phone.label,
  message: SETTING_WORDS.message.label,
  cashLimit: SETTING_WORDS.cashLimit.label,
  expenseLimit: SETTING_WORDS.expenseLimit.label,
  surplusLimit: SETTING_WORDS.surplusLimit.label,
  silence: SETTING_WORDS.silence.label,
  arrivalRadius: SETTING_WORDS.arrivalRadius.label,
};

function fieldText(form: SettingsForm, field: keyof SettingsForm): string {
  if (field === 'delivered' || field === 'failed')
    return form[field].map((kind) => EVIDENCE_KINDS[kind]).join(', ') || 'ninguna';
  return form[field] || '—';
}

/** @returns the fields this user changed that differ on the server, as text. */
export const conflictingSettings = (base: SettingsForm, mine: SettingsForm, theirs: SettingsForm): ConflictingField[] =>
  conflictsBetween({ base, mine, theirs }, LABELS, fieldText);

/** An order that shows how the message reads. */
export const EXAMPLE: Readonly<Record<Exclude<MessageWord, 'oficina' | 'empresa'>, string>> = {
  destinatario: 'Elena Rojas',
  repartidor: 'Hugo Paredes',
  codigo: 'D0010482',
  cliente: 'Boticas Aurora',
};
