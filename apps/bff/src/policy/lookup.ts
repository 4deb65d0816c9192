import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { matchRoute } from './match.ts';

/** Finds the row by method and exact path, below the base path. Requests without a row are refused. */
export function lookup(basePath: string): RequestHandler {
  return (req, _res, next) => {
    const path = (req.originalUrl.split('?', 1)[0] ?? '').slice(basePath.length);
    const match = matchRoute(req.method, path);
    if ('allow' in match) {
      if (match.allow.length === 0) throw new Failure('not-found', { note: 'no such operation' });
      throw new Failure('method-not-allowed', { allow: match.allow });
    }
    req.matched = match.route;
    next();
  };
}
