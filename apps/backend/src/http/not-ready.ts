import { type RequestListener } from 'node:http';
import { NO_DATABASE, RETRY_AFTER } from './failures.ts';

/** Answers everything 503, `/health` included, until the database has been opened. */
export const notReady: RequestListener = (request, response) => {
  const body = request.url === '/health' ? { status: 'unavailable' } : { message: NO_DATABASE };
  response.writeHead(503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Retry-After': RETRY_AFTER,
  });
  response.end(JSON.stringify(body));
};
