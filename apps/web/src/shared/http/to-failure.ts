import { problem } from '@despacho/contracts';
import { isAxiosError, isCancel } from 'axios';
import { HttpFailure } from './failure.ts';

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT']);

/**
 * Leaves out the cause: an axios error contains the request and with it the form input.
 * @param error whatever axios threw.
 * @returns the failure, or the error itself when the caller aborted.
 */
export function toFailure(url: string, error: unknown): unknown {
  if (isCancel(error) || !isAxiosError<unknown>(error)) return error;
  if (!error.response) {
    const reason = TIMEOUT_CODES.has(error.code ?? '') ? 'timeout' : 'network';
    return new HttpFailure({ url, reason, status: 0 });
  }
  const { status, statusText, data } = error.response;
  const said = problem.safeParse(data);
  return new HttpFailure({ url, reason: 'refused', status, statusText, problem: said.success ? said.data : undefined });
}
