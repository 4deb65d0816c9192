import { ACCOUNT_CHANGES, ASSERTION, COMPANY_HEADER, TRAIL_REPORTS } from '@despacho/contracts/assertion';
import { type Response } from 'express';
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Logger } from 'pino';
import { type HttpLogger, pinoHttp } from 'pino-http';

const REQUEST_ID = /^[\w-]{8,64}$/;
const MAX_PATH = 200;

/** The gateway's request id, so that both log lines can be matched; otherwise a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

const pathOf = (url = ''): string => (url.split('?')[0] ?? '').slice(0, MAX_PATH);

/** Called about once a second by each balancer and gateway. */
const POLLS = ['/health', ASSERTION.checkPath, ACCOUNT_CHANGES.path, TRAIL_REPORTS.path];

/** The office and company of a request, for its log line. */
interface Subject {
  /** Id of the operation in the contract. */
  operation: string;
  office?: string;
  /** Our own id: the line contains no tax id. */
  company?: string;
}

/** Adds to the log line of a request what it concerns, and sends the company to the gateway for its own line. */
export function logSubject(response: Response, subject: Subject): void {
  response.locals['subject'] = subject;
  if (subject.company !== undefined) response.set(COMPANY_HEADER, subject.company);
}

/** The fields are named and ordered as in the gateway's line of the same request id. */
const describe = (request: IncomingMessage, response: ServerResponse, { milliseconds }: { milliseconds: number }) => ({
  method: request.method,
  path: pathOf((request as { originalUrl?: string }).originalUrl ?? request.url),
  operation: 'none',
  ...((response as Partial<Response>).locals?.['subject'] as Subject | undefined),
  status: response.statusCode,
  milliseconds,
});

/**
 * Logs one line per finished request. Query and headers are excluded at every level: the legacy login has the password
 * in its query, the other calls a token.
 */
export const requestLog = (logger: Logger): HttpLogger =>
  pinoHttp({
    logger,
    genReqId: requestId,
    wrapSerializers: false,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'milliseconds' },
    customProps: () => ({ event: 'request' }),
    serializers: { req: () => undefined, res: () => undefined },
    customLogLevel: (request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      return POLLS.some((path) => pathOf(request.url).endsWith(path)) ? 'debug' : 'info';
    },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    customSuccessObject: describe,
    customErrorObject: (request, response, err: Error, value: { milliseconds: number }) => ({
      ...describe(request, response, value),
      err,
    }),
  });
