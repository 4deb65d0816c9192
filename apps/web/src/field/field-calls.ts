import { type Problem } from '@despacho/contracts';
import { type Enrolment, type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';

/** Longer than the gateway waits for the service. */
const TIMEOUT_MS = 15_000;

const PROBLEM_PREFIX = 'urn:despacho:problem:';

/** A call that failed. `kind` is that of the gateway's problem, or `network` without an answer. */
export class FieldFailure extends Error {
  readonly kind: string;
  /** In Spanish, for the courier. */
  readonly detail: string | undefined;

  constructor(kind: string, detail?: string) {
    super(kind);
    this.name = 'FieldFailure';
    this.kind = kind;
    this.detail = detail;
  }

  /** Whether this phone is not connected, or no longer. */
  get isDisconnected(): boolean {
    return this.kind === 'no-session' || this.kind === 'session-ended';
  }
}

const csrfToken = (): string => decodeURIComponent(/(?:^|; )XSRF-REPARTO=([^;]*)/.exec(document.cookie)?.[1] ?? '');

async function failureOf(answer: Response): Promise<FieldFailure> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  return new FieldFailure((problem.type ?? '').replace(PROBLEM_PREFIX, ''), problem.detail);
}

async function send<Value>(path: string, init: RequestInit = {}): Promise<Value> {
  const url = new URL(path.slice(1), document.baseURI);
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  if (!answer) throw new FieldFailure('network');
  if (!answer.ok) throw await failureOf(answer);
  return (await answer.json()) as Value;
}

/** @throws FieldFailure `no-session` if this phone is not connected; the answer then allows to connect it. */
export const readSession = (): Promise<FieldSession> => send('/api/field/session');

const post = <Value>(path: string, body?: object): Promise<Value> =>
  send(path, {
    method: 'POST',
    headers: { 'X-XSRF-TOKEN': csrfToken(), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Sends a write, and once more with a new token if another tab or a restart has made this page's token invalid. */
async function write<Value>(path: string, body?: object): Promise<Value> {
  try {
    return await post(path, body);
  } catch (error) {
    if (!(error instanceof FieldFailure) || error.kind !== 'wrong-csrf-token') throw error;
    await readSession().catch(() => undefined);
    return post(path, body);
  }
}

/** @returns whose phone the link will connect. */
export const readEnrolment = (secret: string): Promise<Enrolment> => write('/api/field/enrolment', { secret });

export const connect = (secret: string, code: string): Promise<FieldSession> =>
  write('/api/field/connect', { secret, code });

export const readRoute = (): Promise<FieldRoute> => send('/api/field/route');

export const signOut = (): Promise<object> => write('/api/field/sign-out');

/** @returns what to show for a failed call. */
export function textOf(error: unknown): string {
  const { kind, detail } = error instanceof FieldFailure ? error : new FieldFailure('');
  if (detail !== undefined) return detail;
  if (kind === 'network') return 'No hay señal. Revise su conexión e inténtelo otra vez.';
  return 'El servicio no responde. Inténtelo otra vez en unos minutos.';
}
