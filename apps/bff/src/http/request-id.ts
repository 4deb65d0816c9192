import { type RequestHandler } from 'express';
import { randomUUID } from 'node:crypto';

/** Names every request, in the answer and in the log. A client's own id is not taken: it could be anything. */
export const requestId: RequestHandler = (req, res, next) => {
  req.requestId = randomUUID();
  res.setHeader('X-Request-Id', req.requestId);
  next();
};
