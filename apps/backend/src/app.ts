import express, { type Express } from 'express';
import { health } from '#platform/fitness/health.ts';
import { refuseUnfit } from '#platform/fitness/refuse-unfit.ts';
import { answerFailure, nothingHere } from '#platform/http/failures.ts';
import { requestLog } from '#platform/http/request-log.ts';
import { legacyRoutes } from '#edge/legacy/legacy-routes.ts';
import { type StreamTimes } from '#edge/operations/event-stream.ts';
import { operationsRoutes } from '#edge/operations/operations-routes.ts';
import { type Services } from '#edge/services.ts';

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
