import { DRAIN_QUERY } from '@despacho/server/drain';
import { type RequestHandler } from 'express';
import { type PlatformServices } from '../services.ts';

/**
 * Answers 200 if this process can serve requests, even if it is busy; otherwise 503 with the reason, or 404 for a balancer that lets running requests finish. The answer
 * contains nothing confidential.
 */
export const health =
  ({ fitness }: Pick<PlatformServices, 'fitness'>): RequestHandler =>
  async (request, response) => {
    const fault = await fitness.check();
    if (!fault) {
      response.json({ status: 'ok' });
      return;
    }
    response.err = fault.error;
    response
      .status(request.url.endsWith(DRAIN_QUERY) ? 404 : 503)
      .json({ status: 'unavailable', reason: fault.reason });
  };
