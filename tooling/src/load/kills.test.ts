import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testsNeed } from '../machine/needs.ts';
import { ROOT } from '../root.ts';
import { runKills } from './kills.ts';

/** Three starts of the whole product and of each part, on a machine that is busy with other things. */
const SLOW = { timeout: 300_000 };

it(
  'G8 G9: Redis, the service and the gateway are killed at work: nothing acknowledged is lost, nobody gets in',
  SLOW,
  async () => {
    for (const app of ['backend', 'bff'])
      expect(existsSync(`${ROOT}apps/${app}/dist/main.js`), `${app} is not built: npm run build`).toBe(true);
    // `npm run verify:long -- kills` chooses other seeds, and more of them.
    const report = await runKills({ seed: 20_261_121, kills: 3, persistence: 'aof', longestMs: 300 });
    expect(report.faults).toEqual([]);
    expect(report.kills).toEqual({ redis: 1, backend: 1, gateway: 1 });
    // Each round waits for work to be done before and after its kill, so none of these can be nothing.
    for (const done of [report.acknowledgedWrites, report.orderChanges, report.reads, report.signOuts, report.refusals])
      expect(done).toBeGreaterThanOrEqual(6);
  },
);

it.runIf(testsNeed('PostgreSQL'))(
  'PostgreSQL, services and gateways come back by themselves and lose nothing',
  SLOW,
  async () => {
    const report = await runKills({
      seed: 20_261_122,
      kills: 4,
      persistence: 'aof',
      databases: 'postgres',
      longestMs: 300,
    });
    expect(report.faults).toEqual([]);
    expect(report.kills).toEqual({ redis: 1, postgres: 1, 'backend 1': 1, 'backend 2': 1, 'gateway 1': 1, 'gateway 2': 1 }); // prettier-ignore
  },
);
