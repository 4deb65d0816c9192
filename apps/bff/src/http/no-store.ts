import { type RequestHandler } from 'express';

/** Nothing an operation answers may be kept by a cache, unless the operation itself says so. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};
