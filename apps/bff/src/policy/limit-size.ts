import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';

/** Refuses a body that announces more than its row allows, before reading it. What still arrives is soon cut off. */
export const limitSize: RequestHandler = (req, _res, next) => {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > req.matched.policy.limits.request) throw new Failure('too-large');
  next();
};
