import { type RequestHandler } from 'express';
import { ClientGone, Failure } from '../problems/failure.ts';

/**
 * What of an AbortSignal is used wherever no library asks for a real one, which is what most requests get by with: making
 * one and listening to it takes longer than most checks of a request.
 */
export interface Ending {
  readonly aborted: boolean;
  /** Why it ended; undefined while it has not. */
  readonly reason: unknown;
  throwIfAborted(): void;
  /** @param options a listener is called once at most, whatever they say. */
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The time a request has for everything it needs of upstreams, all calls together. */
export interface Deadline {
  /** Fires with a Failure `upstream-timeout`, or with ClientGone when the browser hangs up. */
  signal: Ending;
  /** No limit from now on, for streams. The browser's hanging up still fires. */
  clear(): void;
}

class RequestEnding implements Ending {
  #reason: Failure | ClientGone | undefined;
  #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  throwIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#reason) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  /** Only the first reason counts, as with a signal. */
  end(reason: Failure | ClientGone): void {
    if (this.#reason) return;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
  }
}

/** @returns a signal for a library that asks for a real one, which fires when the request is over. */
export function signalOf(ending: Ending): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    controller.abort(ending.reason);
  };
  if (ending.aborted) abort();
  else ending.addEventListener('abort', abort, { once: true });
  return controller.signal;
}

class RequestDeadline implements Deadline {
  readonly signal = new RequestEnding();
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.signal.end(new Failure('upstream-timeout', { note: `no answer within ${milliseconds} ms` }));
    }, milliseconds);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** @param milliseconds a little under the ten seconds a browser waits, so that it gets its 504 (S41); a row may allow more. */
export function deadline(milliseconds: number): RequestHandler {
  return (req, res, next) => {
    const limit = new RequestDeadline(req.matched.policy.limits.time ?? milliseconds);
    res.on('close', () => {
      limit.clear();
      if (!res.writableFinished) limit.signal.end(new ClientGone());
    });
    req.deadline = limit;
    next();
  };
}
