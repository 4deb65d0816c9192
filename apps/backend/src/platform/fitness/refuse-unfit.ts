import { type RequestHandler } from 'express';
import { DatabaseUnavailable } from '../database/database-error.ts';
import { type PlatformServices } from '../services.ts';

const READING = new Set(['GET', 'HEAD']);

/** @throws DatabaseUnavailable while the database accepts no changes. */
export function requireWritable({ fitness }: Pick<PlatformServices, 'fitness'>): void {
  const { refusal } = fitness;
  if (refusal) throw new DatabaseUnavailable(refusal);
}

/**
 * Refuses all requests while the database is unreachable, and changes while it accepts none, before their bodies are
 * read. A write on a full disk may damage the embedded database.
 */
export const refuseUnfit =
  (services: Pick<PlatformServices, 'fitness'>): RequestHandler =>
  (request, _response, next) => {
    if (services.fitness.isCutOff) throw new DatabaseUnavailable('connection');
    if (!READING.has(request.method)) requireWritable(services);
    next();
  };
