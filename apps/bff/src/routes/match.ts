import { OPERATIONS, type Operation, type OperationId } from '@despacho/contracts';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

export interface MatchedRoute {
  id: OperationId;
  operation: Operation;
  policy: RoutePolicy;
  /** Parameters as they stand in the path, not yet checked. */
  params: Record<string, string>;
}

type Match = { route: MatchedRoute } | { allow: string[] };

interface Row {
  id: OperationId;
  operation: Operation;
  segments: string[];
}

const ROWS: readonly Row[] = (Object.entries(OPERATIONS) as [OperationId, Operation][]).map(([id, operation]) => ({
  id,
  operation,
  segments: operation.path.split('/'),
}));

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

/**
 * Looks a request up in the table.
 * @param path without the query.
 * @returns the row; or the methods the path does have rows for, none for an unknown path.
 */
export function matchRoute(method: string, path: string): Match {
  const segments = path.split('/');
  const allow: string[] = [];
  for (const { id, operation, segments: pattern } of ROWS) {
    const params = paramsOf(pattern, segments);
    if (!params) continue;
    if (operation.method === method) return { route: { id, operation, policy: ROUTES[id], params } };
    allow.push(operation.method);
  }
  return { allow };
}
