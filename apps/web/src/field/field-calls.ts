import { type Problem, type PublicConfig } from '@despacho/contracts';
import { type Enrolment, type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { readCookie } from '#shared/browser/cookies.ts';
import { PhoneFull } from './offline/types.ts';

/** Longer than the gateway waits for the service. */
const TIMEOUT_MS = 15_000;

/** Longer than a part of a photo takes at 5 KB/s. */
const PART_TIMEOUT_MS = 125_000;

const PROBLEM_PREFIX = 'urn:despacho:problem:';

/** A call that failed. `kind` is the kind of the gateway's problem, or `network` without a response. */
export class FieldFailure extends Error {
  readonly kind: string;
  /** In Spanish, for the courier. */
  readonly detail: string | undefined;
  /** HTTP status; 0 without an answer. */
  readonly status: number;

  constructor(kind: string, detail?: string, status = 0) {
    super(kind);
    this.name = 'FieldFailure';
    this.kind = kind;
    this.detail = detail;
    this.status = status;
  }

  /** Whether this phone is not connected, or no longer. */
  get isDisconnected(): boolean {
    return this.status === 401 || this.kind === 'no-session' || this.kind === 'session-ended';
  }
}

const CSRF_COOKIE = 'XSRF-REPARTO';

/** Whether this is the service worker, which has no document. */
const isWorker = typeof document === 'undefined';

/** Base address of operation paths: the gateway's `BASE_PATH`. The worker is in its folder `r`. */
const baseUrl = (): URL => (isWorker ? new URL('..', location.href) : new URL(document.baseURI));

const csrfToken = async (): Promise<string> => decodeURIComponent(await readCookie(CSRF_COOKIE));

async function failureOf(answer: Response): Promise<FieldFailure> {
  const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  return new FieldFailure((problem.type ?? '').replace(PROBLEM_PREFIX, ''), problem.detail, answer.status);
}

/** @throws FieldFailure `network` without an answer. The answer may be a failure. */
async function request(path: string, init: RequestInit, timeoutMs: number): Promise<Response> {
  const url = new URL(path.slice(1), baseUrl());
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (!answer) throw new FieldFailure('network');
  return answer;
}

/** @throws FieldFailure `network` if the answer was cut off or does not come from the gateway. */
async function valueOf<Value>(answer: Response): Promise<Value> {
  if (!answer.ok) throw await failureOf(answer);
  return (await answer.json().catch(() => {
    throw new FieldFailure('network');
  })) as Value;
}

const send = async <Value>(path: string, init: RequestInit = {}, timeoutMs = TIMEOUT_MS): Promise<Value> =>
  valueOf(await request(path, init, timeoutMs));

/** @throws FieldFailure `no-session` if this phone is not connected; the answer then allows to connect it. */
export const readSession = (): Promise<FieldSession> => send('/api/field/session');

async function post<Value>(path: string, body: object | ArrayBuffer | undefined, timeoutMs: number): Promise<Value> {
  const isBytes = body instanceof ArrayBuffer;
  const type = isBytes ? 'application/octet-stream' : 'application/json';
  const headers = { 'X-XSRF-TOKEN': await csrfToken(), ...(body && { 'Content-Type': type }) };
  const init = { method: 'POST', headers, ...(body && { body: isBytes ? body : JSON.stringify(body) }) };
  return send(path, init, timeoutMs);
}

/** Sends a write, and once more with a new token if another tab or a restart has made this page's token invalid. */
async function write<Value>(path: string, body?: object | ArrayBuffer, timeoutMs = TIMEOUT_MS): Promise<Value> {
  try {
    return await post(path, body, timeoutMs);
  } catch (error) {
    if (!(error instanceof FieldFailure) || error.kind !== 'wrong-csrf-token') throw error;
    await readSession().catch(() => undefined);
    return post(path, body, timeoutMs);
  }
}

/** @returns whose phone the link will connect. */
export const readEnrolment = (secret: string): Promise<Enrolment> => write('/api/field/enrolment', { secret });

export const connect = (secret: string, code: string): Promise<FieldSession> =>
  write('/api/field/connect', { secret, code });

/**
 * Reads the route of the day.
 * @param etag of the last answer.
 * @returns undefined if it has not changed.
 */
export async function readRouteIfChanged(
  etag: string | null,
): Promise<{ route: FieldRoute; etag: string | null } | undefined> {
  const headers: HeadersInit = etag === null ? {} : { 'If-None-Match': etag };
  // Without the browser's cache, which would turn a 304 into the full answer.
  const answer = await request('/api/field/route', { headers, cache: 'no-store' }, TIMEOUT_MS);
  if (answer.status === 304) return undefined;
  return { route: await valueOf<FieldRoute>(answer), etag: answer.headers.get('etag') };
}

/** @throws FieldFailure `network` without an answer. */
export const readConfig = (): Promise<PublicConfig> => send('/api/config');

/** @returns a tile around the stops; undefined where there is none, or without a signal if it was never read. */
export async function readTile(z: number, x: number, y: number): Promise<Blob | undefined> {
  const answer = await request(`/api/field/tiles/${z}/${x}/${y}`, {}, TIMEOUT_MS);
  return answer.status === 200 ? answer.blob() : undefined;
}

/** Sends a visit. Can be repeated at any time: its id identifies it. */
export const sendVisit = (body: object): Promise<{ result: 'applied' | 'review'; message?: string | null }> =>
  write('/api/field/visits', body);

/** Shows the office the facts of a visit that it could not receive as a visit. */
export const sendReport = (body: object): ReturnType<typeof sendVisit> => write('/api/field/visits/report', body);

/** Progress of an upload. */
export interface PhotoProgress {
  received: number;
  state: 'open' | 'stored' | 'refused';
  /** Why it was refused, in Spanish. */
  problem?: string;
}

/** Begins the upload of a photo, or returns its progress. @throws FieldFailure 404 if the service lacks its visit. */
export const sendPhoto = (body: object): Promise<PhotoProgress> => write('/api/field/photos', body);

/** @param offset of the part within the photo, in bytes. */
export const sendPhotoPart = (id: string, offset: number, part: ArrayBuffer): Promise<PhotoProgress> =>
  write(`/api/field/photos/${id}/parts?offset=${offset}`, part, PART_TIMEOUT_MS);

export const sendStart = (body: object): Promise<object> => write('/api/field/start', body);

export const sendEnd = (body: object): Promise<object> => write('/api/field/end', body);

export const sendNoteRead = (id: string): Promise<object> => write(`/api/field/notes/${encodeURIComponent(id)}/read`);

/** @returns `changed` if the office has reordered the stops since: its order remains. */
export const sendOrder = (body: object): Promise<{ result: 'applied' | 'changed' }> => write('/api/field/stops', body);

/** Sends where the door of a stop is. Can be repeated: its id identifies it. */
export const sendDoor = (body: object): Promise<object> => write('/api/field/doors', body);

export const sendPositions = (body: object): Promise<object> => write('/api/field/positions', body);

export const signOut = (): Promise<object> => write('/api/field/sign-out');

/** @returns what to show for a failed call, or for a phone without room for its answer. */
export function textOf(error: unknown): string {
  if (error instanceof PhoneFull) return error.text;
  const { kind, detail } = error instanceof FieldFailure ? error : new FieldFailure('');
  if (detail !== undefined) return detail;
  if (kind === 'network') return 'No hay señal. Revise su conexión e inténtelo otra vez.';
  return 'El servicio no responde. Inténtelo otra vez en unos minutos.';
}
