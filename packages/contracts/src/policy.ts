import { type Access } from './access.ts';
import { type ModuleCode } from './modules.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Default limit of a request body. The largest is a permission list. */
export const SMALL_BODY = 16 * KB;
/** Fits a thousand orders with versions and the longest ids (51 KB). */
export const BULK_BODY = 64 * KB;
/** Fits a thousand orders, each with its own payment or reason (100 KB). */
export const CLOSINGS_BODY = 128 * KB;
/** Default limit of a response. */
export const RECORD_ANSWER = 512 * KB;
/** Fits a company's whole client list many times over. */
export const LIST_ANSWER = 8 * MB;
/** Fits a photograph of 512 by 512 pixels for dense displays. */
export const TILE_ANSWER = MB;
/** Fits every order of an office. */
export const EXPORT_ANSWER = 512 * MB;
/** Enough to upload and parse a file at 1 Mbit/s. */
export const FILE_TIME_MS = 60_000;
/** Enough to download the largest export at 1 Mbit/s; longer downloads are cut off. */
export const EXPORT_TIME_MS = 10 * 60_000;

/**
 * Callers whose sessions begin with a link and are separate from those of staff, and from each other: couriers' phones,
 * and guests, who open what an office shared without an account.
 */
export const LINKED_PRINCIPALS = ['courier', 'guest'] as const;

export type LinkedPrincipal = (typeof LINKED_PRINCIPALS)[number];

/** `courier` and `guest` require a session of that kind, the `-public` forms do not. None accepts a session of staff. */
export type LinkedAccess = LinkedPrincipal | `${LinkedPrincipal}-public`;

/** @returns the kind of session that an operation reads instead of one of staff; undefined for operations of staff. */
export const linkedPrincipal = (access: OperationPolicy['access']): LinkedPrincipal | undefined =>
  LINKED_PRINCIPALS.find((principal) => access === principal || access === `${principal}-public`);

export const isLinkedAccess = (access: OperationPolicy['access']): access is LinkedAccess =>
  linkedPrincipal(access) !== undefined;

/**
 * Who may call an operation, and its limits. The gateway and the dispatch service both derive their checks from it. The
 * web's build removes it: access must not be decided in the browser.
 */
export interface OperationPolicy {
  /** `everyone`: the session is not read. `public`: it is read but not required. */
  access: 'everyone' | 'public' | LinkedAccess | Access;
  /** Modules required in addition to one of `access`: every one of them. */
  also?: readonly ModuleCode[];
  /** The charge that need not have the modules of `also`. */
  alsoUnless?: 'S';
  /** The parameter that names an office. An office other than the user's own requires charge S. */
  office?: { in: 'params' | 'query'; name: string };
  /** Requires charge S in addition to the modules, even in the user's own office. */
  charge?: 'S';
  /** Requires an `Idempotency-Key`: a request repeated with the same key is carried out once. */
  repeatable?: true;
  /** Largest request body; `SMALL_BODY` by default. */
  bodyBytes?: number;
  /** Largest response of the upstream; `RECORD_ANSWER` by default, `Infinity` for a stream. */
  answerBytes?: number;
  /** Time limit of a request, if longer than the gateway's default. */
  timeMs?: number;
  /** Requires that our own dispatch service keeps people and clients: `sections.directory` of `/api/config`. */
  directory?: true;
  /**
   * Allows an operation that is not a GET in a closed office: it changes nothing of the office's work, or must remain
   * possible. Without it, a closed office refuses the operation.
   */
  inClosedOffice?: true;
  /** False for calls that a page makes in the background: they do not extend the session. */
  keepsAlive?: false;
}

/** Policy of the dispatch domain: module U01, in the office that the query names. */
export const DISPATCH = {
  access: ['U01'],
  office: { in: 'query', name: 'officeId' },
} as const satisfies OperationPolicy;

/** The same, for people who see orders or photos. */
export const ORDERS_OR_PHOTOS = { ...DISPATCH, access: ['U01', 'T02'] } as const satisfies OperationPolicy;

/** Reading what couriers collected. */
export const MONEY = { ...DISPATCH, access: ['D05'] } as const satisfies OperationPolicy;

/** Receiving it requires both modules. */
export const MONEY_DESK = { ...MONEY, also: ['U01'] } as const satisfies OperationPolicy;
