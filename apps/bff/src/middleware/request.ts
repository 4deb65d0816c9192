import { type MatchedRoute } from '../routes/match.ts';
import { type LiveSession } from '../session/record.ts';
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
    /** Counts a request whose cookie turned out to name no session against its address. */
    foundNoSession: () => void;
    session: SessionBag;
    checked: CheckedRequest;
  }
}
