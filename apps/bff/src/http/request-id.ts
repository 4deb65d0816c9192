import { type RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';

/** Gives every request an id, in the response and in the log. Ignores a client's own id, which could be anything. */
export const requestId: RequestHandler = (req, res, next) => {
  req.requestId = randomUUID();
  res.setHeader('X-Request-Id', req.requestId);
  next();
};
