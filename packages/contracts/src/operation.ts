import type * as z from 'zod/mini';
import { type OperationPolicy } from './policy.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * An operation of the gateway. `null` means none: a request that carries one is rejected, and an operation whose
 * response is `null` answers 204. `stream` gives the media type of a streamed response, `file` the possible media types
 * of a download, and `upload` those of a file sent as the request body, which then has no `body`. An `inline` file may
 * be shown in a page, and cached by its ETag.
 */
export interface Operation {
  summary: string;
  method: Method;
  /** Express notation: `/api/users/:officeId`. Only map tiles are outside `/api`. */
  path: `/api/${string}` | `/tiles/${string}`;
  policy: OperationPolicy;
  params: z.ZodMiniType<Record<string, string>> | null;
  query: z.ZodMiniType<object, object> | null;
  body: z.ZodMiniType | null;
  upload?: readonly string[];
  response: z.ZodMiniType | { stream: string; file?: readonly string[]; inline?: true } | null;
}

/** Response header with the number of rows omitted from a list because they had no id. */
export const SKIPPED_ROWS_HEADER = 'X-Despacho-Skipped-Rows';

const NO_INPUT = { params: null, query: null, body: null } as const;

type Inputs = keyof typeof NO_INPUT;
type Definition = Omit<Operation, 'method' | 'path' | Inputs> & Partial<Pick<Operation, Inputs>>;

/**
 * Checks an operation's type and keeps its literal types.
 * @param definition without the parts that a request may not have.
 */
// @__NO_SIDE_EFFECTS__
export const operation = <const M extends Method, const P extends Operation['path'], const O extends Definition>(
  method: M,
  path: P,
  definition: O,
): { method: M; path: P } & Omit<typeof NO_INPUT, keyof O> & O => ({ method, path, ...NO_INPUT, ...definition });

type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : P extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/**
 * @returns the path with its parameters filled in and encoded.
 * @throws TypeError for a missing or empty parameter: the path would be another one.
 */
export function pathOf<P extends string>({ path }: { path: P }, params: PathParams<P>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name];
    if (!value) throw new TypeError(`No value for :${name} of ${path}`);
    return encodeURIComponent(value);
  });
}
