import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';

/** Refuses a body that announces more than its row takes, before a byte of it is read. What arrives all the same is cut off soon. */
export const limitSize: RequestHandler = (req, _res, next) => {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > req.matched.policy.limits.request) throw new Failure('too-large');
  next();
};
