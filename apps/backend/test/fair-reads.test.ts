import { afterEach, expect, it, vi } from 'vitest';
import { FairTurns } from '@despacho/server/fair-turns';
import { recordTrail } from '#people/trail/record-trail.ts';
import { dispatcherOf } from './dispatch-world.ts';
import { NORTE_RUC, SUR_RUC } from './people.ts';
import { createTestApp } from './test-services.ts';
import { useDesk } from './use-desk.ts';

const BURST = 32;

const desk = useDesk();

afterEach(() => vi.restoreAllMocks());

/** Requests are answered, but none gets the only connection of the database before all of them have arrived. */
async function together(requests: readonly (() => PromiseLike<{ status: number }>)[]): Promise<number[]> {
  const arrived = Promise.withResolvers<undefined>();
  const app = createTestApp(desk.services);
  let count = 0;
  desk.app = (request, response) => {
    count += 1;
    if (count === requests.length) arrived.resolve(undefined);
    app(request, response);
  };
  const held = desk.db.connection().execute(() => arrived.promise);
  const answers = await Promise.all(requests.map((send) => send()));
  await held;
  return answers.map(({ status }) => status);
}

it('G40: does not delay a read behind a burst of another person’s reads', async () => {
  const { dispatch } = desk;
  await dispatch.createOrders(40);
  const finished: string[] = [];
  const read = (as: 'ana' | 'luis') => async () => {
    const answer = await dispatch.call('orders.list', { as, query: { limite: '200' } });
    finished.push(as);
    return answer;
  };
  // The last one is sent after the whole burst.
  const statuses = await together([...Array.from({ length: BURST }, () => read('ana')), read('luis')]);
  expect(statuses).toEqual(Array.from({ length: BURST + 1 }, () => 200));
  expect(finished.indexOf('luis')).toBeLessThan(BURST / 2);
});

it.each(['trail.file', 'reports.clients', 'couriers.list'] as const)(
  'G40: gives another company turns before the rest of a burst of %s',
  async (operation) => {
    const { dispatch } = desk;
    const { companyId, officeId, sub, username, user } = dispatcherOf('chief');
    const entry = {
      companyId,
      officeId,
      kind: 'export.trail',
      actor: { id: sub, username, user },
      details: {},
    } as const;
    for (let each = 0; each < 5; each++) await recordTrail(desk.db, { ...entry, at: desk.clock() });
    const turns: (string | undefined)[] = [];
    const take = Object.getOwnPropertyDescriptor(FairTurns.prototype, 'take')?.value as FairTurns['take'];
    vi.spyOn(FairTurns.prototype, 'take').mockImplementation(async function (this: FairTurns, asker) {
      const leave = await take.call(this, asker);
      turns.push(asker?.company);
      // Each costs the same, however busy the machine is: the order is then that of the rule.
      return () => leave(1);
    });
    const query = {
      'trail.file': { formato: 'csv' },
      'reports.clients': { periodo: 'mes', dia: '2026-11-20' },
      'couriers.list': {},
    }[operation] as never;
    const burst = Array.from(
      { length: BURST / 2 },
      () => () => dispatch.call(operation, { as: 'chief', modules: ['U01', 'D02', 'D03', 'D05', 'G01'], query }),
    );
    const statuses = await together([...burst, () => dispatch.call('orders.list', { as: 'stranger' })]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const before = turns.slice(0, turns.lastIndexOf(SUR_RUC));
    expect(before.filter((company) => company === SUR_RUC).length).toBeGreaterThan(0);
    // First come, first served would be all of the burst's admissions at least.
    expect(before.filter((company) => company === NORTE_RUC).length).toBeLessThan(BURST / 2);
  },
);
