import { type FACTOR_CALLS } from '@despacho/contracts/factor-calls';
import { type PASSWORD_CALLS } from '@despacho/contracts/password-calls';
import { type PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { type Request } from 'express';
import type * as z from 'zod/mini';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { isSafe } from '#safe-methods.ts';
import { queryOf } from '#upstream/upstream-url.ts';
import { accepts } from '#upstream/accepts.ts';
import { discard } from '#upstream/discard.ts';
import { readJson } from '#upstream/read-json.ts';
import { busyFailure, statusFailure } from '#upstream/status-failure.ts';
import { NOBODY } from '#operations/operations-link.ts';
import { upstreamHeaders } from './request-headers.ts';

const MAX_ANSWER = 4096;

type PathOf<Calls> = Calls[keyof Calls];
type Path = PathOf<typeof PASSWORD_CALLS> | PathOf<typeof FACTOR_CALLS> | PathOf<typeof PROVIDER_CALLS>;

/** What calls about passwords, second factors and identity providers need of the gateway. */
export type AccountNeeds = 'config' | 'operations';

/**
 * Calls the dispatch service about a password, a second factor or an identity provider. The assertion names no user: the
 * request itself proves the right to a change.
 * @param given the body; for a read, the query.
 * @returns the answer, which satisfies `form`.
 * @throws Failure of the service, or `upstream-broken`.
 */
export async function askAboutAccount<Form extends z.ZodMiniType>(
  { req, services }: { req: Request; services: Pick<Services, AccountNeeds> },
  path: Path,
  given: object,
  form: Form,
): Promise<z.output<Form>> {
  const { config, operations } = services;
  if (!operations) throw new Failure('unavailable', { note: 'OPERATIONS_URL is not set' });
  // The method is that of the request.
  const isRead = isSafe(req.method);
  const sent = isRead ? { path: `${path}${queryOf({ ...given })}`, body: undefined } : { path, body: given };
  const headers = upstreamHeaders(req, {
    accept: 'application/json',
    authorization: `Bearer ${await operations.assertionFor(NOBODY, null)}`,
    hasBody: !isRead,
    publicProtocol: config.secure ? 'https' : 'http',
  });
  const { signal } = req.deadline;
  const answer = await operations.call(req, { ...sent, headers }, signal);
  const status = answer.statusCode ?? 0;
  if (status !== 200) {
    discard(answer);
    const after = Number(answer.headers['retry-after']);
    // Our own service is busy; nothing was changed.
    if (status === 429 || status === 503) throw busyFailure(status, after > 0 ? after : undefined, undefined);
    throw statusFailure(status, undefined);
  }
  const value = await readJson(answer, MAX_ANSWER, signal);
  if (!accepts(form, value))
    throw new Failure('upstream-broken', { note: 'answer about an account breaks its contract' });
  return value as z.output<Form>;
}

/**
 * Calls the service like `askAboutAccount`, in an attempt that counts as failed. An outage gives it back; not the
 * request's own limit, because the service may have checked a guess until then.
 */
export async function askInAttempt<Form extends z.ZodMiniType>(
  attempt: { takeBack(): Promise<void> },
  call: Parameters<typeof askAboutAccount>[0],
  ...asked: [path: Path, given: object, form: Form]
): Promise<z.output<Form>> {
  try {
    return await askAboutAccount(call, ...asked);
  } catch (error) {
    if (!call.req.deadline.signal.aborted) await attempt.takeBack().catch(() => undefined);
    throw error;
  }
}
