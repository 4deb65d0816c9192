import { type RequestHandler } from 'express';
import { type PlatformServices } from '../services.ts';

/**
 * Answers 200 if this process can serve requests, even if it is busy; otherwise 503 with the reason. The answer
 * contains nothing confidential.
 */
export const health =
  ({ fitness }: Pick<PlatformServices, 'fitness'>): RequestHandler =>
  async (_request, response) => {
    const fault = await fitness.check();
    if (!fault) {
      response.json({ status: 'ok' });
      return;
    }
    response.err = fault.error;
    response.status(503).json({ status: 'unavailable', reason: fault.reason });
  };
