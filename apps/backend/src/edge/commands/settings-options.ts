import {
  ATTENTION_KIND_CODES,
  type AttentionKind,
  type AttentionRules,
  limitOf,
  type OfficeEdit,
  officeFields,
  REQUIRABLE_KINDS,
  SETTING_FIELDS,
  SETTING_WORDS,
  type SettingField,
  type SettingsEdit,
  settingsEdit,
} from '@despacho/contracts/dispatch';
import { Refusal } from '#platform/refusal.ts';
import { provinceNamed } from '#platform/districts/office-province.ts';
import { type OfficeFields } from '#people/offices/change-office.ts';

const invalid = (message: string): Refusal => new Refusal('invalid', message);

/** An option that is cleared with `-`. */
const orNull = (text: string): string | null => (text === '-' ? null : text);

const listed = (text: string): string[] => (text === '-' ? [] : text.split(',').map((code) => code.trim()));

function numberOf(field: SettingField, text: string): number {
  const { option, help } = SETTING_WORDS[field];
  if (!/^\d+$/.test(text)) throw invalid(`--${option}: ${help}`);
  return Number(text);
}

/** @returns céntimos of soles with up to two decimals. */
function centimosOf(field: SettingField, text: string): number {
  const { option, help } = SETTING_WORDS[field];
  if (!/^\d+(\.\d{1,2})?$/.test(text)) throw invalid(`--${option}: ${help}`);
  return Math.round(Number(text) * 100);
}

function kindsOf(result: keyof typeof REQUIRABLE_KINDS, text: string): string[] {
  const codes = listed(text);
  const unknown = codes.find((code) => !REQUIRABLE_KINDS[result].some((kind) => kind === code));
  if (unknown !== undefined)
    throw invalid(
      `There is no kind of photo "${unknown}" for that result. Choose from ${REQUIRABLE_KINDS[result].join(', ')}`,
    );
  return codes;
}

/** @returns the kinds to change. @param now the office's rules, whose thresholds stay if a kind is switched. */
function attentionOf(text: string, now: AttentionRules): Partial<AttentionRules> {
  return Object.fromEntries(
    listed(text).map((part) => {
      const [code = '', value = ''] = part.split('=');
      const kind = ATTENTION_KIND_CODES.find((each) => each === code);
      if (kind === undefined)
        throw invalid(`There is no kind "${code}" of «Por atender». Choose from ${ATTENTION_KIND_CODES.join(', ')}`);
      const limit = limitOf(kind);
      if (value === 'on' || value === 'off') return [kind, { ...now[kind], on: value === 'on' }];
      if (limit && /^\d+$/.test(value) && Number(value) >= limit.least && Number(value) <= limit.most)
        return [kind, { on: true, limit: Number(value) }];
      const threshold = limit ? `, or a threshold from ${limit.least} to ${limit.most}` : '';
      throw invalid(`"${part}" must be ${kind}=on or ${kind}=off${threshold}`);
    }) as [AttentionKind, AttentionRules[AttentionKind]][],
  );
}

function farOf(text: string): { warn: number; alert: number } {
  const [warn, alert, ...more] = text.split(',');
  if (warn === undefined || alert === undefined || more.length > 0)
    throw invalid(`--photo-far: two numbers, such as ${SETTING_WORDS.far.example}`);
  return { warn: numberOf('far', warn), alert: numberOf('far', alert) };
}

function provinceCode(text: string): string | null {
  if (text === '-') return null;
  const code = /^\d{4}$/.test(text) ? text : provinceNamed(text);
  if (code === undefined) throw invalid(`There is no province "${text}"`);
  return code;
}

const READ: Record<SettingField, (text: string, now: AttentionRules) => unknown> = {
  name: (text) => text,
  timeZone: (text) => text,
  province: provinceCode,
  delivered: (text) => kindsOf('delivered', text),
  failed: (text) => kindsOf('failed', text),
  phone: orNull,
  message: orNull,
  cashLimit: (text) => (text === '-' ? null : centimosOf('cashLimit', text)),
  expenseLimit: (text) => centimosOf('expenseLimit', text),
  surplusLimit: (text) => centimosOf('surplusLimit', text),
  silence: (text) => numberOf('silence', text),
  arrivalRadius: (text) => numberOf('arrivalRadius', text),
  far: farOf,
  attention: attentionOf,
};

const isOfOffice = (field: SettingField): field is keyof OfficeFields => Object.hasOwn(officeFields, field);

/**
 * Reads the options of `office set`.
 * @param now the office's rules of «Por atender».
 * @returns the fields that were given, validated by the contract.
 * @throws Refusal invalid, with what would be accepted, or if none was given.
 */
export function readSettingOptions(
  option: (name: string) => string,
  now: AttentionRules,
): { office: OfficeEdit['changes']; settings: SettingsEdit['changes'] } {
  const given = SETTING_FIELDS.filter((field) => option(SETTING_WORDS[field].option) !== '');
  if (given.length === 0)
    throw invalid(
      `Give at least one of ${SETTING_FIELDS.map((field) => `--${SETTING_WORDS[field].option}`).join(', ')}`,
    );
  const values = given.map((field) => [field, READ[field](option(SETTING_WORDS[field].option), now)] as const);
  for (const [field, value] of values) {
    const isValid = isOfOffice(field)
      ? officeFields[field].safeParse(value).success
      : settingsEdit.safeParse({ version: 1, changes: { [field]: value } }).success;
    if (!isValid) throw invalid(`--${SETTING_WORDS[field].option}: ${SETTING_WORDS[field].help}`);
  }
  const only = (isWanted: (field: SettingField) => boolean) =>
    Object.fromEntries(values.filter(([field]) => isWanted(field)));
  return { office: only(isOfOffice), settings: only((field) => !isOfOffice(field)) };
}

/** The lines of the help for `office set`. */
export const settingsHelp = (indent: number, column: number): string =>
  SETTING_FIELDS.map((field) => {
    const { option, example, help } = SETTING_WORDS[field];
    const left = `${' '.repeat(indent)}[--${option} ${example}]`;
    return left.length + 2 > column ? `${left}\n${' '.repeat(column)}${help}` : `${left.padEnd(column)}${help}`;
  }).join('\n');
