import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionRules,
  type CourierSettings,
  DEFAULT_MESSAGE,
  EVIDENCE_KINDS,
  type EvidenceKind,
  limitOf,
  SETTING_FIELDS,
  SETTING_WORDS,
  type SettingField,
} from '@despacho/contracts/dispatch';
import { isSame } from '#shared/fields/form-changes.ts';
import { formatSoles } from '#shared/format/format-soles.ts';

/** Settings and data of an office, as far as they are known. */
export type SettingValues = Partial<Record<SettingField, unknown>>;

/** A setting that differs, for the person. */
export interface SettingChange {
  field: SettingField;
  label: string;
  before: string;
  after: string;
  /** What the change does. */
  effect: string;
}

const ruleText = (kind: keyof AttentionRules, { on, limit }: { on: boolean; limit?: number }): string =>
  on ? `${limit === undefined ? 'sí' : `${limit} ${limitOf(kind)?.unit ?? ''}`}` : 'no';

/** @returns the kinds of «Por atender» that differ from the other rules. */
function attentionText(rules: Partial<AttentionRules>, other: Partial<AttentionRules>): string {
  return ATTENTION_KIND_CODES.filter((kind) => rules[kind] && !isSame(rules[kind], other[kind]))
    .map((kind) => `${ATTENTION_KINDS[kind].name}: ${ruleText(kind, rules[kind] ?? { on: false })}`)
    .join('; ');
}

/** @returns a value as a person reads it. @param other the value it is compared with. */
function textOf(field: SettingField, value: unknown, other: unknown): string {
  if (value === undefined) return '—';
  if (field === 'delivered' || field === 'failed')
    return (value as EvidenceKind[]).map((kind) => EVIDENCE_KINDS[kind]).join(', ') || 'ninguna';
  if (field === 'cashLimit') return value === null ? 'sin tope' : formatSoles(value as number);
  if (field === 'message') return value === null ? DEFAULT_MESSAGE : String(value as string);
  if (field === 'silence') return `${String(value)} min`;
  if (field === 'arrivalRadius') return `${String(value)} m`;
  if (field === 'far') {
    const { warn, alert } = value as CourierSettings['far'];
    return `aviso desde ${warn} m, alerta desde ${alert} m`;
  }
  if (field === 'attention')
    return attentionText(value as AttentionRules, (other ?? {}) as Partial<AttentionRules>) || '—';
  if (value === null) return field === 'province' ? 'según sus órdenes y repartidores' : 'ninguno';
  return String(value as string);
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
