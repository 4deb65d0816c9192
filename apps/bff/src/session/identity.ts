import { type Credentials, isModuleCode, officeId as officeIdForm, resetSecret } from '@despacho/contracts';
import { codeAt, isRecord, legacyCredentials, legacyLogin, readRecord } from '@despacho/contracts/legacy';
import { FACTOR_DUE, FACTOR_MISSING } from '@despacho/contracts/factor-calls';
import { PASSWORD_TEMPORARY } from '@despacho/contracts/password-calls';
import { type Config } from '#config.ts';
import { FactorDue, Failure, type HostFault } from '#problems/failure.ts';
import { hideValues } from './hide-values.ts';
import { type Agents } from '#upstream/agents.ts';
import { discard } from '#upstream/discard.ts';
import { getFromUpstream, type UpstreamAnswer } from '#upstream/get.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';
import { readJson } from '#upstream/read-json.ts';
import { queryOf, upstreamUrl } from '#upstream/upstream-url.ts';
import { type Person, type UpstreamSecrets } from './record.ts';

/** Responses of the auth calls are one record; anything larger is invalid. */
const MAX_BYTES = 512 * 1024;
const HEADER_SAFE = /^[\x21-\x7e]+$/;

export interface Identity {
  person: Person;
  secrets: UpstreamSecrets;
}

/** The two auth calls of the legacy host, with its responses interpreted. */
export interface IdentityCalls {
  /**
   * @param requestId of the request that causes the call, so that it can be found in the host's log.
   * @throws Failure `wrong-credentials`, `password-temporary` or FactorDue of our own service, or the host's failure.
   */
  signIn(credentials: Credentials, signal: AbortSignal, requestId?: string): Promise<Identity>;
  /**
   * Continues after our own service accepted a code.
   * @param login what the sign-in call answers without a second factor.
   */
  finish(
    names: Pick<Credentials, 'sucursal' | 'username'>,
    login: object,
    signal: AbortSignal,
    requestId?: string,
  ): Promise<Identity>;
  /** @throws Failure `session-ended` if the host no longer accepts the token, or the host's failure. */
  describe(
    username: string,
    sucursal: string,
    secrets: UpstreamSecrets,
    signal: AbortSignal,
    requestId?: string,
  ): Promise<Identity>;
}

type Verdict = { ok: true; body: unknown } | { ok: false; status: number; refusal?: Readonly<Record<string, unknown>> };

/** Largest refusal of our own service that is read. */
const MAX_REFUSAL = 4096;

/** @returns how our own service refuses a sign-in with the right password: the body of its 403. */
async function refusalIn(answer: UpstreamAnswer, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(answer, MAX_REFUSAL, signal).catch(() => undefined);
  return isRecord(body) ? body : {};
}

/**
 * An outage of the auth host is never treated as a refusal: only a clear 4xx is one.
 * @param isOwn whether the host is our own service, whose 403 has a reason.
 */
async function verdictOf(answer: UpstreamAnswer, signal: AbortSignal, isOwn: boolean): Promise<Verdict> {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status < 300) return { ok: true, body: await readJson(answer, MAX_BYTES, signal) };
  if (status === 403 && isOwn) return { ok: false, status, refusal: await refusalIn(answer, signal) };
  discard(answer);
  const note = `auth host answered ${status}`;
  if (status === 504 || status === 408) throw new Failure('upstream-timeout', { note });
  if (status >= 500 || status === 429) throw new Failure('unavailable', { note, retryAfterSeconds: 5 });
  if (status < 400) throw new Failure('upstream-broken', { note });
  return { ok: false, status };
}

/** Paths of the two calls, below BASE_URL. */
export type AuthPath = '/auth' | '/auth/credentials';

/** Statuses of a sign-in that mean a wrong address, unless the host is known to have one: then they are a refusal. */
const ADDRESS_MISSING: ReadonlySet<number> = new Set([404, 405, 410]);

/** For how long (ms) an answer of the host proves that BASE_URL is right. */
const ADDRESS_KNOWN_MS = 24 * 60 * 60_000;

/** A blank name counts as missing and is replaced by the typed one. */
const nameOf = (name: string | undefined): string | undefined => (name?.trim() === '' ? undefined : name);

/** @param onBody receives the body of each successful response, for `npm run check:legacy`. */
export function createIdentityCalls(
  config: Config,
  agents: Agents,
  now: () => number,
  onBody?: (path: AuthPath, body: unknown) => void,
): IdentityCalls {
  const isOwn = ownsDirectory(config);
  let knownAt = -Infinity;
  const call = async (
    path: AuthPath,
    query: Record<string, string>,
    signal: AbortSignal,
    requestId: string | undefined,
  ): Promise<Verdict> => {
    const url = upstreamUrl(config.BASE_URL, path);
    const headers = requestId === undefined ? {} : { 'x-request-id': requestId };
    const verdict = await verdictOf(await getFromUpstream(url, queryOf(query), headers, agents, signal), signal, isOwn);
    if (verdict.ok) {
      knownAt = now();
      onBody?.(path, verdict.body);
    }
    return verdict;
  };
  /** A host that answers 404 to an unknown user must not alarm the operator at every mistyped name. */
  const isAddressMissing = (status: number): boolean =>
    ADDRESS_MISSING.has(status) && now() - knownAt > ADDRESS_KNOWN_MS;

  async function describe(
    username: string,
    sucursal: string,
    secrets: UpstreamSecrets,
    signal: AbortSignal,
    requestId?: string,
  ): Promise<Identity> {
    const { loginToken, branch } = secrets;
    const query = { token: loginToken, ...(branch !== null && { sucursal: branch }) };
    // Taken before the call: a change that is reported during the call makes its answer outdated.
    const takenAt = now();
    const verdict = await call('/auth/credentials', query, signal, requestId);
    if (!verdict.ok) {
      if (verdict.status === 401 || verdict.status === 403)
        throw new Failure('session-ended', { note: 'credentials call refused' });
      throw new Failure('unavailable', { note: `auth host answered ${verdict.status}`, retryAfterSeconds: 5 });
    }
    const record = readRecord(legacyCredentials, verdict.body);
    const officeId = String(record?.officeId.id ?? '');
    if (!record || !officeIdForm.safeParse(officeId).success)
      throw new Failure('upstream-broken', { note: 'credentials answer names no office' });
    const bearer = record.token && HEADER_SAFE.test(record.token) ? record.token : secrets.loginToken;
    const modules = (record.permissionsList ?? []).map(({ module }) => module);
    const person: Person = {
      id: record.id === undefined ? null : String(record.id),
      username: nameOf(record.username) ?? username,
      user: nameOf(record.user) ?? nameOf(record.username) ?? username,
      isNamed: nameOf(record.user) !== undefined,
      charge: record.charge ?? '',
      sucursal,
      officeId,
      modules: [...new Set(modules)].sort((a, b) => Number(isModuleCode(b)) - Number(isModuleCode(a))),
      takenAt,
    };
    // A user's record goes to the browser and into the log.
    if (hideValues(person, [bearer, secrets.loginToken]) !== person)
      throw new Failure('upstream-broken', { note: 'credentials answer names a person by a credential' });
    return {
      person,
      secrets: { ...secrets, bearer, taxId: secrets.taxId ?? codeAt(record, config.LOGIN_TAX_ID_FIELD) },
    };
  }

  const wrong = (note: string, details: { fault?: HostFault } = {}) =>
    new Failure('wrong-credentials', { note, ...details });

  async function begin(
    { sucursal, username }: Pick<Credentials, 'sucursal' | 'username'>,
    body: unknown,
    signal: AbortSignal,
    requestId?: string,
  ): Promise<Identity> {
    const login = readRecord(legacyLogin, body);
    if (!login || !HEADER_SAFE.test(login.token)) throw wrong('login answer without a token');
    const { token } = login;
    const branch = codeAt(login, config.LOGIN_BRANCH_FIELD);
    const taxId = codeAt(login, config.LOGIN_TAX_ID_FIELD);
    const secrets = { loginToken: token, bearer: token, branch, taxId };
    try {
      return await describe(username, sucursal, secrets, signal, requestId);
    } catch (error) {
      if (error instanceof Failure && error.kind === 'session-ended')
        throw wrong('credentials call refused the new token');
      throw error;
    }
  }

  return {
    describe,
    finish: begin,
    async signIn({ sucursal, username, password }, signal, requestId) {
      // A lone surrogate cannot be sent in a URL, so no valid password contains one.
      if (![sucursal, username, password].every((value) => value.isWellFormed())) throw wrong('not Unicode text');
      const verdict = await call('/auth', { sucursal, user: username, password }, signal, requestId);
      if (verdict.ok) return begin({ sucursal, username }, verdict.body, signal, requestId);
      const { status, refusal } = verdict;
      const reason = refusal?.['reason'];
      if (reason === PASSWORD_TEMPORARY)
        throw new Failure('password-temporary', { note: 'the password is right and must be changed' });
      if (reason === FACTOR_DUE || reason === FACTOR_MISSING)
        throw new FactorDue(resetSecret.parse(refusal?.['step']), reason);
      throw wrong(
        `auth host answered ${status}`,
        // To the user it looks like any refused sign-in (G19).
        isAddressMissing(status) ? { fault: 'sign-in-address' } : {},
      );
    },
  };
}
