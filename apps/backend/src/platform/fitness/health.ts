import { DRAIN_QUERY } from '@despacho/server/drain';
import { type RequestHandler } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PlatformServices } from '../services.ts';

/**
 * How long (ms) an answer waits for a check. Balancers wait for two seconds: a process with a slow database would
 * otherwise count as hung, and if no process passes, they use all, including the hung one.
 */
const WAIT_MS = 1000;

/**
 * Answers 200 if this process can serve requests, even if it is busy; otherwise 503 with the reason, or 404 for a
 * balancer that lets running requests finish. The last result counts while a check takes long. The answer contains
 * nothing confidential.
 */
export const health =
  ({ fitness }: Pick<PlatformServices, 'fitness'>): RequestHandler =>
  async (request, response) => {
    const fault = await Promise.race([fitness.check(), sleep(WAIT_MS).then(() => fitness.fault)]);
    if (!fault) {
      response.json({ status: 'ok' });
      return;
    }
    response.err = fault.error;
    response
      .status(request.url.endsWith(DRAIN_QUERY) ? 404 : 503)
      .json({ status: 'unavailable', reason: fault.reason });
  };
