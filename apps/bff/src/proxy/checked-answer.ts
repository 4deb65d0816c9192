import { type Request } from 'express';
import { type IncomingMessage } from 'node:http';
import { Failure } from '../problems/failure.ts';
import { signedIn } from '../routes/signed-in.ts';
import { type Services } from '../services.ts';
import { discard } from '../upstream/discard.ts';
import { dropSecrets } from '../upstream/drop-secrets.ts';
import { readJson } from '../upstream/read-json.ts';
import { statusFailure, tellsDetail } from '../upstream/status-failure.ts';
import { hideValues, valuesToHide } from './hide-values.ts';

/** A refusal's text is a sentence; more of it is not read. */
const MAX_REFUSAL = 64 * 1024;

/** A 401 of a call ends nothing by itself: whether the token is dead is for the credentials call to say. */
async function refusedToken(req: Request, { freshness }: Services): Promise<Failure> {
  await freshness.ensure(signedIn(req), -1, req.deadline.signal);
  return new Failure('upstream-refused', { note: 'upstream answered 401 to a living token' });
}

/** Credentials of this session and of the storage call, which no answer has any reason to hold. */
function hiddenFrom(req: Request, { sessions, config }: Services): string[] {
  const session = signedIn(req);
  const { sucursal, officeId, username, id } = session.record.person;
  return valuesToHide(sessions.secretsOf(session), [sucursal, officeId, username, id], config);
}

async function refusal(answer: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  return readJson(answer, MAX_REFUSAL, signal).catch(() => undefined);
}

/**
 * Reads an upstream's answer: JSON without secrets, undefined for an empty one.
 * @throws Failure for every status that is not a success, and for every answer that is not whole.
 */
export async function checkedAnswer(
  req: Request,
  answer: IncomingMessage,
  maxBytes: number,
  services: Services,
): Promise<unknown> {
  const { signal } = req.deadline;
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status <= 299) {
    const value = dropSecrets(await readJson(answer, maxBytes, signal));
    return hideValues(value, hiddenFrom(req, services));
  }
  if (tellsDetail(status)) {
    const { message } = { message: undefined, ...((await refusal(answer, signal)) as object | undefined) };
    throw statusFailure(status, hideValues({ message }, hiddenFrom(req, services)));
  }
  discard(answer);
  throw status === 401 ? await refusedToken(req, services) : statusFailure(status, undefined);
}
