import { type RequestHandler } from 'express';

/** Makes responses of operations uncacheable, unless the operation overrides it. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
