import { HttpFailure } from '#shared/http/failure.ts';

/** @returns seconds to wait before the next attempt; 0 if the failure requires no wait. */
export const waitAfter = (error: unknown): number =>
  error instanceof HttpFailure && error.status === 429 ? Math.ceil(error.problem?.retryAfterSeconds ?? 0) : 0;

/** @returns the time in the gateway's wording: «4 min 10 s». */
export function waitText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [minutes && `${minutes} min`, seconds % 60 && `${seconds % 60} s`].filter(Boolean);
  return `Demasiados intentos. Espere ${parts.join(' ')} y vuelva a intentar.`;
}

export const WAIT_OVER = 'Ya puede volver a intentar.';
