import { type RequestListener } from 'node:http';
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
  /** Always the same listener. An assigned app handles its requests until the next test. */
  app: RequestListener;
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
  let answer: RequestListener;
  const app: RequestListener = (request, response) => {
    answer(request, response);
  };
  const desk = {
    clock,
    dispatch: new DispatchClient(app, clock),
    get app() {
      return app;
    },
    set app(other) {
      answer = other;
    },
  } as Desk;
  beforeEach(async () => {
    ({ db: desk.db } = await (opened ??= openTestDatabase()));
    await resetPeople(desk.db);
    now = createClock();
    const services = createServices(desk.db, clock);
    desk.services = services;
    // Built by the first request: its 170 operations take 5 ms of CPU.
    let built: RequestListener | undefined;
    desk.app = (request, response) => {
      built ??= createTestApp(services);
      built(request, response);
    };
  });
  return desk;
}
