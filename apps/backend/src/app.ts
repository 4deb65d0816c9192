import express, { type Express } from 'express';
import { health } from './fitness/health.ts';
import { refuseUnfit } from './fitness/refuse-unfit.ts';
import { answerFailure, nothingHere } from './http/failures.ts';
import { requestLog } from './http/request-log.ts';
import { legacyRoutes } from './legacy/legacy-routes.ts';
import { type StreamTimes } from './operations/event-stream.ts';
import { operationsRoutes } from './operations/operations-routes.ts';
import { type Services } from './services.ts';

/**
 * Builds the service's middleware chain.
 * @param stop aborts open event streams.
 */
export function createApp(services: Services, stop: AbortSignal, times?: StreamTimes): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(requestLog(services.logger));
  app.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.get('/health', health(services));
  app.use(refuseUnfit(services));
  app.use('/legacy', legacyRoutes(services));
  app.use('/operations', operationsRoutes(services, stop, times));
  app.use(nothingHere);
  app.use(answerFailure);
  return app;
}
