import { type Request } from 'express';
import { type IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '#session/client-address.ts';

/** Client headers that an upstream may receive, each with its only valid form. All others are dropped. */
const PASSED: readonly (readonly [name: string, form: RegExp])[] = [
  ['accept-language', /^[A-Za-z0-9,;=.*\- ]{1,100}$/],
];

/** Also allowed for event streams. */
const PASSED_TO_STREAMS = [...PASSED, ['last-event-id', /^[A-Za-z0-9_.:,-]{1,2048}$/]] as const;

interface Made {
  accept: string;
  authorization: string;
  hasBody: boolean;
  /** Media type of an uploaded file; other bodies are JSON. */
  mediaType?: string | undefined;
  publicProtocol: string;
  /** The version of a file that the browser has. */
  ifNoneMatch?: string | undefined;
  /** Already validated; only for rows that require one. */
  idempotencyKey?: string | undefined;
}

/**
 * All headers that an upstream receives: the gateway's own, and the few listed ones of the client. The proxy adds
 * `Host` from the target and `Content-Length` from the validated body.
 */
export function upstreamHeaders(req: Request, made: Made): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  const passed = made.accept === 'text/event-stream' ? PASSED_TO_STREAMS : PASSED;
  for (const [name, form] of passed) {
    const value = req.headers[name];
    if (typeof value === 'string' && form.test(value)) headers[name] = value;
  }
  headers.accept = made.accept;
  headers['accept-encoding'] = 'identity';
  headers.authorization = made.authorization;
  headers['user-agent'] = 'despacho-gateway';
  headers['x-request-id'] = req.requestId;
  headers['x-forwarded-for'] = clientAddress(req);
  headers['x-forwarded-proto'] = made.publicProtocol;
  if (made.ifNoneMatch !== undefined) headers['if-none-match'] = made.ifNoneMatch;
  if (made.idempotencyKey !== undefined) headers['idempotency-key'] = made.idempotencyKey;
  if (made.hasBody) headers['content-type'] = made.mediaType ?? 'application/json';
  return headers;
}
