import { type NextFunction, type RequestHandler } from 'express';

/**
 * Makes one handler of several, each called when the one before it says so. Express's router would do the same, and look
 * at the path, keep a copy of the request's address and make new functions for each of them: for a chain as long as ours
 * that is more than everything the chain decides.
 * @returns a handler that calls its own `next` after the last one, and with whatever one of them throws, rejects with or
 * hands on.
 */
export function inOrder(steps: readonly RequestHandler[]): RequestHandler {
  return (req, res, next) => {
    let index = 0;
    const advance: NextFunction = (error?: unknown) => {
      // `null` is no error either, and must not lead past the steps that are left.
      const step = error === undefined || error === null ? steps[index] : undefined;
      if (!step) {
        next(error);
        return;
      }
      index += 1;
      try {
        const work: unknown = step(req, res, advance);
        if (work instanceof Promise) work.catch(next);
      } catch (fault) {
        next(fault);
      }
    };
    advance();
  };
}
