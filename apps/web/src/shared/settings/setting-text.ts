import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionRules,
  type CompanyOffice,
  type CourierSettings,
  DEFAULT_MESSAGE,
  EVIDENCE_KINDS,
  type EvidenceKind,
  ROUTE_ENDS,
  ROUTE_OBJECTIVES,
  SETTING_FIELDS,
  SETTING_WORDS,
  type SettingField,
  type SettingsEdit,
} from '@despacho/contracts/dispatch';
import { isSame } from '#shared/fields/form-changes.ts';
import { formatSoles } from '#shared/format/format-soles.ts';

type Rules = SettingsEdit['changes']['attention'];

/** Offices may have kinds of photos that can no longer be required. */
type Values = Omit<CourierSettings, 'attention'> &
  Pick<CompanyOffice, 'name' | 'timeZone' | 'province'> & { attention: NonNullable<Rules> };

/** Settings and data of an office, as far as they are known. */
export type SettingValues = { [F in SettingField]?: Values[F] | undefined };

/** A setting that differs, for the person. */
export interface SettingChange {
  field: SettingField;
  label: string;
  before: string;
  after: string;
  /** The effect of the change. */
  effect: string;
}

const ruleText = (kind: keyof AttentionRules, { on, limit }: { on: boolean; limit?: number }): string =>
  !on ? 'no' : limit === undefined ? 'sí' : `${limit} ${ATTENTION_KINDS[kind].limit?.unit ?? ''}`;

const photosText = (kinds: readonly EvidenceKind[]): string =>
  kinds.map((kind) => EVIDENCE_KINDS[kind]).join(', ') || 'ninguna';

/** @returns the kinds of «Por atender» that differ from the other rules. */
function attentionText(rules: Values['attention'], other: Values['attention']): string {
  return ATTENTION_KIND_CODES.filter((kind) => rules[kind] && !isSame(rules[kind], other[kind]))
    .map((kind) => `${ATTENTION_KINDS[kind].name}: ${ruleText(kind, rules[kind] ?? { on: false })}`)
    .join('; ');
}

/** 0 is no limit. */
const limitText = (limit: number): string => (limit === 0 ? 'sin tope' : formatSoles(limit));

type Texts = { [F in SettingField]: (value: NonNullable<Values[F]>, other: Values[F] | undefined) => string };

/** How a person reads each value. */
const TEXTS: Texts = {
  name: (name) => name,
  timeZone: (zone) => zone,
  province: (code) => code,
  delivered: photosText,
  failed: photosText,
  phone: (phone) => phone,
  message: (message) => message,
  cashLimit: formatSoles,
  expenseLimit: limitText,
  surplusLimit: limitText,
  silence: (minutes) => `${minutes} min`,
  arrivalRadius: (meters) => `${meters} m`,
  startingPoint: ({ address, lat, lng }) => `${address} (${lat}, ${lng})`,
  objective: (objective) => ROUTE_OBJECTIVES[objective],
  doorMinutes: (minutes) => `${minutes} min`,
  routeEnd: (end) => ROUTE_ENDS[end],
  far: ({ warn, alert }) => `aviso desde ${warn} m, alerta desde ${alert} m`,
  attention: (rules, other) => attentionText(rules, other ?? {}) || '—',
};

/** What null means; «ninguno» by default. */
const NULLS: Partial<Record<SettingField, string>> = {
  cashLimit: 'sin tope',
  message: DEFAULT_MESSAGE,
  province: 'según sus órdenes y repartidores',
};

/** @param other the value it is compared with. */
function textOf<F extends SettingField>(field: F, value: Values[F] | undefined, other: Values[F] | undefined): string {
  if (value === undefined) return '—';
  if (value === null) return NULLS[field] ?? 'ninguno';
  return TEXTS[field](value, other);
}

/** @returns the fields of `after` that differ from `before`, in the order of the settings. */
export const settingChanges = (before: SettingValues, after: SettingValues): SettingChange[] =>
  SETTING_FIELDS.filter((field) => after[field] !== undefined && !isSame(before[field], after[field])).map((field) => ({
    field,
    label: SETTING_WORDS[field].label,
    before: textOf(field, before[field], after[field]),
    after: textOf(field, after[field], before[field]),
    effect: SETTING_WORDS[field].effect,
  }));
