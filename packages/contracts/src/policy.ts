import { type Access } from './access.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Default limit of a request's body: the contracts are small; a whole permission list is the largest. */
export const SMALL_BODY = 16 * KB;
/** A thousand orders with their versions, each id as long as one can be, take 51 KB. */
export const BULK_BODY = 64 * KB;
/** Default limit of an answer. */
export const RECORD_ANSWER = 512 * KB;
/** A company's whole client list, many times over. */
export const LIST_ANSWER = 8 * MB;
/** A 512 by 512 pixel photograph for dense displays. */
export const TILE_ANSWER = MB;
/** Every order an office ever had. */
export const EXPORT_ANSWER = 512 * MB;
/** Uploading and parsing a file over a line of one megabit a second. */
export const FILE_TIME_MS = 60_000;
/** Downloading the largest export over the same line; longer downloads are cut off. */
export const EXPORT_TIME_MS = 10 * 60_000;

/**
 * Who may call an operation, and within which limits. The gateway and the dispatch service both derive their checks from
 * it. The web's build removes it: the browser must not be where access is decided.
 */
export interface OperationPolicy {
  /** `everyone`: the session is not looked up. `public`: it is, but none is required. */
  access: 'everyone' | 'public' | Access;
  /** The parameter that names an office. Any office but one's own also requires charge S. */
  office?: { in: 'params' | 'query'; name: string };
  /** Charge S is required besides the modules, in one's own office too. */
  charge?: 'S';
  /** Requires an `Idempotency-Key`: a request repeated with the same key is carried out once. */
  repeatable?: true;
  /** Largest request body; `SMALL_BODY` by default. */
  bodyBytes?: number;
  /** Largest answer of the upstream; `RECORD_ANSWER` by default, `Infinity` for a stream. */
  answerBytes?: number;
  /** How long a request may take, where that is longer than the gateway's default. */
  timeMs?: number;
  /** False for calls that a page makes without anyone at it: they do not extend the session. */
  keepsAlive?: false;
}

/** Policy of the dispatch domain: module U01, in the office that the query names. */
export const DISPATCH = {
  access: ['U01'],
  office: { in: 'query', name: 'officeId' },
} as const satisfies OperationPolicy;
