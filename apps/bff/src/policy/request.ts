import { type MatchedRoute } from './match.ts';
import { type LiveSession } from '../session/record.ts';
import { type HeldAnswer } from '../upstream/held-answers.ts';
import { type Deadline } from './deadline.ts';

/** What csurf calls the session: it keeps its secret in `csrfSecret`. */
export interface SessionBag {
  csrfSecret: string | undefined;
  /** The anonymous or signed-in session of the request's cookie. */
  live: LiveSession | undefined;
}

/** The parts of a request its contract describes, checked; null where the contract has none. */
interface CheckedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

// Each is set by the middleware of its name, before anything that reads it (app.ts shows the order).
declare module 'express-serve-static-core' {
  interface Request {
    requestId: string;
    matched: MatchedRoute;
    deadline: Deadline;
    /** The key of the session its cookie names, whether or not there is one. */
    cookieKey: string | undefined;
    /** Told by whoever asked the store: counts against the address what is not signed in. */
    foundSession: (this: Request, live: LiveSession | undefined) => void;
    /** Told of a session made here, whose cookie the next request will bring. */
    madeSession: (id: string) => void;
    session: SessionBag;
    /** Counts the bytes of its answer; nothing does where the answer is small or a stream. */
    held: HeldAnswer | undefined;
    checked: CheckedRequest;
  }
}
