import { type RequestListener } from 'node:http';
import { type Express } from 'express';
import { beforeEach } from 'vitest';
import { type Database } from '#platform/database/open-database.ts';
import { type Services } from '#edge/services.ts';
import { DispatchClient } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, openTestDatabase } from './test-services.ts';

/** The fixtures of a test group; `db`, `services` and `app` are set once a test has begun. */
export interface Desk {
  db: Database;
  services: Services;
  app: Express;
  /** Reset to the same instant before each test. */
  clock: ReturnType<typeof createClock>;
  dispatch: DispatchClient;
}

/** Opened by the first group of a worker, because opening takes seconds of CPU, and closed with the worker. */
let opened: ReturnType<typeof openTestDatabase> | undefined;

/**
 * The service with the database of this worker. The database is emptied, and people, clock and memory are reset, before
 * each test.
 */
export function useDesk(): Desk {
  let now = createClock();
  const clock = Object.assign(() => now(), {
    move: (milliseconds: number) => {
      now.move(milliseconds);
    },
  });
  // The client exists before the app, so that a group can reference it once.
  const answer: RequestListener = (request, response) => desk.app(request, response) as unknown;
  const desk = { clock, dispatch: new DispatchClient(answer, clock) } as Desk;
  beforeEach(async () => {
    ({ db: desk.db } = await (opened ??= openTestDatabase()));
    await resetPeople(desk.db);
    now = createClock();
    desk.services = createServices(desk.db, clock);
    desk.app = createTestApp(desk.services);
  });
  return desk;
}
