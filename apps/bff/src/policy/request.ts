import { type MatchedRoute } from './match.ts';
import { type LinkedId } from '#session/linked-cookie.ts';
import { type LiveSession } from '#session/record.ts';
import { type HeldAnswer } from '#upstream/held-answers.ts';
import { type Deadline } from './deadline.ts';

/** What csurf calls the session: it stores its secret in `csrfSecret`. */
interface SessionBag {
  csrfSecret: string | undefined;
  /** The anonymous or signed-in session of the request's cookie. */
  live: LiveSession | undefined;
  /** The id of a courier's phone or a guest, for its operations only; the access step checks whether it is a session. */
  linked?: LinkedId | undefined;
}

/** The validated parts of a request; null for parts that the contract does not have. */
interface CheckedRequest {
  params: unknown;
  query: unknown;
  body: unknown;
}

// Each is set by the middleware of its name, before anything that reads it (see app.ts for the order).
declare module 'express-serve-static-core' {
  interface Request {
    requestId: string;
    matched: MatchedRoute;
    deadline: Deadline;
    /** The session key in the cookie, whether or not there is such a session. */
    cookieKey: string | undefined;
    /** Called after each lookup in the store: counts requests that are not signed in. */
    foundSession: (this: Request, live: LiveSession | undefined) => void;
    /** Called with a session created here, or with that of a phone or guest, whose cookie the next request will send. */
    madeSession: (id: string) => void;
    session: SessionBag;
    /** Counts the bytes of the response; undefined for small responses and streams. */
    held: HeldAnswer | undefined;
    /** Runs work on a response of this many bytes in the person's turn; undefined without a session. */
    inTurn: (<T>(bytes: number, work: () => T) => Promise<T>) | undefined;
    checked: CheckedRequest;
    /** Id of the company whose data the dispatch service read; undefined without a call. */
    companyId: string | undefined;
  }
}
