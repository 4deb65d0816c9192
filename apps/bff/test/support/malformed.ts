import { type Operation } from '@despacho/contracts';

export interface Malformed {
  /** Begins with `unknown`, `missing` or `type`. */
  what: string;
  value: unknown;
}

type Path = readonly (string | number)[];

/** @returns a copy with the value at `path` changed. */
function replaced(value: unknown, path: Path, change: (inner: unknown) => unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (index === step ? replaced(each, rest, change) : each));
  const record = value as Record<string, unknown>;
  return { ...record, [step]: replaced(record[step], rest, change) };
}

function pathsOf(value: unknown, isWanted: (inner: unknown) => boolean, path: Path = []): Path[] {
  const own = isWanted(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return own;
  const inner = Object.entries(value).flatMap(([name, each]) =>
    pathsOf(each, isWanted, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [...own, ...inner];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const OTHER_TYPES: unknown[] = [
  null,
  true,
  1e308,
  -1,
  'x'.repeat(10_000),
  [],
  [[]],
  {},
  [null],
  'a\0\ud800',
  '9999-12-31',
];

function withUnknown(valid: unknown): Malformed[] {
  return pathsOf(valid, isObject).map((path) => ({
    what: `unknown field at /${path.join('/')}`,
    value: replaced(valid, path, (inner) => ({ ...(inner as object), inesperado: 1 })),
  }));
}

function withMissing(valid: unknown): Malformed[] {
  return pathsOf(valid, isObject).flatMap((path) => {
    const at = path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], valid);
    return Object.keys(at as object).map((name) => ({
      what: `missing ${name} at /${path.join('/')}`,
      value: replaced(valid, path, (inner) =>
        Object.fromEntries(Object.entries(inner as object).filter(([each]) => each !== name)),
      ),
    }));
  });
}

function withOtherTypes(valid: unknown): Malformed[] {
  return pathsOf(valid, () => true).flatMap((path) =>
    OTHER_TYPES.map((other) => ({
      what: `type of /${path.join('/')}: ${JSON.stringify(other).slice(0, 20)}`,
      value: replaced(valid, path, () => other),
    })),
  );
}

/**
 * Derives invalid values from a valid one: an unknown field in each object at any depth, each field missing, each value
 * of another type. The last two skip values that the contract accepts (optional fields, empty lists); an unknown field
 * is always invalid.
 */
export function malformed(contract: Operation['body'], valid: unknown): Malformed[] {
  const isWrong = ({ value }: Malformed) => contract !== null && !contract.safeParse(value).success;
  return [...withUnknown(valid), ...withMissing(valid).filter(isWrong), ...withOtherTypes(valid).filter(isWrong)];
}
