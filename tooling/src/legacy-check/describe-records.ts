import { readRecord } from '../../../packages/contracts/src/legacy/index.ts';

type Schema = Parameters<typeof readRecord>[0];

/** One line of a report and its kind. Never contains a value that a host sent. */
export interface Remark {
  kind: 'reachable' | 'understood' | 'coerced' | 'ignored' | 'missing' | 'will not work' | 'change';
  text: string;
}

export const remark = (kind: Remark['kind'], text: string): Remark => ({ kind, text });

const PLAIN_NAME = /^[\w-]{1,40}$/;

/** A field name that is safe for a terminal: a host may send control characters or a name of any length. */
export const printable = (name: string): string =>
  PLAIN_NAME.test(name) ? name : `(a name of ${name.length} characters)`;

/** @returns the JSON type of a value; reports never contain the value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value === 'object' ? 'record' : typeof value;
}

const MAX_NAMES = 30;

/** @returns names as text, each once. */
export const listed = (names: Iterable<string>): string => {
  const all = [...new Set([...names].map(printable))];
  const more = all.length - MAX_NAMES;
  return all.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

const keysOf = (records: readonly unknown[]): Set<string> =>
  new Set(records.flatMap((record) => (typeOf(record) === 'record' ? Object.keys(record as object) : [])));

interface Odd {
  field: string;
  became: string;
  types: Set<string>;
  times: number;
}

/** Reads records as the gateway does, and collects the fields that are not as documented. */
function oddFields(schema: Schema, records: readonly unknown[]): Odd[] {
  const odd = new Map<string, Odd>();
  for (const record of records)
    readRecord(schema, record, (field, became, value) => {
      const noted = odd.get(`${became} ${field}`) ?? { field, became, types: new Set<string>(), times: 0 };
      noted.types.add(typeOf(value));
      odd.set(`${became} ${field}`, { ...noted, times: noted.times + 1 });
    });
  return [...odd.values()];
}

/** A list with some readable entries is kept; any other unreadable value is dropped as a whole. */
function oddText({ field, became, types, times }: Odd, total: number, consequence = ''): Remark {
  const where = `${field} came as ${[...types].join(' or ')} in ${times} of ${total}`;
  if (became === 'coerced') return remark('coerced', where);
  const then = consequence === '' ? '' : `; ${consequence}`;
  if (became === 'empty') return remark('missing', `${where}: treated as missing${then}`);
  const isList = types.size === 1 && types.has('list') && field === 'permissionsList';
  return remark(
    'ignored',
    isList ? `${field} has unreadable entries in ${times} of ${total}` : `${where}: not read${then}`,
  );
}

/**
 * Reports how a host's records are read.
 * @param records as the host sent them.
 * @param passed the part that the gateway passes on.
 * @param consequences the effects of a missing documented field.
 */
export function describeRecords(
  schema: Schema,
  records: readonly unknown[],
  passed: readonly unknown[],
  consequences: Readonly<Record<string, string>>,
): Remark[] {
  const documented = Object.keys(schema._zod.def.shape);
  const seen = keysOf(records);
  const reaching = keysOf(passed);
  const odd = oddFields(schema, records);
  const oddNames = new Set(odd.map(({ field }) => field));
  const understood = documented.filter((name) => seen.has(name) && !oddNames.has(name));
  const unknown = [...seen].filter((name) => !documented.includes(name));
  const shown = unknown.filter((name) => reaching.has(name));
  const dropped = unknown.filter((name) => !reaching.has(name));
  const missing = records.length > 0 ? documented.filter((name) => !seen.has(name)) : [];
  return [
    ...(understood.length > 0 ? [remark('understood', listed(understood))] : []),
    ...odd.map((one) => oddText(one, records.length, consequences[one.field])),
    ...(shown.length > 0 ? [remark('ignored', `not documented, shown as they are: ${listed(shown)}`)] : []),
    ...(dropped.length > 0 ? [remark('ignored', `not documented, never passed on: ${listed(dropped)}`)] : []),
    ...missing.map((name) =>
      remark('missing', consequences[name] === undefined ? name : `${name}: ${consequences[name]}`),
    ),
  ];
}
