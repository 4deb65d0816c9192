import { problem } from '@despacho/contracts';
import { type AxiosError, isAxiosError, isCancel } from 'axios';
import { HttpFailure } from './failure.ts';

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT']);

function withoutAnswer(url: string, error: AxiosError): HttpFailure {
  const reason = TIMEOUT_CODES.has(error.code ?? '') ? 'timeout' : 'network';
  return new HttpFailure({ url, reason, status: 0 });
}

/**
 * The cause is left out: an axios error holds the request, and with it what was typed into a form.
 * @param error whatever axios threw.
 * @returns the failure to pass on, or the error itself when the caller gave up by aborting.
 */
export function toFailure(url: string, error: unknown): unknown {
  if (isCancel(error) || !isAxiosError<unknown>(error)) return error;
  if (!error.response) return withoutAnswer(url, error);
  const { status, statusText, data } = error.response;
  const said = problem.safeParse(data);
  return new HttpFailure({ url, reason: 'refused', status, statusText, problem: said.success ? said.data : undefined });
}
