import { type RequestHandler } from 'express';
import { ClientGone, Failure } from '#problems/failure.ts';

/** Time limit for all upstream calls of a request together. */
export interface Deadline {
  /** Fires with a Failure `upstream-timeout`, or with ClientGone when the browser disconnects. */
  signal: AbortSignal;
  /** Removes the limit, for streams. A disconnect still fires. */
  clear(): void;
}

/**
 * @param milliseconds a little below the browser's ten seconds, so that the browser receives the 504 (S41); a row may
 * allow more.
 */
export function deadline(milliseconds: number): RequestHandler {
  return (req, res, next) => {
    const limit = req.matched.policy.limits.time ?? milliseconds;
    const controller = new AbortController();
    const timer = setTimeout(
      () => controller.abort(new Failure('upstream-timeout', { note: `no answer within ${limit} ms` })),
      limit,
    );
    const clear = () => clearTimeout(timer);
    res.on('close', () => {
      clear();
      if (!res.writableFinished) controller.abort(new ClientGone());
    });
    req.deadline = { signal: controller.signal, clear };
    next();
  };
}
