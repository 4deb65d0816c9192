import { type Request } from 'express';
import { type IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '../../session/client-address.ts';

/** Headers of a client that an upstream may see, each with the only form it may have. Everything else stays here. */
const PASSED: readonly (readonly [name: string, form: RegExp])[] = [
  ['accept-language', /^[A-Za-z0-9,;=.*\- ]{1,100}$/],
];

/** Also allowed towards event streams. */
const PASSED_TO_STREAMS = [...PASSED, ['last-event-id', /^[A-Za-z0-9_.:,-]{1,2048}$/]] as const;

interface Made {
  accept: string;
  authorization: string;
  hasBody: boolean;
  /** Of a file that is uploaded; a body is JSON otherwise. */
  mediaType?: string | undefined;
  publicProtocol: string;
  /** Already checked; only of rows that ask for one. */
  idempotencyKey?: string | undefined;
}

/**
 * The whole set of headers an upstream receives: what the gateway makes, and the few of the client's that are listed.
 * `Host` is added by the proxy from the target, `Content-Length` from the checked body.
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
  if (made.idempotencyKey !== undefined) headers['idempotency-key'] = made.idempotencyKey;
  if (made.hasBody) headers['content-type'] = made.mediaType ?? 'application/json';
  return headers;
}
