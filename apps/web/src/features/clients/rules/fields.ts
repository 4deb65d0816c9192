import { type Client } from '@despacho/contracts';
import { distinctLabels } from '#shared/fields/distinct-labels.ts';
import { humanise } from '#shared/fields/humanise.ts';
import { valueKind, valueText } from '#shared/fields/value-kind.ts';
import { type Group, knownField, type Role } from './dictionary.ts';

/** Field in which the gateway returns values it could not parse. Shown on a client's page, not in the table. */
const UNPARSED = 'sinInterpretar';

export interface Field {
  /** The field's name in the response. */
  key: string;
  role: Role | null;
  label: string;
  group: Group;
}

/** @returns role, label and group of a field with this name. */
export function fieldOf(key: string): Field {
  const known = knownField(key);
  if (!known) return { key, role: null, label: humanise(key), group: 'Otros datos' };
  return { key, role: known.role, label: known.label, group: known.group };
}

const orderOf = ({ key }: Field): number => knownField(key)?.order ?? Number.MAX_SAFE_INTEGER;

/** @returns all fields that occur in any client, known fields first, with distinct labels. */
export function fieldsOf(clients: readonly Client[]): Field[] {
  const keys = new Set<string>();
  for (const client of clients) for (const key of Object.keys(client)) keys.add(key);
  return distinctLabels([...keys].map(fieldOf).sort((a, b) => orderOf(a) - orderOf(b)));
}

/** Default columns: enough to identify and contact a client. */
const TABLE_ROLES: readonly Role[] = ['name', 'code', 'taxId', 'district', 'contact', 'phone', 'active'];

/** Omitted in narrow windows, so that the other columns fit. */
const ROOMY_ROLES: ReadonlySet<Role> = new Set<Role>(['code', 'contact']);

/** With fewer known columns than this, the host's own columns are needed to identify a client. */
const MIN_KNOWN = 2;

/**
 * @param tight whether the window is narrow.
 * @returns the keys of the default columns: one per role; without a name column, the first field instead; with hardly
 * any known field, unknown ones as well.
 */
export function defaultColumns(fields: readonly Field[], tight = false): string[] {
  const roles = tight ? TABLE_ROLES.filter((role) => !ROOMY_ROLES.has(role)) : TABLE_ROLES;
  const keys = roles.flatMap((role) => fields.find((field) => field.role === role)?.key ?? []);
  const named = fields.some(({ role }) => role === 'name');
  const first = fields.find(({ role, key }) => role !== 'id' && !keys.includes(key)) ?? fields[0];
  const begun = named || !first ? keys : [first.key, ...keys];
  if (keys.length >= MIN_KNOWN) return begun;
  const others = fields.filter(({ role, key }) => role === null && !begun.includes(key) && key !== UNPARSED);
  return [...begun, ...others.map(({ key }) => key)].slice(0, Math.max(begun.length, roles.length));
}

/** @returns the key of the field with the client's name. */
export const titleKey = (fields: readonly Field[]): string =>
  fields.find(({ role }) => role === 'name')?.key ?? defaultColumns(fields)[0] ?? 'id';

const hasText = (value: unknown): boolean => valueKind(value) === 'text' && valueText(value).trim() !== '';

/** @returns the value of the first field with this role that has text; otherwise that of the first field with it. */
export function valueOfRole(client: Client, role: Role): unknown {
  const values = Object.entries(client).flatMap(([key, value]) => (knownField(key)?.role === role ? [value] : []));
  return values.find(hasText) ?? values[0];
}

/**
 * @param title key of the list's name column, if there is a list.
 * @returns the client's name: its first name field that has text, whichever column other clients use.
 */
export function nameOf(client: Client, title = titleKey(fieldsOf([client]))): string {
  const value = [valueOfRole(client, 'name'), client[title]].find(hasText);
  return value === undefined ? `Cliente ${client.id}` : valueText(value);
}
