import { type Problem, type ProblemKind, problemKind } from '@despacho/contracts';
import { statusTextOf } from './status-text.ts';

/**
 * Why a call failed: the gateway `refused` it with a status, nothing came back (`network`), not in time (`timeout`), or
 * something came back that breaks the contract (`broken`).
 */
type FailureReason = 'refused' | 'network' | 'timeout' | 'broken';

interface Details {
  url: string;
  reason: FailureReason;
  /** 0 when no answer came. */
  status: number;
  statusText?: string | undefined;
  problem?: Problem | undefined;
  cause?: unknown;
}

/** A call that did not work. The message is the failure text of the specification; `problem` is all the gateway said. */
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
