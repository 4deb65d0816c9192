import { type Request, type RequestHandler } from 'express';
import { type Services } from '#services.ts';
import { shortKey } from '#session/session-id.ts';

const MAX_PATH = 200;

/** Set only once the chain has run that far. */
type MaybeMatched = Partial<Pick<Request, 'matched' | 'session'>>;

/** Logs one line per request, without query, headers, body or cookies. */
export function accessLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const path = (req.url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
    res.once('close', () => {
      const milliseconds = Math.round(performance.now() - startedAt);
      const { matched, session } = req as MaybeMatched;
      const operation = matched?.id ?? 'none';
      metrics.request(operation, res.statusCode, milliseconds);
      log.info({
        event: 'request',
        requestId: req.requestId,
        method: req.method,
        path,
        operation,
        status: res.statusCode,
        milliseconds,
        ...(session?.live && { session: shortKey(session.live.key) }),
        ...(!res.writableFinished && { cut: true }),
      });
    });
    next();
  };
}
