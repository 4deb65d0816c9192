import { type RequestHandler } from 'express';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { type Services } from '../services.ts';

const READING = new Set(['GET', 'HEAD']);

/**
 * Refuses changes while the database accepts none, before their bodies are read. A write on a full disk may damage the
 * embedded database.
 */
export const refuseWrites =
  ({ fitness }: Pick<Services, 'fitness'>): RequestHandler =>
  (request, _response, next) => {
    const { refusal } = fitness;
    if (refusal && !READING.has(request.method)) throw new DatabaseUnavailable(refusal);
    next();
  };
