import { type Operation } from '@despacho/contracts';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { type RoutePolicy } from './policy.ts';
import { ROUTES } from './table.ts';

export interface MatchedRoute {
  id: OperationId;
  operation: Operation;
  policy: RoutePolicy;
  /** Decoded once, not validated yet. */
  params: Record<string, string>;
}

type Match = { route: MatchedRoute } | { allow: string[] };

interface Row {
  id: OperationId;
  operation: Operation;
  /** Its parameters, and the segment index of each. */
  names: readonly (readonly [name: string, index: number])[];
}

/** A node of the routing tree: paths with the same beginning. */
interface Fork {
  words: Map<string, Fork>;
  parameter: Fork | undefined;
  /** By method, for paths that end here. */
  rows: Map<string, Row>;
}

const newFork = (): Fork => ({ words: new Map(), parameter: undefined, rows: new Map() });

function next(fork: Fork, segment: string): Fork {
  if (segment.startsWith(':')) return (fork.parameter ??= newFork());
  const word = fork.words.get(segment) ?? newFork();
  fork.words.set(segment, word);
  return word;
}

const ROOT = newFork();
for (const [id, operation] of Object.entries(OPERATIONS) as [OperationId, Operation][]) {
  const segments = operation.path.split('/');
  const names = segments.flatMap((one, index) => (one.startsWith(':') ? [[one.slice(1), index] as const] : []));
  segments.reduce(next, ROOT).rows.set(operation.method, { id, operation, names });
}

/**
 * Matches by segment and case; a parameter matches exactly one segment that is not empty. A literal segment takes
 * precedence over a parameter: `/orders/counts` is not an order.
 */
function endOf(fork: Fork, segments: readonly string[], index: number): Fork | undefined {
  const segment = segments[index];
  if (segment === undefined) return fork.rows.size > 0 ? fork : undefined;
  const word = fork.words.get(segment);
  const found = word && endOf(word, segments, index + 1);
  if (found || segment === '' || !fork.parameter) return found;
  return endOf(fork.parameter, segments, index + 1);
}

/**
 * Looks up a request in the table.
 * @param path without the query; `refuseOddTargets` has refused one that cannot be decoded.
 * @returns the row; or the methods that have rows for the path, none for an unknown path.
 */
export function matchRoute(method: string, path: string): Match {
  const segments = path.split('/');
  const rows = endOf(ROOT, segments, 0)?.rows;
  const row = rows?.get(method);
  if (!row) return { allow: [...(rows?.keys() ?? [])] };
  const { id, operation, names } = row;
  const params: Record<string, string> = {};
  for (const [name, index] of names) params[name] = decodeURIComponent(segments[index] ?? '');
  return { route: { id, operation, policy: ROUTES[id], params } };
}
