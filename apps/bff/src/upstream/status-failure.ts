import { type ProblemKind } from '@despacho/contracts';
import { Failure } from '#problems/failure.ts';
import { lastChangeOf } from './last-change-of.ts';

const MAX_DETAIL = 300;

const KINDS: Record<number, ProblemKind> = {
  401: 'upstream-refused',
  403: 'upstream-refused',
  404: 'not-found',
  409: 'conflict',
  408: 'upstream-timeout',
  410: 'expired',
  422: 'unprocessable',
  429: 'unavailable',
  502: 'upstream-unreachable',
  503: 'unavailable',
  504: 'upstream-timeout',
};

/** Unknown status classes and informational statuses are not valid responses. */
function kindOf(status: number): ProblemKind {
  const known = KINDS[status];
  if (known) return known;
  if (status >= 500 && status <= 599) return 'upstream-failed';
  return status >= 400 && status <= 499 ? 'upstream-rejected' : 'upstream-broken';
}

/** Fields in which hosts explain a refusal; the first with text is used. */
const MESSAGE_FIELDS = ['message', 'mensaje'] as const;
/** Maximum number of texts used of a list. */
const MAX_MESSAGES = 5;

/** Control characters, and invisible ones that reorder or hide text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu;

const plainText = (text: string): string =>
  text
    .slice(0, 10 * MAX_DETAIL)
    .replace(UNPRINTABLE, ' ')
    .trim();

/** A text, or a list of texts, as plain text on one line. */
function textOf(value: unknown): string {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts
    .flatMap((text) => (typeof text === 'string' && plainText(text) !== '' ? [plainText(text)] : []))
    .slice(0, MAX_MESSAGES)
    .map((text, index, { length }) => (index < length - 1 ? text.replace(/\.$/, '') : text))
    .join('. ');
}

/** An upstream's message about refused data, bounded and on one line. */
function detailOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const text = MESSAGE_FIELDS.map((name) => textOf((body as Record<string, unknown>)[name])).find(
    (each) => each !== '',
  );
  return text === undefined ? undefined : text.slice(0, MAX_DETAIL).toWellFormed();
}

/** A field of our own contracts, by its path: `changes.name`, or `people.0.username` of a list. */
const FIELD = /^[a-z][A-Za-z0-9]{0,39}(\.([a-z][A-Za-z0-9]{0,39}|\d{1,5})){0,3}$/;

/** The field of the request that the message is about, if the upstream names one. */
function fieldOf(body: unknown): string | undefined {
  const hasField = typeof body === 'object' && body !== null && 'field' in body && typeof body.field === 'string';
  return hasField && FIELD.test(body.field as string) ? (body.field as string) : undefined;
}

/** Whether the body of an unsuccessful response is used at all. */
export const usesBody = (status: number): boolean =>
  ['upstream-rejected', 'conflict', 'expired', 'unprocessable'].includes(kindOf(status));

/**
 * The Failure for an upstream's unsuccessful response. A redirect is never passed on: it counts as a broken upstream.
 * @param body its body if it was JSON; only `message` (or `mensaje`) with its `field` is used for refused data, and the
 * other change for a conflict.
 */
export function statusFailure(status: number, body: unknown): Failure {
  const kind = kindOf(status);
  const detail = usesBody(status) ? detailOf(body) : undefined;
  const field = detail === undefined ? undefined : fieldOf(body);
  const changed = kind === 'conflict' ? lastChangeOf(body) : undefined;
  return new Failure(kind, {
    note: `upstream answered ${status}`,
    ...(detail !== undefined && { detail }),
    ...(changed && { changed }),
    ...(detail !== undefined && field !== undefined && { errors: [{ field, message: detail }] }),
  });
}

/**
 * @param status 429 or 503 of our own service.
 * @param retryAfterSeconds missing if the service does not know whether a write was done.
 * @returns the Failure with the service's message and the seconds to wait.
 */
export function busyFailure(status: number, retryAfterSeconds: number | undefined, body: unknown): Failure {
  const detail = detailOf(body);
  return new Failure(status === 429 ? 'too-many-requests' : 'unavailable', {
    note: `upstream answered ${status}`,
    ...(status === 429 && { log: { limit: 'service' } }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(detail !== undefined && { detail }),
  });
}
