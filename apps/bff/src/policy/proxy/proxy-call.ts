import { type ProblemKind } from '@despacho/contracts';
import { type IncomingMessage } from 'node:http';
import { isSafe } from '#safe-methods.ts';
import { Failure } from '#problems/failure.ts';
import { type Call, type UpstreamDestination } from '../policy.ts';
import { readUpload } from '../request-body.ts';
import { clientAddress } from '#session/client-address.ts';
import { deviceOf } from '#session/device-of.ts';
import { coarseNetwork } from '#throttle/sites.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Services } from '#services.ts';
import { type OperationId } from '@despacho/contracts/operations';
import { IDEMPOTENCY_HEADER } from '@despacho/contracts/dispatch';
import { knownOf, readVersion, writeVersion } from '../etag.ts';
import { discard } from '#upstream/discard.ts';
import { type Answered, checkedAnswer } from './checked-answer.ts';
import { type Forward } from '#upstream/forward.ts';
import { upstreamHeaders } from './request-headers.ts';

export type Destination = UpstreamDestination<OperationId>;

const NOT_CONFIGURED = 'Esta sección no está configurada en esta instalación.';

/** Services for calls to upstreams. */
type Ways = 'api' | 'base' | 'operations';

/** @returns the Forward for a row's upstream. */
export function forwardTo(to: Destination, services: Pick<Services, Ways>, kind: 'call' | 'stream' = 'call'): Forward {
  if (to.upstream !== 'operations') return services[to.upstream];
  if (!services.operations)
    throw new Failure('unavailable', { detail: NOT_CONFIGURED, note: 'OPERATIONS_URL is not set' });
  return services.operations[kind];
}

/** @returns the Authorization header for a row's credentials. */
export async function authorization(
  { req, services }: Call<OperationId, 'sessions' | 'operations'>,
  to: Destination,
): Promise<string> {
  const { operations } = services;
  if (to.credentials === 'phone' || to.credentials === 'guest') {
    if (!operations) throw new Failure('unavailable', { note: 'OPERATIONS_URL is not set' });
    const principal = to.credentials === 'phone' ? 'courier' : 'guest';
    const client = { deviceName: deviceOf(req.get('user-agent')), network: coarseNetwork(clientAddress(req)) };
    return `Bearer ${await operations.linkedAssertionFor(principal, req.session.linked?.key ?? null, client)}`;
  }
  const session = signedIn(req);
  const { bearer, taxId } = services.sessions.secretsOf(session);
  if (to.credentials === 'bearer') return `Bearer ${bearer}`;
  if (!operations) throw new Failure('unavailable', { note: 'OPERATIONS_URL is not set' });
  return `Bearer ${await operations.assertionFor(session.record.person, taxId)}`;
}

/** @returns a row's path with validated parameters, and the validated query if it is passed on. */
export function upstreamPath(call: Call, to: Destination): string {
  const { params, query, req } = call;
  const { path, withQuery } = to;
  const values: Record<string, string> = { ...params };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = name === 'ownOffice' ? signedIn(req).record.person.officeId : values[name];
    if (!value) throw new TypeError(`No value for :${name} of ${path}`);
    return encodeURIComponent(value);
  });
  if (to.queryFor) return `${filled}?${new URLSearchParams(to.queryFor(call)).toString()}`;
  return withQuery ? `${filled}?${new URLSearchParams(query as Record<string, string>).toString()}` : filled;
}

/**
 * Failures after which it is unknown whether a sent write was done; except with Retry-After, which our own service only
 * sends if nothing was written.
 */
const UNCLEAR: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'upstream-timeout',
  'upstream-unreachable',
  'upstream-broken',
  'upstream-failed',
  'unavailable',
]);

/** Marks failures after which the request counts as sent: an ended session, and a failed write. */
function asForwarded(error: unknown, method: string): unknown {
  if (!(error instanceof Failure)) return error;
  const isUnclear =
    error.kind === 'session-ended' ||
    (!isSafe(method) && UNCLEAR.has(error.kind) && error.details.retryAfterSeconds === undefined);
  return isUnclear ? new Failure(error.kind, { ...error.details, forwarded: true }) : error;
}

const isSuccess = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode <= 299;

/**
 * Sends a validated request to its upstream.
 * @returns the upstream's value without secrets, or that the client has it already.
 */
export async function proxyCall(call: Call, to: Destination, maxBytes: number): Promise<Answered> {
  const { req, services } = call;
  const forward = forwardTo(to, services);
  const { upload } = req.matched.operation;
  const isVersioned = to.upstream === 'operations' && isSafe(req.method) && !to.around;
  const known = isVersioned ? knownOf(req).find(({ version }) => version !== undefined) : undefined;
  const ask = async (given: unknown): Promise<Answered> => {
    // Before the assertion is signed, which expires sooner than a slow upload finishes.
    const body = upload ? await readUpload(req, call.res) : given;
    const headers = upstreamHeaders(req, {
      accept: 'application/json',
      authorization: await authorization(call, to),
      hasBody: body !== undefined,
      ...(upload && { mediaType: req.get('content-type')?.toLowerCase() }),
      ...(known?.version !== undefined && { ifNoneMatch: writeVersion(known.version) }),
      ...(req.matched.policy.repeatable && { idempotencyKey: req.get(IDEMPOTENCY_HEADER) }),
      publicProtocol: services.config.secure ? 'https' : 'http',
    });
    const answer = await forward(req, { path: upstreamPath(call, to), headers, body }, req.deadline.signal);
    if (known && answer.statusCode === 304) {
      discard(answer);
      return { value: undefined, confirmed: known.etag };
    }
    const checked = await checkedAnswer(req, answer, maxBytes, services, to).catch((error: unknown) => {
      if (to.doneByStatus && isSuccess(answer)) return { value: undefined };
      throw asForwarded(error, req.method);
    });
    return isVersioned ? { ...checked, version: readVersion(answer.headers.etag) } : checked;
  };
  const answered: Answered = to.around
    ? { value: await to.around(call, async (body) => (await ask(body)).value) }
    : await ask(call.body ?? undefined);
  if (answered.confirmed !== undefined) return answered;
  return answered.value === undefined || answered.value === null ? { value: to.whenEmpty } : answered;
}
