import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { warnAboutStorage } from '#people/companies/warn-about-storage.ts';
import { useDesk } from './use-desk.ts';

const desk = useDesk();

let lines: { level: number; company: string; percent: number; msg: string }[];
beforeEach(() => {
  lines = [];
});

it('logs a company when it reaches a warning, and then once an hour', async () => {
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) });
  const logged: Parameters<typeof warnAboutStorage>[1] = new Map();
  const check = async (used: number): Promise<unknown[]> => {
    lines = [];
    await desk.db
      .updateTable('companies')
      .set({ storage_quota: 1000, storage_used: used })
      .where('id', '=', 'norte')
      .execute();
    await warnAboutStorage({ ...desk.services, logger }, logged);
    return lines.map(({ level, company, percent, msg }) => [level, company, percent, msg]);
  };
  const nearly = "a company's storage is nearly full";
  expect(await check(799)).toEqual([]);
  expect(await check(800)).toEqual([[40, 'norte', 80, nearly]]);
  expect(await check(949)).toEqual([]);
  expect(await check(950)).toEqual([[40, 'norte', 95, nearly]]);
  expect(await check(900)).toEqual([]);
  desk.clock.move(60 * 60_000);
  expect(await check(1000)).toEqual([
    [40, 'norte', 95, "a company's storage is full: photos of the office are refused"],
  ]);
  // Below the warnings it counts as new again.
  expect(await check(10)).toEqual([]);
  expect(await check(850)).toEqual([[40, 'norte', 80, nearly]]);
});
