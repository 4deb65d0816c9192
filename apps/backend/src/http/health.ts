import { type RequestHandler } from 'express';
import { type Services } from '../services.ts';

/**
 * Answers 200 once the database has answered, even if it is busy; a failure becomes 503. Reveals nothing confidential.
 */
export const health =
  ({ ping }: Pick<Services, 'ping'>): RequestHandler =>
  async (_request, response) => {
    try {
      await ping();
      response.json({ status: 'ok' });
    } catch (error) {
      response.err = error instanceof Error ? error : new Error(String(error));
      response.status(503).json({ status: 'unavailable' });
    }
  };
