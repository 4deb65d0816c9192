import * as z from 'zod/mini';
import { REPORTED_KINDS } from './dispatch/people/trail.ts';
import { plainText } from './typed-text.ts';

/** Names and ids from a host, up to the length of an HTTP header. */
const name = plainText(16_384);

/** The caller's identity in the signed assertion that the gateway sends with each call to the dispatch service. */
export const assertionClaims = z.object({
  /** `sucursal` and user name, which together identify a person. */
  sub: name.check(z.minLength(1)),
  username: name,
  user: name,
  company: z.nullable(name),
  officeId: name,
  charge: name,
  modules: z.array(z.string()),
});

export type AssertionClaims = z.infer<typeof assertionClaims>;

/** A session's hash, in base64url. */
const digest = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/**
 * The claims of a courier's phone. They name only the device: the service looks up everything else with each call, so
 * that a revocation works immediately.
 */
export const fieldClaims = z.object({
  /** SHA-256 of the phone's session id, which only the phone has; null before it is connected. */
  device: z.nullable(digest),
  /** A name for the device, in Spanish, such as «Chrome en Android». */
  deviceName: plainText(100),
});

export type FieldClaims = z.infer<typeof fieldClaims>;

/** The claims of a guest. They name only the session: the service looks up its link with each call. */
export const guestClaims = z.object({
  /** SHA-256 of the session id in the guest's cookie; null before a link is opened. */
  session: z.nullable(digest),
  /** The network of the guest's address: the /24 of IPv4, the /48 of IPv6. */
  network: plainText(60),
});

export type GuestClaims = z.infer<typeof guestClaims>;

export const ASSERTION = {
  issuer: 'despacho-gateway',
  audience: 'despacho-operations',
  /** Audience of couriers' phones, so that no kind of assertion is accepted in place of another. */
  fieldAudience: 'despacho-field',
  /** Audience of guests, for the same reason. */
  guestAudience: 'despacho-guest',
  /** Audience of a gateway's reports, without a caller. */
  trailAudience: 'despacho-trail',
  algorithm: 'HS256',
  /** Lifetime of an assertion in seconds. Long enough for a slow call to start, too short to be worth stealing. */
  lifetime: 30,
  /** The service refuses an assertion whose expiry is more than this many seconds after its issue. */
  maxLifetime: 60,
  /**
   * Tolerated clock difference between gateway and service, in seconds. An assertion is accepted this long after it
   * expires.
   */
  clockTolerance: 30,
  /** Path below the base address of the dispatch service. Answers 204 to an assertion that it accepts. */
  checkPath: '/assertion',
} as const;

/** Response header of the dispatch service with the id of the company whose data it read. Only for the gateway's log. */
export const COMPANY_HEADER = 'x-despacho-company';

/**
 * Users whose password, permissions or account changed, or whose tokens were revoked. A gateway polls it, so that it
 * does not rely on older answers of the credentials call.
 */
export const ACCOUNT_CHANGES = {
  /** Path below the base address of the dispatch service. Requires an assertion. */
  path: '/account-changes',
  /** A gateway relies on an answer for 60 s; the rest allows for long transactions. */
  seconds: 90,
  /** Maximum number in an answer. Older changes take effect when the known permissions are 60 s old. */
  most: 5000,
} as const;

/** Reports of a gateway for the trails of companies. */
export const TRAIL_REPORTS = {
  /** Path below the base address of the dispatch service. Requires an assertion for `trailAudience`. */
  path: '/trail-reports',
  /** Maximum number in a request. */
  most: 200,
  /** Longest name, id or value in UTF-16 code units; a gateway cuts longer ones. */
  longest: 300,
  /** Largest body in bytes: with the longest texts of three bytes each, this fits 50 reports. */
  bytes: 512 * 1024,
} as const;

const reported = plainText(TRAIL_REPORTS.longest);

const trailAddress = z.string().check(z.regex(/^[0-9A-Fa-f:.]{2,45}$/));

/** One thing that happened at a gateway, or several equal ones. */
export const trailReport = z.strictObject({
  /** Identifies the report, so that one sent again is stored once. */
  key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
  at: z.iso.datetime(),
  kind: z.enum(REPORTED_KINDS),
  count: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  requestId: z.optional(reported),
  address: z.optional(trailAddress),
  /** The last time, if `count` is more than one: `at`, `requestId` and `address` are of the first. */
  last: z.optional(
    z.strictObject({ at: z.iso.datetime(), requestId: z.optional(reported), address: z.optional(trailAddress) }),
  ),
  /** Who did it. `company` is the RUC. */
  person: z.optional(
    z.strictObject({
      id: z.nullable(reported),
      username: reported,
      user: reported,
      company: reported,
      officeId: reported,
    }),
  ),
  /** Finds the account of a refused sign-in or a wrong current password. Not stored. */
  attempt: z.optional(z.strictObject({ sucursal: reported, username: reported })),
  /** The office concerned, if not that of the person. */
  officeId: z.optional(reported),
  subject: z.optional(z.strictObject({ kind: reported, id: reported })),
  details: z.optional(z.record(reported, z.union([reported, z.number(), z.array(reported).check(z.maxLength(500))]))),
});

export type TrailReport = z.infer<typeof trailReport>;

export const trailReports = z.strictObject({
  reports: z.array(trailReport).check(z.minLength(1), z.maxLength(TRAIL_REPORTS.most)),
});

export const accountChanges = z.array(z.object({ id: z.int(), userId: name })).check(z.maxLength(ACCOUNT_CHANGES.most));

export type AccountChanges = z.infer<typeof accountChanges>;

/**
 * Why the service refused an assertion, in the body of its 401: `key` for a different OPERATIONS_KEY, `clock` for
 * clocks that differ too much, `form` for anything else. Only a `clock` refusal, which implies the right key, has
 * `aheadSeconds`: how far the gateway's clock is ahead of the service's, negative when it is behind.
 */
export const assertionRefusal = z.object({
  reason: z.enum(['key', 'clock', 'form']),
  aheadSeconds: z.optional(z.int()),
});

/**
 * `reason` in the body of the dispatch service's 404 for an office that it does not have. Offices of a foreign host are
 * registered there by a command (docs/operations.md).
 */
export const OFFICE_UNKNOWN = 'office-unknown';

/**
 * The `reason` of a 409 if another change of the office has not ended. Not a 503: a balancer would repeat that at another
 * service, which waits for the same change.
 */
export const OFFICE_BUSY = 'office-busy';

/** A text as one word of a POSIX shell. Only single quotes keep `$` and backticks from being executed. */
const shellWord = (text: string): string =>
  /^[\w-]+$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/**
 * @param officeId may come from a request: ids can contain `$(…)`.
 * @returns the command that registers an office in the dispatch service, to be copied into a shell; what only the
 * operator knows is left open.
 */
export const officeCommand = (officeId: string): string =>
  `node apps/backend/dist/main.js office create --ruc RUC --company COMPANY --id ${shellWord(officeId)} --name NAME`;

export type AssertionRefusalReason = z.infer<typeof assertionRefusal>;
