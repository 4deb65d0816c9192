import { type Problem } from '@despacho/contracts';
import { type GuestContent, type PhotoSize } from '@despacho/contracts/dispatch';

/** Longer than the gateway waits for the service. */
const TIMEOUT_MS = 15_000;

const PROBLEM_PREFIX = 'urn:despacho:problem:';

const CSRF_COOKIE = 'XSRF-CONSTANCIA';

/** Why the page shows nothing. `void`: the link shows nothing, or no longer; `busy`: later it may. */
export type GuestFailureKind = 'void' | 'busy' | 'ended' | 'network' | 'failed';

export class GuestFailure extends Error {
  readonly kind: GuestFailureKind;
  /** In Spanish, for the guest. */
  readonly detail: string | undefined;
  /** Problem of the gateway. */
  readonly problem: string;

  constructor(kind: GuestFailureKind, detail?: string, problem = '') {
    super(kind);
    this.name = 'GuestFailure';
    this.kind = kind;
    this.detail = detail;
    this.problem = problem;
  }
}

const kindOf = (status: number): GuestFailureKind => {
  if (status === 410) return 'void';
  if (status === 429) return 'busy';
  return status === 401 ? 'ended' : 'failed';
};

const addressOf = (path: string): URL => new URL(path.slice(1), document.baseURI);

async function send<Value>(path: string, init: RequestInit = {}): Promise<Value> {
  const options: RequestInit = { ...init, cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) };
  const answer = await fetch(addressOf(path), options).catch(() => {
    throw new GuestFailure('network');
  });
  const value: unknown = await answer.json().catch(() => undefined);
  if (answer.ok && value !== undefined) return value as Value;
  if (answer.ok) throw new GuestFailure('network');
  const { type = '', detail }: Partial<Problem> = (value ?? {}) as Partial<Problem>;
  throw new GuestFailure(kindOf(answer.status), detail, type.replace(PROBLEM_PREFIX, ''));
}

const csrfToken = (): string =>
  decodeURIComponent(new RegExp(`(?:^|; )${CSRF_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? '');

const exchange = (secret: string): Promise<GuestContent> =>
  send('/api/guest/open', {
    method: 'POST',
    headers: { 'X-XSRF-TOKEN': csrfToken(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
  });

/** Receives the cookies that are needed to open a link; that there is no session yet is no failure. */
async function readSession(): Promise<void> {
  await send('/api/guest/session').catch((error: unknown) => {
    if (!(error instanceof GuestFailure) || error.kind !== 'ended') throw error;
  });
}

/** Opens a link, which counts as an opening. @throws GuestFailure. */
export async function openLink(secret: string): Promise<GuestContent> {
  if (csrfToken() === '') await readSession();
  try {
    return await exchange(secret);
  } catch (error) {
    // Another tab, or a restart of the gateway, has made this page's token invalid.
    if (!(error instanceof GuestFailure) || error.problem !== 'wrong-csrf-token') throw error;
    await readSession();
    return exchange(secret);
  }
}

/** Reads the current content of the opened link. After half an hour the link is opened again. @throws GuestFailure. */
export async function readContent(secret: string): Promise<GuestContent> {
  try {
    return await send<GuestContent>('/api/guest/content');
  } catch (error) {
    if (!(error instanceof GuestFailure) || error.kind !== 'ended') throw error;
    return openLink(secret);
  }
}

/** @returns the URL of a photo, for an image. */
export const photoAddress = (id: string, size: PhotoSize): string =>
  `${addressOf(`/api/guest/photos/${encodeURIComponent(id)}`).href}?medida=${size}`;
