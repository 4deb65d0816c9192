import { type Operation } from '@despacho/contracts';
import { ALL_OPERATIONS, type AnyOperationId } from '@despacho/contracts/all';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

export interface MatchedRoute {
  id: AnyOperationId;
  operation: Operation;
  policy: RoutePolicy;
  /** Parameters as they stand in the path, not yet checked. */
  params: Record<string, string>;
}

type Match = { route: MatchedRoute } | { allow: string[] };

interface Row {
  id: AnyOperationId;
  operation: Operation;
  segments: string[];
}

/** Where paths fork, a word stands before a parameter: `/orders/counts` is no order. */
function wordsFirst({ segments: one }: Row, { segments: other }: Row): number {
  const fork = one.findIndex((segment, index) => segment.startsWith(':') !== (other[index] ?? '').startsWith(':'));
  if (fork < 0) return 0;
  return one[fork]?.startsWith(':') ? 1 : -1;
}

const ROWS: readonly Row[] = (Object.entries(ALL_OPERATIONS) as [AnyOperationId, Operation][])
  .map(([id, operation]) => ({ id, operation, segments: operation.path.split('/') }))
  .toSorted(wordsFirst);

/** Segment by segment and case by case; a parameter takes exactly one segment that is not empty. */
function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (expected !== actual) return undefined;
    } else if (actual === '') return undefined;
    else params[expected.slice(1)] = actual;
  }
  return params;
}

/** Whether two patterns that a path fits both are the same one, whatever their parameters are called. */
const sameForm = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((segment, index) => segment.startsWith(':') === other[index]?.startsWith(':'));

/**
 * Looks a request up in the table.
 * @param path without the query.
 * @returns the row; or the methods the path does have rows for, none for an unknown path.
 */
export function matchRoute(method: string, path: string): Match {
  const segments = path.split('/');
  const allow: string[] = [];
  let found: readonly string[] | undefined;
  for (const { id, operation, segments: pattern } of ROWS) {
    const params = paramsOf(pattern, segments);
    if (!params || (found && !sameForm(found, pattern))) continue;
    found = pattern;
    if (operation.method === method) return { route: { id, operation, policy: ROUTES[id], params } };
    allow.push(operation.method);
  }
  return { allow };
}
