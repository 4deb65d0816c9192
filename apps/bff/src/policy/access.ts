import { isLinkedAccess, mayCall } from '@despacho/contracts';
import { type Request, type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { STALE_AFTER_MS } from '#session/freshness.ts';
import { isSignedIn } from '#session/record.ts';
import { seenFrom } from '#session/seen-from.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';

/** The web app marks background requests with this header, so that an unattended page does not stay signed in. */
const BACKGROUND = 'x-despacho-background';

/** Refuses a phone or a guest whose id is not, or no longer, a session. */
async function checkLinked(req: Request, { linkedSessions }: Pick<Services, 'linkedSessions'>): Promise<void> {
  const { linked } = req.session;
  if (linked && (await linkedSessions.sessionOf(linked, req.deadline.signal))) {
    req.madeSession(linked.id);
    return;
  }
  req.foundSession(undefined);
  throw new Failure('session-ended', { note: 'the linked session ended' });
}

/**
 * Keeps the session alive for foreground requests, and refuses users who currently lack the row's modules or charge,
 * phones and guests without a session, and operations on people and clients of a foreign host.
 */
export function checkAccess(
  services: Pick<Services, 'config' | 'sessions' | 'freshness' | 'linkedSessions'>,
): RequestHandler {
  const { sessions, freshness } = services;
  const hasDirectory = ownsDirectory(services.config);
  return async (req, _res, next) => {
    const { live } = req.session;
    const { access, also, alsoUnless, charge, directory, keepsAlive } = req.matched.policy;
    if (isLinkedAccess(access)) {
      if (access === 'courier' || access === 'guest') await checkLinked(req, services);
      next();
      return;
    }
    if (isSignedIn(live)) {
      if (keepsAlive && req.get(BACKGROUND) === undefined) await sessions.touch(live, () => seenFrom(req));
      if (access !== 'public' && access !== 'everyone') {
        await freshness.ensure(live, STALE_AFTER_MS, req.deadline.signal, req.requestId);
        const { person } = live.record;
        if (!mayCall({ access, also, alsoUnless }, person.modules, person.charge)) throw new Failure('no-module');
        if (charge !== undefined && person.charge !== charge) throw new Failure('no-charge');
      }
    }
    if (directory && !hasDirectory) throw new Failure('directory-elsewhere');
    next();
  };
}
