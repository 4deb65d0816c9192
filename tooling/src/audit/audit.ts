import {
  type Check,
  Findings,
  isOurs,
  kindOf,
  NotCheckable,
  type SessionAnswer,
  type SignedIn,
  type Site,
} from './check.ts';
import { accessChecks } from './checks/access.ts';
import { answerChecks } from './checks/answers.ts';
import { cookieChecks } from './checks/cookies.ts';
import { csrfChecks } from './checks/csrf.ts';
import { loginChecks } from './checks/login.ts';
import { requestChecks } from './checks/requests.ts';
import { sessionChecks } from './checks/session.ts';
import { trackerChecks } from './checks/tracker.ts';
import { SLOW_MS, wireChecks } from './checks/wire.ts';
import { type Client, createClient } from './client.ts';
import { type Credentials, Visitor } from './visitor.ts';

/** Checks that inspect all responses so far; they run last. */
const SWEEPS = ['script-cookie', 'hsts', 'caching', 'problems', 'no-redirect', 'secrets-in-answers'];

const all = [
  ...cookieChecks,
  ...csrfChecks,
  ...requestChecks,
  ...wireChecks,
  ...accessChecks,
  ...sessionChecks,
  ...loginChecks,
  ...answerChecks,
];

/** In execution order. */
export const CHECKS: readonly Check[] = [
  ...all.filter(({ id }) => !SWEEPS.includes(id)),
  ...all.filter(({ id }) => SWEEPS.includes(id)),
];

/** Checks of the listener for Traccar Client, which has an address of its own. */
export const TRACKER_CHECKS = trackerChecks(SLOW_MS);

/** Rows that cannot be checked from outside, and why. */
export const UNCHECKED_ROWS: Readonly<Record<string, string>> = {
  G8: 'the session store would have to be stopped',
  G9: 'the contents of the store are not visible from outside',
  G23: 'only the upstream can see what it receives',
  G25: 'an upstream would have to redirect',
  G27: 'an upstream would have to be slow or answer incorrectly',
  G33: 'the log is not visible from outside',
  G35: 'the gateway would have to be stopped',
  G37: 'only the host of a process shows its restrictions',
  G40: 'only the host of the processes shows their CPU time and memory',
};

export interface Result {
  id: string;
  row: string;
  title: string;
  /** `proxy`: a proxy in front refused some of the requests itself, and everything else was kept. `unknown`: not checkable here. */
  verdict: 'kept' | 'broken' | 'proxy' | 'unknown';
  /** Faults, what the proxy answered, or why the row is not checkable. */
  notes: string[];
}

export interface AuditOptions {
  address: URL;
  ca?: string;
  credentials?: Credentials;
  throttle?: boolean;
  slow?: boolean;
  /** Ids of the checks to run; all by default. */
  only?: readonly string[];
  onResult?: (result: Result) => void;
}

/** Opens an anonymous session, and signs in if there are credentials. @throws Error with the reason if this fails. */
async function arrive(client: Client, credentials: Credentials | undefined): Promise<SignedIn | undefined> {
  const visitor = await Visitor.arrive(client);
  if (!client.answers.some(isOurs)) throw new Error(`${client.origin} is no gateway of Despacho`);
  if (!credentials) return undefined;
  const answer = await visitor.signIn(credentials);
  if (answer.status !== 200)
    throw new Error(`The sign-in was answered ${answer.status} ${kindOf(answer) ?? ''}`.trim());
  return { credentials, visitor, view: JSON.parse(answer.text) as SessionAnswer };
}

async function judge(check: Check, site: Site): Promise<Result> {
  const { id, row, title } = check;
  const findings = new Findings();
  try {
    await check.run(site, findings);
  } catch (error) {
    if (error instanceof NotCheckable && findings.faults.length === 0) return notRun(check, error.message);
    findings.faults.push(error instanceof Error ? error.message : String(error));
  }
  const [faults, byProxy] = [[...new Set(findings.faults)], [...new Set(findings.answeredByProxy)]];
  if (faults.length > 0) return { id, row, title, verdict: 'broken', notes: faults };
  return { id, row, title, verdict: byProxy.length > 0 ? 'proxy' : 'kept', notes: byProxy };
}

const notRun = ({ id, row, title }: Pick<Check, 'id' | 'row' | 'title'>, why: string): Result => ({
  id,
  row,
  title,
  verdict: 'unknown',
  notes: [why],
});

const ASK_FOR: Record<NonNullable<Check['needs']>, string> = {
  'sign-in': 'requires a sign-in: --user and --password-file',
  throttle: 'is refused until its account or address has to wait: --throttle',
  slow: 'takes a minute or more: --slow',
};

/** @returns the result of a check, which is not run without what it needs. */
async function resultOf(check: Check, site: Site, { throttle = false, slow = false }: AuditOptions): Promise<Result> {
  const given = { 'sign-in': site.person !== undefined, throttle, slow };
  return check.needs && !given[check.needs] ? notRun(check, ASK_FOR[check.needs]) : judge(check, site);
}

/**
 * Checks the listener for Traccar Client from outside.
 * @returns a result for each check.
 */
export async function auditTracker(options: AuditOptions, checks = TRACKER_CHECKS): Promise<Result[]> {
  const { address, ca, only, onResult } = options;
  const site: Site = { client: createClient(address, ca), person: undefined };
  const results: Result[] = [];
  for (const check of checks.filter(({ id }) => only?.includes(id) ?? true)) {
    const result = await resultOf(check, site, options);
    results.push(result);
    onResult?.(result);
  }
  return results;
}

/** Without a trusted certificate, a proxy in between could read the password and forge the responses. */
const UNTRUSTED = 'not checked: the certificate is not trusted';

/**
 * Checks a running gateway from outside.
 * @returns a result for each check and for each row that cannot be checked.
 * @throws Error if no gateway answers or the sign-in is refused.
 */
export async function audit(options: AuditOptions): Promise<Result[]> {
  const { address, ca, credentials, only, onResult } = options;
  const client = createClient(address, ca);
  const isTrusted = (await client.certificateFault()) === undefined;
  const person = isTrusted ? await arrive(client, credentials) : undefined;
  const results: Result[] = [];
  const add = (result: Result) => {
    results.push(result);
    onResult?.(result);
  };
  try {
    for (const check of CHECKS) {
      // The certificate check is reported even if it was not requested, when it is the reason to skip the others.
      const isReason = !isTrusted && check.id === 'certificate';
      if (only && !only.includes(check.id) && !isReason) continue;
      const isRun = isTrusted || isReason;
      add(isRun ? await resultOf(check, { client, person }, options) : notRun(check, UNTRUSTED));
    }
  } finally {
    await person?.visitor.post('/api/auth/logout');
  }
  if (!only)
    for (const [row, why] of Object.entries(UNCHECKED_ROWS))
      add(notRun({ id: '–', row, title: 'not visible from outside' }, why));
  return results;
}
