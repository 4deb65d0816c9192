import { ACCOUNT_CHANGES, ASSERTION, TRAIL_REPORTS, trailReports } from '@despacho/contracts/assertion';
import { json, Router } from 'express';
import { bearerOf } from '#platform/http/bearer.ts';
import { listOffices } from '#people/offices/list-offices.ts';
import { OfficeRefusal } from '#platform/refusal.ts';
import { type Services } from '../services.ts';
import { dispatchRoutes } from './dispatch-routes.ts';
import { streamEvents, type StreamTimes } from './event-stream.ts';
import { fieldRoutes } from './field-routes.ts';
import { guestRoutes } from './guest-routes.ts';
import { identityRoutes } from './identity-routes.ts';
import { readAssertion, readTrailAssertion } from './read-assertion.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { readInput } from '#platform/http/read-input.ts';
import { logSubject } from '#platform/http/request-log.ts';
import { readAccountChanges } from '#people/users/account-changes.ts';

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
