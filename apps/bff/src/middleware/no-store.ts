import { type RequestHandler } from 'express';

/** Nothing under /api may be kept by a cache. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
