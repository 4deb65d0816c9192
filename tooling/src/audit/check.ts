import { type Answer, type Client } from './client.ts';
import { type Credentials, type Visitor } from './visitor.ts';

/** What a check has to work with. */
export interface Site {
  client: Client;
  /** Signed in for the length of the audit, where a sign-in was given. */
  person: SignedIn | undefined;
  now: () => number;
}

export interface SignedIn {
  credentials: Credentials;
  visitor: Visitor;
  /** The answer about the session. */
  view: SessionAnswer;
}

/** The fields of the session answer that checks go by. */
export interface SessionAnswer {
  id: string | null;
  username: string;
  charge: string;
  officeId: { id: string };
  permissionsList: { module: string }[];
  idleEndsAt: string;
  endsAt: string;
}

/** What a check found. Every sentence of `faults` says what should not be so. */
export class Findings {
  readonly faults: string[] = [];

  /** Something that must hold. */
  expect(holds: boolean, fault: string): void {
    if (!holds) this.faults.push(fault);
  }

  /** An answer that must have one of these statuses and, where it names a problem of ours, this kind. */
  expectRefusal(answer: Answer, statuses: readonly number[], kind: string, what: string): void {
    const found = kindOf(answer);
    const right = statuses.includes(answer.status) && (found === undefined || found === kind);
    this.expect(right, `${what}: ${answer.status}${found ? ` ${found}` : ''} instead of ${statuses.join('/')} ${kind}`);
  }
}

/** Thrown by a check that has nothing to go by on this site: not a fault, but no proof either. */
export class NotCheckable extends Error {
  override name = 'NotCheckable';
}

/** One promise, looked at from outside. */
export interface Check {
  /** Short name, such as `session-cookie`. */
  id: string;
  /** The row of docs/security/controls.json. */
  row: string;
  title: string;
  /** `sign-in`: only with credentials. `throttle`, `slow`: only when asked for, because of what it costs. */
  needs?: 'sign-in' | 'throttle' | 'slow';
  run(site: Site, findings: Findings): Promise<void>;
}

const PREFIX = 'urn:despacho:problem:';

/** @returns the kind a problem document of the gateway names. */
export function kindOf({ headers, text }: Answer): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json')) return undefined;
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return typeof type === 'string' && type.startsWith(PREFIX) ? type.slice(PREFIX.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the gateway itself answered, and nothing in front of it. */
export const isOurs = ({ headers }: Answer): boolean => headers['x-request-id'] !== undefined;

export function signedIn({ person }: Site): SignedIn {
  if (!person) throw new NotCheckable('needs a sign-in');
  return person;
}
