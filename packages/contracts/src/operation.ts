import type * as z from 'zod/mini';
import { type OperationPolicy } from './policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One thing the browser can ask of the gateway. `null` means "there is none": a request that brings one anyway is
 * refused, and an operation whose response is `null` answers 204. A `stream` response is described by its media type; `file`
 * names every one it may have where it is a file to keep, sent as an attachment. `upload` names the media types of a
 * file that is the request's body, byte by byte; there is no `body` then.
 */
export interface Operation {
  summary: string;
  method: Method;
  /** Express notation: `/api/users/:officeId`. The map's pictures alone are not below `/api`. */
  path: `/api/${string}` | `/tiles/${string}`;
  policy: OperationPolicy;
  params: z.ZodMiniType<Record<string, string>> | null;
  query: z.ZodMiniType<object, object> | null;
  body: z.ZodMiniType | null;
  upload?: readonly string[];
  response: z.ZodMiniType | { stream: string; file?: readonly string[] } | null;
}

/** Tells of a list how many rows of its upstream are missing in it because they had no id. */
export const SKIPPED_ROWS_HEADER = 'X-Despacho-Skipped-Rows';

/** Keeps the literal types of an operation while checking its form. */
export const operation = <const O extends Operation>(definition: O): O => definition;

type PathParams<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<Rest>
  : P extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/**
 * @returns the path with its parameters filled in and encoded, ready for a request.
 * @throws TypeError when a parameter is missing or empty, because the path would then mean something else.
 */
export function pathOf<P extends string>({ path }: { path: P }, params: PathParams<P>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = (params as Record<string, string>)[name];
    if (!value) throw new TypeError(`No value for :${name} of ${path}`);
    return encodeURIComponent(value);
  });
}
