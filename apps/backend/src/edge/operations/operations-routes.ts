import { ACCOUNT_CHANGES, ASSERTION, TRAIL_REPORTS, trailReports } from '@despacho/contracts/assertion';
import express, { json, type Request, type RequestHandler, type Response, Router } from 'express';
import { bearerOf } from '#platform/http/bearer.ts';
import { listOffices } from '#people/offices/list-offices.ts';
import { OfficeRefusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { dispatchRoutes } from './dispatch-routes.ts';
import { streamEvents, type StreamTimes } from './event-stream.ts';
import { fieldRoutes } from './field-routes.ts';
import { guestRoutes } from './guest-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { readAssertion, readTrailAssertion } from './read-assertion.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { readInput } from '#platform/http/read-input.ts';
import { logSubject } from '#platform/http/request-log.ts';
import { readAccountChanges } from '#people/users/account-changes.ts';
import { PASSWORD_CALLS, passwordChange, passwordCheck, passwordReset } from '@despacho/contracts/password-calls';
import {
  FACTOR_CALLS,
  factorAccount,
  factorChange,
  factorFinish,
  factorProof,
  factorSetUp,
  factorStep,
  noticesSeen,
} from '@despacho/contracts/factor-calls';
import { requireWritable } from '#platform/fitness/refuse-unfit.ts';
import { judgePassword } from '#people/passwords/check-password.ts';
import { changeFactor, type FactorStep, readFactor } from '#people/factors/own-factor.ts';
import { proveAgain } from '#people/factors/prove-again.ts';
import { readNotices, seeNotices } from '#people/factors/sign-in-notices.ts';
import { cancelStep, finishSetUp, finishSignIn, setUpFactor } from '#people/factors/sign-in-steps.ts';
import { changePassword } from '#people/tokens/change-password.ts';
import { resetPassword } from '#people/tokens/password-links.ts';

/** A name, two passwords and a secret. */
const MAX_BODY = 8 * 1024;

const warnOfKey = (request: Request): void => {
  request.log.error(
    'a second factor cannot be read or set up: SECRETS_KEY is missing, or is not the key that encrypted it (docs/operations.md)',
  );
};

/** Calls about passwords and second factors. The gateway limits attempts. The request itself proves the right to change one. */
function identityRoutes(services: Services): Router {
  const router = Router();
  const admit: RequestHandler = async (request, _response, next) => {
    await readAssertion(services, bearerOf(request));
    next();
  };
  const chain = [admit, express.json({ limit: MAX_BODY })];

  router.post(PASSWORD_CALLS.check, chain, async (request: Request, response: Response) => {
    const { sucursal, username, password } = readInput(passwordCheck, request.body);
    response.json(await judgePassword(services, password, { username, officeId: sucursal }));
  });

  router.post(PASSWORD_CALLS.change, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    response.json(await changePassword(services, readInput(passwordChange, request.body)));
  });

  router.post(PASSWORD_CALLS.reset, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    response.json(await resetPassword(services, readInput(passwordReset, request.body)));
  });

  router.get(FACTOR_CALLS.read, admit, async (request: Request, response: Response) => {
    response.json(await readFactor(services, readInput(factorAccount, request.query, 'query')));
  });

  router.get(FACTOR_CALLS.notices, admit, async (request: Request, response: Response) => {
    response.json(await readNotices(services, readInput(factorAccount, request.query, 'query')));
  });

  router.post(FACTOR_CALLS.noticesSeen, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    await seeNotices(services, readInput(noticesSeen, request.body));
    response.json({ outcome: 'done', codes: [] });
  });

  for (const [path, finish] of [
    [FACTOR_CALLS.finish, finishSignIn],
    [FACTOR_CALLS.finishSetUp, finishSetUp],
  ] as const)
    router.post(path, chain, async (request: Request, response: Response) => {
      requireWritable(services);
      const done = await finish(services, readInput(factorFinish, request.body));
      if (done.outcome === 'key') warnOfKey(request);
      response.json(done);
    });

  router.post(FACTOR_CALLS.setUp, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    const done = await setUpFactor(services, readInput(factorSetUp, request.body));
    if (done.outcome === 'key') warnOfKey(request);
    response.json(done);
  });

  router.post(FACTOR_CALLS.cancel, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    await cancelStep(services, readInput(factorStep, request.body).step);
    response.json({ outcome: 'done', codes: [] });
  });

  router.post(FACTOR_CALLS.prove, chain, async (request: Request, response: Response) => {
    requireWritable(services);
    const done = await proveAgain(services, readInput(factorProof, request.body));
    if (done.outcome === 'key') warnOfKey(request);
    response.json(done);
  });

  for (const what of ['start', 'confirm', 'codes', 'remove'] satisfies FactorStep[])
    router.post(FACTOR_CALLS[what], chain, async (request: Request, response: Response) => {
      requireWritable(services);
      const done = await changeFactor(services, what, readInput(factorChange, request.body));
      if (done.outcome === 'key') warnOfKey(request);
      response.json(done);
    });

  router.use(providerRoutes(services, admit, chain));
  return router;
}

/**
 * The dispatch API. Everything here requires the gateway's assertion.
 * @param stop closes the open streams when the service stops.
 */
export function operationsRoutes(services: Services, stop: AbortSignal, times?: StreamTimes): Router {
  const router = Router();

  // For the gateway's readiness check: whether key and clocks match. Needs no database.
  router.get(ASSERTION.checkPath, async (request, response) => {
    await readAssertion(services, bearerOf(request));
    response.status(204).end();
  });

  router.get(ACCOUNT_CHANGES.path, async (request, response) => {
    await readAssertion(services, bearerOf(request));
    response.json(await readAccountChanges(services.db));
  });

  router.post(
    TRAIL_REPORTS.path,
    async (request, _response, next) => {
      await readTrailAssertion(services, bearerOf(request));
      next();
    },
    json({ limit: TRAIL_REPORTS.bytes }),
    async (request, response) => {
      const { reports } = readInput(trailReports, request.body);
      const dropped = await storeReports(services.db, reports, services.clock());
      if (dropped > 0) request.log.debug({ dropped }, 'reports of unknown offices');
      response.status(204).end();
    },
  );

  router.get('/offices', async (request, response) => {
    response.json(await listOffices(services, await readAssertion(services, bearerOf(request))));
  });

  router.get('/events', async (request, response) => {
    const claims = await readAssertion(services, bearerOf(request));
    logSubject(response, { operation: 'events', office: claims.officeId });
    const offices = await listOffices(services, claims);
    if (offices.length === 0) throw new OfficeRefusal(claims.officeId);
    const officeIds = offices.map(({ id }) => id);
    await streamEvents(
      services,
      response,
      { claims, officeIds, lastEventId: request.get('last-event-id') },
      stop,
      times,
    );
  });

  router.use(identityRoutes(services));
  router.use(fieldRoutes(services));
  router.use(guestRoutes(services));
  router.use(dispatchRoutes(services));

  return router;
}
