import { type Problem, type ProblemKind, problemKind } from '@despacho/contracts';
import { statusTextOf } from './status-text.ts';

/**
 * Why a call failed: the gateway `refused` it with a status, no response came (`network`), not in time (`timeout`), or
 * the response breaks the contract (`broken`).
 */
type FailureReason = 'refused' | 'network' | 'timeout' | 'broken';

interface Details {
  url: string;
  reason: FailureReason;
  /** 0 without a response. */
  status: number;
  statusText?: string | undefined;
  problem?: Problem | undefined;
  cause?: unknown;
}

/** A failed call. The message is the failure text of the specification; `problem` is the gateway's problem document. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure';
  readonly url: string;
  readonly reason: FailureReason;
  readonly status: number;
  readonly statusText: string;
  readonly problem: Problem | undefined;
  readonly kind: ProblemKind | undefined;

  constructor({ url, reason, status, statusText, problem, cause }: Details) {
    const phrase = statusTextOf(status, statusText);
    super(`Http failure response for ${url}: ${status} ${phrase}`, { cause });
    this.url = url;
    this.reason = reason;
    this.status = status;
    this.statusText = phrase;
    this.problem = problem;
    this.kind = problem && problemKind(problem.type);
  }
}
