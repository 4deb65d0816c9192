import { isCourierAccess, mayCall } from '@despacho/contracts';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';
import { STALE_AFTER_MS } from '../session/freshness.ts';
import { isSignedIn } from '../session/record.ts';
import { seenFrom } from '../session/seen-from.ts';

/** The web app marks background requests with this header, so that an unattended page does not stay signed in. */
const BACKGROUND = 'x-despacho-background';

/** Refuses a phone that is not connected, or no longer. */
async function checkPhone(req: Request, { phones }: Pick<Services, 'phones'>): Promise<void> {
  const { phone } = req.session;
  if (phone && (await phones.sessionOf(phone, req.deadline.signal))) {
    req.madeSession(phone.id);
    return;
  }
  req.foundSession(undefined);
  throw new Failure('session-ended', { note: 'phone not connected' });
}

/**
 * Keeps the session alive for foreground requests, and refuses users who currently lack the row's modules or charge,
 * and phones that are not connected.
 */
export function checkAccess(services: Pick<Services, 'sessions' | 'freshness' | 'phones'>): RequestHandler {
  const { sessions, freshness } = services;
  return async (req, _res, next) => {
    const { live } = req.session;
    const { access, also, charge, keepsAlive } = req.matched.policy;
    if (isCourierAccess(access)) {
      if (access === 'courier') await checkPhone(req, services);
      next();
      return;
    }
    if (isSignedIn(live)) {
      if (keepsAlive && req.get(BACKGROUND) === undefined) await sessions.touch(live, () => seenFrom(req));
      if (access !== 'public' && access !== 'everyone') {
        await freshness.ensure(live, STALE_AFTER_MS, req.deadline.signal);
        if (!mayCall({ access, also }, live.record.person.modules)) throw new Failure('no-module');
        if (charge !== undefined && live.record.person.charge !== charge) throw new Failure('no-charge');
      }
    }
    next();
  };
}
