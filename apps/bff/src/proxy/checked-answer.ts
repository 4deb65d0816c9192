import { type Request } from 'express';
import { type IncomingMessage } from 'node:http';
import { type Ending } from '../middleware/deadline.ts';
import { Failure } from '../problems/failure.ts';
import { signedIn } from '../routes/signed-in.ts';
import { type Services } from '../services.ts';
import { type Config } from '../config.ts';
import { type Person, type UpstreamSecrets } from '../session/record.ts';
import { discard } from '../upstream/discard.ts';
import { dropSecrets } from '../upstream/drop-secrets.ts';
import { readJson, readJsonText } from '../upstream/read-json.ts';
import { statusFailure, tellsDetail } from '../upstream/status-failure.ts';
import { hideValues, hideValuesOf, valuesToHide } from './hide-values.ts';

/** A refusal's text is a sentence; more of it is not read. */
const MAX_REFUSAL = 64 * 1024;

/** A 401 of a call ends nothing by itself: whether the token is dead is for the credentials call to say. */
async function refusedToken(req: Request, { freshness }: Services): Promise<Failure> {
  await freshness.ensure(signedIn(req), -1, req.deadline.signal);
  return new Failure('upstream-refused', { note: 'upstream answered 401 to a living token' });
}

interface Hidden {
  person: Person;
  config: Config;
  values: readonly string[];
}

/** What was made of the secrets of a session last, as long as these are in memory. */
const hiddenBy = new WeakMap<UpstreamSecrets, Hidden>();

/** Credentials of this session and of the storage call, which no answer has any reason to hold. */
function hiddenFrom(req: Request, { sessions, config }: Services): readonly string[] {
  const session = signedIn(req);
  const secrets = sessions.secretsOf(session);
  const before = hiddenBy.get(secrets);
  if (before?.person === session.record.person && before.config === config) return before.values;
  const { person } = session.record;
  const { sucursal, officeId, username, id } = person;
  const values = valuesToHide(secrets, [sucursal, officeId, username, id], config);
  hiddenBy.set(secrets, { person, config, values });
  return values;
}

async function refusal(answer: IncomingMessage, signal: Ending): Promise<unknown> {
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
    const { text, value } = await readJsonText(answer, maxBytes, signal);
    return hideValuesOf({ text, value: dropSecrets(value) }, hiddenFrom(req, services));
  }
  if (tellsDetail(status)) {
    const { message } = { message: undefined, ...((await refusal(answer, signal)) as object | undefined) };
    throw statusFailure(status, hideValues({ message }, hiddenFrom(req, services)));
  }
  discard(answer);
  throw status === 401 ? await refusedToken(req, services) : statusFailure(status, undefined);
}
