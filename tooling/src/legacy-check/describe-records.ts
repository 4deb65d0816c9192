import { readRecord } from '../../../packages/contracts/src/legacy/index.ts';
import { isDroppedName } from '../../../apps/bff/src/upstream/secret-names.ts';

type Schema = Parameters<typeof readRecord>[0];

/** One line of a report and its kind. Never contains a value that a host sent. */
export interface Remark {
  kind: 'reachable' | 'understood' | 'coerced' | 'ignored' | 'missing' | 'will not work' | 'change';
  text: string;
}

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

const listed = (names: Iterable<string>): string => {
  const all = [...new Set([...names].map(printable))];
  const more = all.length - MAX_NAMES;
  return all.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
};

/**
 * Reports how a host's records are read.
 * @param consequences what does not work if a documented field is missing or unreadable.
 */
export function describeRecords(
  schema: Schema,
  records: readonly unknown[],
  consequences: Readonly<Record<string, string>>,
): Remark[] {
  const documented = new Set(Object.keys(schema._zod.def.shape));
  const seen = new Set<string>();
  const odd = new Map<string, { field: string; became: string; types: Set<string>; times: number }>();
  let unread = 0;
  for (const record of records) {
    const read = readRecord(schema, record, (field, became, value) => {
      const noted = odd.get(`${became} ${field}`) ?? { field, became, types: new Set<string>(), times: 0 };
      noted.types.add(typeOf(value));
      odd.set(`${became} ${field}`, { ...noted, times: noted.times + 1 });
    });
    if (read === undefined) unread += 1;
    if (typeOf(record) === 'record') for (const name of Object.keys(record as object)) seen.add(name);
  }
  const remarks: Remark[] = [];
  const say = (kind: Remark['kind'], text: string) => remarks.push({ kind, text });
  const oddNames = new Set([...odd.values()].map(({ field }) => field));
  const understood = [...documented].filter((name) => seen.has(name) && !oddNames.has(name));
  if (understood.length > 0) say('understood', listed(understood));
  for (const { field, became, types, times } of odd.values()) {
    const where = `${field} came as ${[...types].join(' or ')} in ${times} of ${records.length}`;
    if (became === 'coerced') say('coerced', where);
    else if (became === 'empty') say('missing', `${where}: treated as missing`);
    else say('ignored', `${where}: shown raw as «Sin interpretar»`);
    if (became !== 'coerced' && consequences[field] !== undefined) say('will not work', consequences[field]);
  }
  const unknown = [...seen].filter((name) => !documented.has(name));
  const secret = unknown.filter(isDroppedName);
  const shown = unknown.filter((name) => !isDroppedName(name));
  if (shown.length > 0) say('ignored', `not documented, shown as they are: ${listed(shown)}`);
  if (secret.length > 0) say('ignored', `named like a secret, never passed on: ${listed(secret)}`);
  for (const name of documented)
    if (records.length > 0 && !seen.has(name)) {
      say('missing', name);
      if (consequences[name] !== undefined) say('will not work', consequences[name]);
    }
  if (unread > 0) say('will not work', `${unread} of ${records.length} cannot be read: no usable id, or no record`);
  return remarks;
}
