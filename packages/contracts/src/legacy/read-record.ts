import type * as z from 'zod/mini';

/*
 * Tolerant parsing of legacy responses. A contract states the type of each field; a field of another type is
 * - coerced if its meaning is clear: 987654321 as a telephone number, 1 as `true`, "-12.04" as a latitude;
 * - omitted if it is empty: `null`, or empty text instead of a number;
 * - otherwise set aside: shown raw below `SET_ASIDE` instead of under its own name, so that no code misreads it.
 * Coercion never grants access: a charge is a string or absent, and entries of a permission list count only in the
 * documented form.
 */

/**
 * Field with the values that could not be parsed, by their original names. In Spanish, because people see it as a
 * label.
 */
export const SET_ASIDE = 'sinInterpretar';

/** Fields that grant access: accepted only as documented. */
const EXACT: ReadonlySet<string> = new Set(['charge']);

/** What happened to a field that was not as documented. */
type Became = 'coerced' | 'empty' | 'set-aside';

/** Called for each field that was not as documented, with its original value. */
type OnField = (field: string, became: Became, value: unknown) => void;

type RecordSchema = z.core.$ZodObject;
type Reader = (value: unknown) => unknown;

const UNREADABLE = Symbol('unreadable');

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const satisfies = (schema: z.core.$ZodType, value: unknown): boolean => {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  return !(result instanceof Promise) && result.issues.length === 0;
};

/** Whether a value can be an id. Numbers above 2^53 lose digits when parsed. */
const isLegacyId = (value: unknown): value is string | number =>
  typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);

/** Larger numbers would be written differently from the host's text. */
const readText: Reader = (value) => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : UNREADABLE;
};

const FIGURE = /^\s*[+-]?\d+(\.\d+)?\s*$/;

const readFigure: Reader = (value) => {
  if (Number.isFinite(value)) return value;
  return typeof value === 'string' && FIGURE.test(value) ? Number(value) : UNREADABLE;
};

const FLAGS: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  si: true,
  sí: true,
  s: true,
  0: false,
  false: false,
  no: false,
  n: false,
};

const readFlag: Reader = (value) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'number' || typeof value === 'string' ? String(value).trim().toLowerCase() : '';
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : UNREADABLE;
};

const READERS: Readonly<Record<string, Reader>> = {
  string: readText,
  number: readFigure,
  boolean: readFlag,
  // The only union in legacy responses is the id: text or number.
  union: (value) => (isLegacyId(value) ? value : UNREADABLE),
};

/** A nested record. If only its id is documented, the id alone is accepted too. */
function recordReader(schema: RecordSchema): Reader {
  const isIdAlone = Object.keys(schema._zod.def.shape).join() === 'id';
  return (value) => {
    if (isIdAlone && isLegacyId(value)) return { id: value };
    return readRecord(schema, value) ?? UNREADABLE;
  };
}

const isObject = (schema: z.core.$ZodType): schema is RecordSchema => schema._zod.def.type === 'object';

function plainReader(schema: z.core.$ZodType): Reader {
  const { type, checks = [] } = schema._zod.def;
  const reader = isObject(schema) ? recordReader(schema) : (READERS[type] ?? ((value) => value));
  const isKnown = isObject(schema) || (type in READERS && checks.length === 0);
  if (isKnown) return reader;
  return (value) => {
    const read = reader(value);
    return read !== UNREADABLE && satisfies(schema, read) ? read : UNREADABLE;
  };
}

/** How a field is parsed; undefined means an empty value. */
function readerOf(schema: z.core.$ZodType): Reader {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType };
  if (!innerType) return plainReader(schema);
  const inner = readerOf(innerType);
  if (type === 'nullable') return (value) => (value === null ? null : inner(value));
  return (value) => {
    const read = inner(value);
    return read === UNREADABLE && (value === null || value === '') ? undefined : read;
  };
}

/** A charge is a string or empty. */
const readExact: Reader = (value) => {
  if (value === null) return undefined;
  return typeof value === 'string' ? value : UNREADABLE;
};

interface Field {
  name: string;
  read: Reader;
  isRequired: boolean;
  /** The schema of each entry of a list. Other entries are dropped. */
  entry: z.core.$ZodType | undefined;
}

function entryOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { innerType, element } = schema._zod.def as { innerType?: z.core.$ZodType; element?: z.core.$ZodType };
  return innerType ? entryOf(innerType) : element;
}

const known = new WeakMap<RecordSchema, readonly Field[]>();

function fieldsOf(schema: RecordSchema): readonly Field[] {
  const before = known.get(schema);
  if (before) return before;
  const fields = Object.entries(schema._zod.def.shape).map(([name, field]) => ({
    name,
    read: EXACT.has(name) ? readExact : readerOf(field),
    isRequired: field._zod.optin !== 'optional',
    entry: entryOf(field),
  }));
  known.set(schema, fields);
  return fields;
}

interface Change {
  /** The replacement value; undefined to omit the field. */
  value: unknown;
  became: Became;
  aside?: unknown;
}

/** @returns the change to a field; null if a required one cannot be parsed, undefined for no change. */
function changeOf({ read, isRequired, entry }: Field, came: unknown): Change | null | undefined {
  if (entry && Array.isArray(came)) {
    const others = came.filter((each) => !satisfies(entry, each)) as unknown[];
    if (others.length === 0) return undefined;
    return { value: came.filter((each) => satisfies(entry, each)), became: 'set-aside', aside: others };
  }
  const value = read(came);
  if (value === came) return undefined;
  if (value !== UNREADABLE) return { value, became: value === undefined ? 'empty' : 'coerced' };
  return isRequired ? null : { value: undefined, became: 'set-aside', aside: came };
}

/**
 * Parses a record of a legacy host tolerantly, as described at the top of this file.
 * @param schema of the named fields; other fields are kept unchanged.
 * @returns the record, the same object if all fields were as documented; undefined if it is not a record or lacks a
 * required field (its id).
 */
export function readRecord<Schema extends RecordSchema>(
  schema: Schema,
  value: unknown,
  onField?: OnField,
): z.output<Schema> | undefined {
  if (!isRecord(value)) return undefined;
  let record = value;
  const aside: Record<string, unknown> = {};
  for (const field of fieldsOf(schema)) {
    const { name, isRequired } = field;
    const came = value[name];
    const change = came === undefined ? (isRequired ? null : undefined) : changeOf(field, came);
    if (change === undefined) continue;
    if (change === null) return undefined;
    onField?.(name, change.became, came);
    if (record === value) record = { ...value };
    if (change.value === undefined) Reflect.deleteProperty(record, name);
    else record[name] = change.value;
    if (change.aside !== undefined) aside[name] = change.aside;
  }
  if (Object.keys(aside).length > 0) {
    if (SET_ASIDE in value) aside[SET_ASIDE] = value[SET_ASIDE];
    record[SET_ASIDE] = aside;
  }
  return record as z.output<Schema>;
}

/** Fields of an envelope with the number of all rows, the number of pages, and a link to the next page. */
const ALL_ROWS = /^(total|count|cantidad|registros|total.?(rows|count|items|elements|registros))$/i;
const PAGES = /^((total|last).?pages?|total.?paginas|paginas|pages)$/i;
const NEXT_PAGE = /^(next|siguiente)(.?(page|pagina|url|link|cursor))?$/i;

/** @returns whether an envelope says that its list is one page of several. */
function isPage(envelope: Record<string, unknown>, rows: number, depth = 0): boolean {
  return Object.entries(envelope).some(([name, value]) => {
    if (NEXT_PAGE.test(name)) return Boolean(value);
    if (isRecord(value) && depth === 0) return isPage(value, rows, 1);
    return (ALL_ROWS.test(name) && Number(value) > rows) || (PAGES.test(name) && Number(value) > 1);
  });
}

/**
 * @returns the list in a response that wraps it once in `data`, as the documented storage response does; the response
 * itself otherwise. A single page is not unwrapped, because the other rows would be missing silently.
 */
export function listIn(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value['data'])) return value;
  const { data, ...envelope } = value;
  return isPage(envelope, (data as unknown[]).length) ? value : data;
}

/** @returns the record in a response that wraps it once in `data`; the response itself if it has an id. */
export const recordIn = (value: unknown): unknown =>
  isRecord(value) && value['id'] === undefined && isRecord(value['data']) ? value['data'] : value;

/**
 * Parses a list of a legacy host row by row, also wrapped once (see `listIn`).
 * @returns its rows and how many were skipped because they have no id; undefined if it is not a list of records.
 */
export function readRows<Schema extends RecordSchema>(
  schema: Schema,
  value: unknown,
  onField?: OnField,
): { rows: z.output<Schema>[]; skipped: number } | undefined {
  const list = listIn(value);
  if (!Array.isArray(list) || (list.length > 0 && !list.some(isRecord))) return undefined;
  const rows: z.output<Schema>[] = [];
  for (const each of list as unknown[]) {
    const row = readRecord(schema, each, onField);
    if (row !== undefined) rows.push(row);
  }
  return { rows, skipped: list.length - rows.length };
}

/**
 * @param path a field's name, or several separated by dots: `empresa.ruc`.
 * @returns the code in that field, which may be a number; null if it cannot be a code.
 */
export function codeAt(answer: unknown, path: string): string | null {
  let value = answer;
  for (const name of path.split('.')) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return isLegacyId(value) ? String(value) : null;
}
