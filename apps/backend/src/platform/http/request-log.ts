import { ACCOUNT_CHANGES, TRAIL_REPORTS } from '@despacho/contracts/assertion';
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

const describe = (request: IncomingMessage, response: ServerResponse, { ms }: { ms: number }) => ({
  method: request.method,
  path: pathOf((request as { originalUrl?: string }).originalUrl ?? request.url),
  status: response.statusCode,
  ms,
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
    customAttributeKeys: { reqId: 'requestId', responseTime: 'ms' },
    serializers: { req: () => undefined, res: () => undefined },
    customLogLevel: (request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      // Called about once a second by each gateway.
      const path = pathOf(request.url);
      return [ACCOUNT_CHANGES, TRAIL_REPORTS].some((call) => path.endsWith(call.path)) ? 'debug' : 'info';
    },
    customSuccessMessage: () => 'request',
    customErrorMessage: () => 'request failed',
    customSuccessObject: describe,
    customErrorObject: (request, response, err: Error, value: { ms: number }) => ({
      ...describe(request, response, value),
      err,
    }),
  });
