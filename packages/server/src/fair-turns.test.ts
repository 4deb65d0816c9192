import { expect, it } from 'vitest';
import { type Asker, FairTurns } from './fair-turns.ts';

const asker = (company: string, person: string, more: Partial<Asker> = {}): Asker => ({ company, person, ...more });

/** Turns with a clock of the test. `ask` queues work of this cost; `run` runs until nothing may start. */
function createDesk({
  count = 1,
  ofOffice,
  pauses = false,
}: { count?: number; ofOffice?: number; pauses?: boolean } = {}) {
  let now = 0;
  const turns = new FairTurns({
    count,
    busy: () => new Error('busy'),
    ...(pauses && { allowance: { person: 0.06, company: 0.1, advanceMs: 7000 } }),
    now: () => now,
    ...(ofOffice !== undefined && { ofOffice }),
  });
  const begun: string[] = [];
  const open: { leave: (costMs?: number) => void; cost: number }[] = [];
  const ask = (who: Asker, cost = 10, name = who.person): Promise<unknown> =>
    turns.take(who).then(
      (leave) => {
        begun.push(name);
        open.push({ leave, cost });
      },
      (error: unknown) => error,
    );
  const settle = () => new Promise(setImmediate);
  const run = async () => {
    await settle();
    for (let next = open.shift(); next; next = open.shift()) {
      now += next.cost;
      next.leave(next.cost);
      await settle();
    }
    return begun.splice(0);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { turns, ask, run, pass, settle, begun };
}

it('G40: serves a person of another company right after the running turn', async () => {
  const { ask, run } = createDesk();
  for (let each = 0; each < 50; each++) void ask(asker('norte', 'ana'));
  void ask(asker('sur', 'luis'));
  expect((await run()).slice(0, 3)).toEqual(['ana', 'luis', 'ana']);
});

it('G40: divides the time among companies, and in each among people, whatever each turn costs', async () => {
  const { ask, run } = createDesk();
  for (let each = 0; each < 8; each++) {
    void ask(asker('norte', 'ana'), 20);
    void ask(asker('norte', 'eva'), 10);
    void ask(asker('sur', 'luis'), 10);
  }
  const first = (await run()).slice(0, 13);
  const times = (name: string) => first.filter((each) => each === name).length;
  // Of 130 to 140 ms half for each company, and in the first half for each person.
  expect([times('luis'), times('eva'), times('ana')]).toEqual([7, 4, 2]);
});

it('G40: does not let somebody save time for later', async () => {
  const { ask, run } = createDesk();
  for (let each = 0; each < 6; each++) void ask(asker('norte', 'ana'));
  void ask(asker('sur', 'luis'), 10, 'first').then(() => {
    for (let each = 0; each < 4; each++) void ask(asker('este', 'new'));
  });
  const order = await run();
  expect(order.slice(0, 7).filter((each) => each === 'new').length).toBeLessThan(4);
});

it('serves requests of one person in order', async () => {
  const { ask, run } = createDesk();
  for (const name of ['report', 'list 1', 'list 2']) void ask(asker('norte', 'ana'), 10, name);
  expect(await run()).toEqual(['report', 'list 1', 'list 2']);
});

it('leaves connections of a full office to other offices', async () => {
  const { ask, run, settle, begun } = createDesk({ count: 3, ofOffice: 2 });
  for (let each = 0; each < 4; each++) void ask(asker('norte', 'ana', { office: 'N1' }));
  void ask(asker('norte', 'eva', { office: 'N2' }));
  await settle();
  expect(begun).toEqual(['ana', 'ana', 'eva']);
  expect(await run()).toHaveLength(5);
});

it('counts a turn for the office that it was requested for', async () => {
  const { ask, run, settle, begun } = createDesk({ count: 2, ofOffice: 1 });
  const admitted = asker('norte', 'ana');
  void ask(admitted);
  await settle();
  admitted.office = 'N1';
  void ask(admitted);
  await run();
  for (let each = 0; each < 2; each++) void ask(admitted);
  await settle();
  expect(begun).toEqual(['ana']);
});

it('G40: pauses long turns only while another company works', async () => {
  const { turns, ask, run, pass } = createDesk({ pauses: true });
  // Nobody else works: nothing waits.
  for (let each = 0; each < 5; each++) void ask(asker('norte', 'ana'), 200);
  expect(await run()).toHaveLength(5);
  void ask(asker('sur', 'luis'), 1);
  void ask(asker('norte', 'ana'), 1);
  expect(await run()).toEqual(['luis']);
  turns.note('este');
  expect(await run()).toEqual([]);
  // No pause is longer than this.
  pass(5000);
  void ask(asker('sur', 'luis'), 1);
  expect((await run()).toSorted()).toEqual(['ana', 'luis']);
});

it('G40: charges short turns less, and a colleague for the time of the whole company', async () => {
  const { ask, run } = createDesk({ pauses: true });
  const take = (who: string, cost: number, count: number) => {
    for (let each = 0; each < count; each++) void ask(asker('norte', who), cost);
  };
  void ask(asker('sur', 'luis'), 1);
  take('ana', 5, 100);
  expect(await run()).toHaveLength(101);
  void ask(asker('sur', 'luis'), 1);
  take('ana', 100, 5);
  take('eva', 5, 1);
  expect((await run()).toSorted()).toEqual(['ana', 'eva', 'luis']);
  void ask(asker('sur', 'luis'), 1);
  take('eva', 100, 1);
  expect((await run()).toSorted()).toEqual(['eva', 'luis']);
  void ask(asker('sur', 'luis'), 1);
  take('rosa', 5, 1);
  expect(await run()).toEqual(['luis']);
});

it('G40: forgets a waiting request whose client has disconnected, and bounds those that wait', async () => {
  const { turns, ask, run, settle } = createDesk();
  const leave = await turns.take(asker('norte', 'eva'));
  const gone = new AbortController();
  const waiting = ask(asker('norte', 'ana', { gone: gone.signal }), 10, 'gone');
  await settle();
  gone.abort();
  expect(await waiting).toEqual(new Error('busy'));
  for (let each = 0; each < 500; each++) void ask(asker('norte', 'ana'), 1);
  expect(await ask(asker('norte', 'ana'))).toEqual(new Error('busy'));
  void ask(asker('norte', 'luis'), 1);
  leave();
  expect(await run()).toHaveLength(501);
});
