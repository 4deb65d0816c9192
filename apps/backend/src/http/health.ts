import { type RequestHandler } from 'express';
import { sql } from 'kysely';
import { type Services } from '../services.ts';

/** Answers 200 once the database has answered; a failure becomes 503. Holds nothing that is worth hiding. */
export const health =
  ({ db }: Services): RequestHandler =>
  async (_request, response) => {
    try {
      await sql`select 1`.execute(db);
      response.json({ status: 'ok' });
    } catch (error) {
      response.err = error instanceof Error ? error : new Error(String(error));
      response.status(503).json({ status: 'unavailable' });
    }
  };
