import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { runKills } from './kills.ts';

/** Three starts of the whole product and of each part, on a busy machine. */
const SLOW = { timeout: 300_000 };

it('G8 G9: killing Redis, service and gateway loses no write and gives no access', SLOW, async () => {
  for (const app of ['backend', 'bff'])
    expect(existsSync(`${ROOT}apps/${app}/dist/main.js`), `${app} is not built: npm run build`).toBe(true);
  // Requests beyond those that each round waits for only cost CPU, so users pause longer between them.
  // `npm run verify:long -- kills postgres-kills` uses other seeds, more kills, and PostgreSQL.
  const report = await runKills({
    seed: 20_261_121,
    kills: 3,
    persistence: 'aof',
    longestMs: 300,
    thinkMs: 100,
    orders: 600,
  });
  expect(report.faults).toEqual([]);
  expect(report.kills).toEqual({ redis: 1, backend: 1, gateway: 1 });
  // Each round waits for work before and after its kill, so none of these can be zero.
  for (const done of [
    report.acknowledgedWrites,
    report.orderChanges,
    report.photos,
    report.reads,
    report.signOuts,
    report.refusals,
  ])
    expect(done).toBeGreaterThanOrEqual(6);
});
