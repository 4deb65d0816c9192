import { type Answer, type Client, type RawAnswer } from './client.ts';
import { type Credentials, type Visitor } from './visitor.ts';

/** Input of a check. */
export interface Site {
  client: Client;
  /** Signed in for the length of the audit; undefined without credentials. */
  person: SignedIn | undefined;
}

export interface SignedIn {
  credentials: Credentials;
  visitor: Visitor;
  /** The response of the session endpoint. */
  view: SessionAnswer;
}

/** Fields of the session response that checks use. */
export interface SessionAnswer {
  id: string | null;
  username: string;
  charge: string;
  officeId: { id: string };
  permissionsList: { module: string }[];
  idleEndsAt: string;
  endsAt: string;
}

/** Results of a check. Each entry in `faults` describes one fault. */
export class Findings {
  readonly faults: string[] = [];
  /** Refusals by a proxy in front, which the gateway never received: they break no promise, and prove none. */
  readonly answeredByProxy: string[] = [];

  /** Adds `fault` unless `holds`. @param by the answer that shows it, if a proxy in front may have sent it. */
  expect(holds: boolean, fault: string, by?: Answer | RawAnswer): void {
    if (holds) return;
    if (by !== undefined && isOfProxy(by)) this.answeredByProxy.push(fault);
    else this.faults.push(fault);
  }

  /** Expects one of these statuses and, for the gateway's own problem documents, this type. */
  expectRefusal(answer: Answer, statuses: readonly number[], kind: string, what: string): void {
    const found = kindOf(answer);
    const right = statuses.includes(answer.status) && (found === undefined || found === kind);
    const wrong = `${what}: ${answer.status}${found ? ` ${found}` : ''} instead of ${statuses.join('/')} ${kind}`;
    this.expect(right, wrong, answer);
  }
}

/** Thrown by a check that cannot run on this site: neither a fault nor a proof. */
export class NotCheckable extends Error {
  override name = 'NotCheckable';
}

/** One row, checked from outside. */
export interface Check {
  /** Short name, such as `session-cookie`. */
  id: string;
  /** Row of docs/security/controls.json. */
  row: string;
  title: string;
  /**
   * `sign-in`: only with credentials. `throttle`, `slow`: only on request, because they are slow or block an account.
   */
  needs?: 'sign-in' | 'throttle' | 'slow';
  run(site: Site, findings: Findings): Promise<void>;
}

const PREFIX = 'urn:despacho:problem:';

/**
 * @returns the problem type, without its prefix; undefined if the response is not a problem document of the gateway.
 */
export function kindOf({ headers, text }: Answer): string | undefined {
  if (!headers['content-type']?.startsWith('application/problem+json')) return undefined;
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return typeof type === 'string' && type.startsWith(PREFIX) ? type.slice(PREFIX.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the gateway itself answered, not a proxy in front of it. */
export const isOurs = ({ headers }: Answer): boolean => headers['x-request-id'] !== undefined;

/** Whether only a proxy in front answered, and refused: by an error of its own, or by closing the connection. */
function isOfProxy(answer: Answer | RawAnswer): boolean {
  if ('status' in answer) return !isOurs(answer) && answer.status >= 400;
  const { statuses, text, closed } = answer;
  if (/^x-request-id:/im.test(text)) return false;
  return statuses.length > 0 ? statuses.every((status) => status >= 400) : closed;
}

/** Whether a proxy in front reads the requests: it answers bytes that are not a request, instead of the gateway. */
export async function isProxied(client: Client): Promise<boolean> {
  return !/^x-request-id:/im.test((await client.raw('what is this\r\n\r\n')).text);
}

export function signedIn({ person }: Site): SignedIn {
  if (!person) throw new NotCheckable('needs a sign-in');
  return person;
}
