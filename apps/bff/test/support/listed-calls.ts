import { FACTOR_CALLS } from '@despacho/contracts/factor-calls';
import { PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { OPERATIONS, type OperationId } from '@despacho/contracts/operations';
import { type Config } from '#config.ts';
import { type RoutePolicy } from '#policy/policy.ts';
import { ROUTES } from '#policy/table.ts';

const ID = '[A-Za-z0-9][A-Za-z0-9_-]*';
/** A name of an office, encoded once: without encoded slashes, backslashes, percent signs and control characters. */
const OFFICE = "(?!\\.)(?:[A-Za-z0-9!'()*_.-]|%(?!2F|5C|25|7F|[01])[0-9A-F]{2})+";
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @param path `:name` stands for an id, `:office` for that of an office. */
function form(method: string, base: URL, path: string): RegExp {
  const below = base.pathname.replace(/\/$/, '');
  const parts = `${below}${path}`.split(/(:\w+)/);
  const form = parts.map((part) => (part === ':office' ? OFFICE : part.startsWith(':') ? ID : literal(part)));
  return new RegExp(`^${method} ${form.join('')}$`);
}

/** Calls of the legacy hosts, written by hand from their documentation; there are no others. */
const legacyCalls = ({ API_URL, BASE_URL, STORAGE_URL }: Config): RegExp[] => [
  form('GET', BASE_URL, '/auth'),
  form('GET', BASE_URL, '/auth/credentials'),
  form('GET', BASE_URL, '/clients/'),
  form('GET', BASE_URL, '/clients/:id'),
  form('GET', API_URL, '/users/:office'),
  form('POST', API_URL, '/permission/:id'),
  ...(STORAGE_URL ? [form('GET', STORAGE_URL, '/sgdempresa/findPredeterminado')] : []),
];

/** Calls of our own service, from the routing table. */
function ownCalls({ OPERATIONS_URL }: Config): RegExp[] {
  if (!OPERATIONS_URL) return [];
  const check = form('GET', OPERATIONS_URL, '/assertion');
  const linked = ['field', 'guest'].map((principal) => form('GET', OPERATIONS_URL, `/${principal}/session`));
  const rows = (Object.entries(ROUTES) as [OperationId, RoutePolicy][]).flatMap(([id, { to }]) =>
    'upstream' in to && to.upstream === 'operations' ? [form(OPERATIONS[id].method, OPERATIONS_URL, to.path)] : [],
  );
  const changes = form('GET', OPERATIONS_URL, '/account-changes');
  const passwords = ['check', 'change', 'reset'].map((what) => form('POST', OPERATIONS_URL, `/passwords/${what}`));
  // Read with the method of its own operation.
  const factors = [FACTOR_CALLS, PROVIDER_CALLS].flatMap((calls) =>
    Object.values(calls).map((path) => form(path === calls.read ? 'GET' : 'POST', OPERATIONS_URL, path)),
  );
  const reports = form('POST', OPERATIONS_URL, '/trail-reports');
  return [check, changes, reports, ...linked, ...passwords, ...factors, ...rows];
}

function tileCalls({ TILES_URL }: Config): RegExp[] {
  if (!TILES_URL) return [];
  const path = decodeURI(TILES_URL.pathname)
    .split(/\{\w\}/)
    .map(literal)
    .join('\\d+');
  return [new RegExp(`^GET ${path}$`)];
}

/** @returns the pattern of every allowed call, as `METHOD /path` without a query. */
export const listedCalls = (config: Config): RegExp[] => [
  ...legacyCalls(config),
  ...ownCalls(config),
  ...tileCalls(config),
];
