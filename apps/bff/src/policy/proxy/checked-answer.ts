import { type UpstreamAnswer } from '#upstream/get.ts';
import { type Request } from 'express';
import { OFFICE_BUSY, OFFICE_UNKNOWN, officeCommand } from '@despacho/contracts/assertion';
import { isRecord } from '@despacho/contracts/legacy';
import { type OperationId } from '@despacho/contracts/operations';
import { Failure } from '#problems/failure.ts';
import { signedIn } from '#session/signed-in.ts';
import { type Services } from '#services.ts';
import { type UpstreamDestination } from '../policy.ts';
import { discard } from '#upstream/discard.ts';
import { dropSecrets } from '#upstream/drop-secrets.ts';
import { readBody } from '#upstream/read-body.ts';
import { parseJson, readJson } from '#upstream/read-json.ts';
import { busyFailure, statusFailure, usesBody } from '#upstream/status-failure.ts';
import { hideValues, valuesToHide } from '#session/hide-values.ts';

type Needs = Pick<Services, 'config' | 'freshness' | 'sessions'>;

/** A refusal contains only a message; no more is read. */
const MAX_REFUSAL = 64 * 1024;

/** Phones and guests have no credentials of a host. */
const NO_SECRETS = { bearer: '', loginToken: '', branch: null, taxId: null };

const isLinked = ({ session }: Request): boolean => session.linked !== undefined;

/** A 401 of a call alone ends nothing: the credentials call decides whether the token is valid. */
async function refusedToken(req: Request, { freshness }: Needs): Promise<Failure> {
  await freshness.ensure(signedIn(req), -1, req.deadline.signal, req.requestId);
  return new Failure('upstream-refused', { note: 'upstream answered 401 to a living token' });
}

/** A value that this response may contain although it is a credential elsewhere. */
type Shown = Pick<UpstreamDestination<OperationId>, 'showsTaxIds'>;

/** Credentials of this session and of the storage call, which no response may contain. */
function hiddenFrom(req: Request, { sessions, config }: Needs, to: Shown = {}): readonly string[] {
  if (isLinked(req)) return valuesToHide(NO_SECRETS, [], config);
  const session = signedIn(req);
  const { sucursal, officeId, username, id } = session.record.person;
  const secrets = sessions.secretsOf(session);
  const shown = to.showsTaxIds ? [secrets.taxId, config.STORAGE_TAX_ID ?? null] : [];
  return valuesToHide(secrets, [sucursal, officeId, username, id, ...shown], config);
}

/** Fields of a refusal that may be shown to the user. */
interface RefusalBody {
  message?: unknown;
  mensaje?: unknown;
  changed?: unknown;
  field?: unknown;
  reason?: unknown;
}

/** @returns the body of a refusal; undefined if it is not JSON, too large, or nested too deeply. */
async function refusal(answer: UpstreamAnswer, signal: AbortSignal): Promise<unknown> {
  return readJson(answer, MAX_REFUSAL, signal)
    .then(dropSecrets)
    .catch(() => undefined);
}

/** Our own service is busy (429) or temporarily unavailable (503). */
interface Busy {
  /** Seconds to wait. A 503 without it means that the result of a write is unknown. */
  seconds: number | undefined;
}

/** @returns the seconds of Retry-After, below a quarter of an hour; undefined for anything else. */
const secondsIn = ({ 'retry-after': after = '' }: UpstreamAnswer['headers']): number | undefined =>
  /^\d{1,3}$/.test(after) ? Number(after) : undefined;

/**
 * @returns undefined for any other response. From a legacy host, these statuses concern the gateway and not the user.
 */
function busyOf(req: Request, { statusCode, headers }: UpstreamAnswer): Busy | undefined {
  const { to } = statusCode === 429 || statusCode === 503 ? req.matched.policy : {};
  if (!to || !('upstream' in to) || to.upstream !== 'operations') return undefined;
  const seconds = secondsIn(headers);
  return statusCode === 503 || seconds !== undefined ? { seconds } : undefined;
}

/**
 * @param refused the service's 409, with its sentence.
 * @returns the Failure for an office in which another change has not ended. Existing phones retry a 503.
 */
function officeBusy(req: Request, { headers }: UpstreamAnswer, { details }: Failure): Failure {
  const seconds = secondsIn(headers);
  const wait = seconds !== undefined && { retryAfterSeconds: seconds };
  return new Failure(isLinked(req) ? 'unavailable' : 'office-busy', { ...details, ...wait });
}

const UNKNOWN_OFFICE =
  'Pida al administrador del sistema que registre su oficina en el servicio de despacho; lo demás sigue funcionando.';

/** @returns the Failure for our own service's 404 if it does not have the user's office. */
async function unknownOffice(req: Request, answer: UpstreamAnswer, signal: AbortSignal): Promise<Failure | undefined> {
  const { to } = req.matched.policy;
  if (!('upstream' in to) || to.upstream !== 'operations' || isLinked(req)) return undefined;
  const body = await refusal(answer, signal);
  if (!isRecord(body) || body['reason'] !== OFFICE_UNKNOWN) return undefined;
  return new Failure('office-unknown', {
    detail: UNKNOWN_OFFICE,
    note: `the dispatch service does not have this office; there: ${officeCommand('OFFICE')}`,
  });
}

/** The validated parts of a response. */
export interface CheckedJson {
  /** JSON without secrets; undefined for an empty body. */
  value: unknown;
  /** The raw value with secrets, which may only be sent back to the same host. */
  received?: unknown;
}

/** The result of a call. */
export interface Answered extends CheckedJson {
  /** Version of the answer, as our own service states it. */
  version?: string | undefined;
  /** The ETag of the answer that the client has, if our own service has confirmed it; then there is no value. */
  confirmed?: string;
}

/**
 * Reads an upstream's response.
 * @throws Failure for every unsuccessful status, and for incomplete or invalid responses.
 */
export async function checkedAnswer(
  req: Request,
  answer: UpstreamAnswer,
  maxBytes: number,
  services: Needs,
  to?: Shown,
): Promise<CheckedJson> {
  const { signal } = req.deadline;
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status <= 299) {
    const body = await readBody(answer, maxBytes, signal, req.held);
    const read = (): CheckedJson => {
      const received = parseJson(answer, body);
      return { value: hideValues(dropSecrets(received), hiddenFrom(req, services, to)), received };
    };
    return req.inTurn ? req.inTurn(body.length, read) : read();
  }
  const busy = busyOf(req, answer);
  if (busy || usesBody(status)) {
    const { message, mensaje, changed, field, reason }: RefusalBody = {
      ...((await refusal(answer, signal)) as object | undefined),
    };
    const shown = hideValues({ message, mensaje, changed, field }, hiddenFrom(req, services, to));
    if (busy) throw busyFailure(status, busy.seconds, shown);
    const failure = statusFailure(status, shown);
    throw status === 409 && reason === OFFICE_BUSY ? officeBusy(req, answer, failure) : failure;
  }
  const unknown = status === 404 ? await unknownOffice(req, answer, signal) : undefined;
  if (unknown) throw unknown;
  discard(answer);
  // It ended after the access step.
  if (status === 403 && isLinked(req)) throw new Failure('session-ended', { note: 'the linked session ended' });
  throw status === 401 ? await refusedToken(req, services) : statusFailure(status, undefined);
}
