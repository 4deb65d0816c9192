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
import { wireChecks } from './checks/wire.ts';
import { createClient } from './client.ts';
import { type Credentials, Visitor } from './visitor.ts';

/** Those that look at everything answered so far come last. */
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

/** In the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...all.filter(({ id }) => !SWEEPS.includes(id)),
  ...all.filter(({ id }) => SWEEPS.includes(id)),
];

/** Rows that nobody can judge from outside, and why. */
export const OUT_OF_SIGHT: Readonly<Record<string, string>> = {
  G8: 'the session store would have to be stopped',
  G9: 'what the store holds is not visible from outside',
  G23: 'what an upstream receives is visible to that upstream alone',
  G25: 'an upstream would have to redirect',
  G27: 'an upstream would have to be slow, or lie',
  G33: 'the log is not visible from outside',
  G35: 'the gateway would have to be stopped',
  G37: 'how a process is confined is visible from its host alone',
};

export interface Result {
  id: string;
  row: string;
  title: string;
  /** `unknown`: not checkable here. */
  verdict: 'kept' | 'broken' | 'unknown';
  /** Faults, or why it is not checkable. */
  notes: string[];
}

export interface AuditOptions {
  address: URL;
  ca?: string;
  credentials?: Credentials;
  throttle?: boolean;
  slow?: boolean;
  /** Only these checks; all of them unless given. */
  only?: readonly string[];
  now?: () => number;
  onResult?: (result: Result) => void;
}

/** Signs the audit's person in. @throws Error that says why it cannot. */
async function arriveSignedIn(visitor: Visitor, credentials: Credentials): Promise<SignedIn> {
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
    if (error instanceof NotCheckable && findings.faults.length === 0)
      return { id, row, title, verdict: 'unknown', notes: [error.message] };
    findings.faults.push(error instanceof Error ? error.message : String(error));
  }
  const notes = [...new Set(findings.faults)];
  return { id, row, title, verdict: notes.length > 0 ? 'broken' : 'kept', notes };
}

const ASK_FOR: Record<NonNullable<Check['needs']>, string> = {
  'sign-in': 'needs a sign-in: --user and --password-file',
  throttle: 'fails twenty logins of a made-up account: --throttle',
  slow: 'takes a minute or more: --slow',
};

/** Looks at a running gateway from outside. @returns a result for each check and for each row out of sight. */
export async function audit(options: AuditOptions): Promise<Result[]> {
  const { address, ca, credentials, throttle = false, slow = false, only, now = Date.now, onResult } = options;
  const client = createClient(address, ca);
  const first = await Visitor.arrive(client);
  if (!client.answers.some(isOurs)) throw new Error(`${address.href} is no gateway of Despacho`);
  const person = credentials && (await arriveSignedIn(first, credentials));
  const site: Site = { client, person, now };
  const given = { 'sign-in': person !== undefined, throttle, slow };
  const results: Result[] = [];
  const tell = (result: Result) => {
    results.push(result);
    onResult?.(result);
  };
  try {
    for (const check of CHECKS.filter(({ id }) => only?.includes(id) ?? true)) {
      const { id, row, title, needs } = check;
      if (needs && !given[needs]) tell({ id, row, title, verdict: 'unknown', notes: [ASK_FOR[needs]] });
      else tell(await judge(check, site));
    }
  } finally {
    await person?.visitor.post('/api/auth/logout');
  }
  if (!only)
    for (const [row, why] of Object.entries(OUT_OF_SIGHT))
      tell({ id: '–', row, title: 'not visible from outside', verdict: 'unknown', notes: [why] });
  return results;
}
