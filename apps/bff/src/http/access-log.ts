import { type Request, type RequestHandler } from 'express';
import { type Services } from '#services.ts';
import { isSignedIn } from '#session/record.ts';
import { shortKey } from '#session/session-id.ts';

const MAX_PATH = 200;

/** Set only once the chain has run that far. */
type MaybeMatched = Partial<Pick<Request, 'matched' | 'session' | 'companyId' | 'checked'>>;

/** @returns the office that a request names, or else that of its person. */
function officeOf({ matched, session, checked }: MaybeMatched): string | undefined {
  if (!isSignedIn(session?.live)) return undefined;
  const { office } = matched?.policy ?? {};
  const named = office && (checked?.[office.in] as Record<string, unknown> | undefined)?.[office.name];
  return typeof named === 'string' ? named : session.live.record.person.officeId;
}

/** Logs one line per request, without query, headers, body or cookies. The dispatch service's line has the same fields. */
export function accessLog({ log, metrics }: Pick<Services, 'log' | 'metrics'>): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now();
    const path = (req.url.split('?', 1)[0] ?? '').slice(0, MAX_PATH);
    res.once('close', () => {
      const milliseconds = Math.round(performance.now() - startedAt);
      const { matched, session, companyId } = req as MaybeMatched;
      const office = officeOf(req as MaybeMatched);
      const operation = matched?.id ?? 'none';
      metrics.request(operation, res.statusCode, milliseconds);
      log.info({
        event: 'request',
        requestId: req.requestId,
        method: req.method,
        path,
        operation,
        ...(office !== undefined && { office }),
        ...(companyId !== undefined && { company: companyId }),
        status: res.statusCode,
        milliseconds,
        ...(session?.live && { session: shortKey(session.live.key) }),
        ...(!res.writableFinished && { cut: true }),
      });
    });
    next();
  };
}
