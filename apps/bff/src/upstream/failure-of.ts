import { ClientGone, Failure } from '#problems/failure.ts';

/**
 * Maps a failed exchange with an upstream to a Failure.
 * @param stage `connect` until the response's headers have arrived, `read` while its body arrives.
 * @param signal the request's own limit: if it fired, its reason is returned.
 */
export function failureOf(error: unknown, stage: 'connect' | 'read', signal: AbortSignal): Failure | ClientGone {
  const reason: unknown = signal.reason;
  if (reason instanceof Failure || reason instanceof ClientGone) return reason;
  if (error instanceof Failure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  // HPE_*: the bytes received are not HTTP.
  if (stage === 'read' || code.startsWith('HPE_'))
    return new Failure('upstream-broken', { note: `answer cut or garbled: ${code}` });
  return new Failure('upstream-unreachable', { note: `no answer: ${code}` });
}
