import { type Client } from '@despacho/contracts';
import { distinctLabels } from '../../../shared/fields/distinct-labels.ts';
import { humanise } from '../../../shared/fields/humanise.ts';
import { type Group, knownField, type Role } from './dictionary.ts';

/** Under which the gateway passes on what it could not read of a record. It is for the page of a client, not for a column. */
const SET_ASIDE = 'sinInterpretar';

export interface Field {
  /** The name on the wire. */
  key: string;
  role: Role | null;
  label: string;
  group: Group;
}

/** @returns what a field of this name is, and how to call it. */
export function fieldOf(key: string): Field {
  const known = knownField(key);
  if (!known) return { key, role: null, label: humanise(key), group: 'Otros datos' };
  return { key, role: known.role, label: known.label, group: known.group };
}

const orderOf = ({ key }: Field): number => knownField(key)?.order ?? Number.MAX_SAFE_INTEGER;

/** @returns every field that any of the clients has, known ones first, under labels that differ. */
export function fieldsOf(clients: readonly Client[]): Field[] {
  const keys = new Set<string>();
  for (const client of clients) for (const key of Object.keys(client)) keys.add(key);
  return distinctLabels([...keys].map(fieldOf).sort((a, b) => orderOf(a) - orderOf(b)));
}

/** What a table shows unless told otherwise: enough to recognise and reach a client. */
const TABLE_ROLES: readonly Role[] = ['name', 'code', 'taxId', 'district', 'contact', 'phone', 'active'];

/** What a small window leaves out, so that nothing of the rest is cut off. */
const ROOMY_ROLES: ReadonlySet<Role> = new Set<Role>(['code', 'contact']);

/** With fewer known columns than this, those of the host make up a row one can recognise a client by. */
const MIN_KNOWN = 2;

/**
 * @param tight whether there is little room for columns.
 * @returns the keys of the columns to begin with: one per role; without a name, whatever comes first; where hardly any field is
 * known, also those that are not.
 */
export function defaultColumns(fields: readonly Field[], tight = false): string[] {
  const roles = tight ? TABLE_ROLES.filter((role) => !ROOMY_ROLES.has(role)) : TABLE_ROLES;
  const keys = roles.flatMap((role) => fields.find((field) => field.role === role)?.key ?? []);
  const named = fields.some(({ role }) => role === 'name');
  const first = fields.find(({ role, key }) => role !== 'id' && !keys.includes(key)) ?? fields[0];
  const begun = named || !first ? keys : [first.key, ...keys];
  if (keys.length >= MIN_KNOWN) return begun;
  const others = fields.filter(({ role, key }) => role === null && !begun.includes(key) && key !== SET_ASIDE);
  return [...begun, ...others.map(({ key }) => key)].slice(0, Math.max(begun.length, roles.length));
}

/** @returns the key of what a client is called by. */
export const titleKey = (fields: readonly Field[]): string =>
  fields.find(({ role }) => role === 'name')?.key ?? defaultColumns(fields)[0] ?? 'id';

/** @returns the value of the first field with this role. */
export function valueOfRole(client: Client, role: Role): unknown {
  const key = fieldsOf([client]).find((field) => field.role === role)?.key;
  return key === undefined ? undefined : client[key];
}
