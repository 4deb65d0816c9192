import { HEARTBEAT_HEADER, type LiveEvent, RESET_EVENT } from '@despacho/contracts';
import { describe, expect, it, vi } from 'vitest';
import { appendEvent } from '#platform/events/events-repository.ts';
import { EventFeed } from '#platform/events/event-feed.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { claimsOf } from './assertions.ts';
import { EventReader } from './event-reader.ts';
import { type PersonName } from './people.ts';
import { NOW } from './test-services.ts';
import { useStream } from './use-stream.ts';

describe('the event stream', () => {
  const stream = useStream();

  const open = (who: PersonName, lastEventId?: string, changes: object = {}) =>
    stream.open({ ...claimsOf(who), ...changes }, lastEventId);

  async function grant(target: string, modules: string[], asking = 'supervisor'): Promise<void> {
    const person = await requireUser(stream.db, { companyId: 'norte' }, asking);
    await replacePermissions(stream.services, person, target, modules);
  }

  const subjects = (reader: EventReader): string[] =>
    (reader.data as LiveEvent[])
      .filter(({ type }) => (type as string | undefined) !== undefined)
      .map(({ subject }) => subject.username);

  it('starts with a retry hint and a cursor, without events', async () => {
    await grant('driver', ['D01']);
    const reader = await open('admin');
    expect(reader.blocks[0]).toEqual({ retry: '1000' });
    expect(reader.opening).toEqual({ id: expect.stringMatching(/^[0-9a-f]{8}\.1$/) as string });
    await reader.until(() => reader.blocks.some(({ comment }) => comment));
    expect(reader.data).toEqual([]);
  });

  it('sends a change to people with the module or charge S, and to those affected', async () => {
    const people = new Map<PersonName, EventReader>();
    for (const who of ['admin', 'supervisor', 'driver', 'clerk', 'neighbour', 'stranger', 'blindsupervisor'] as const)
      people.set(who, await open(who));
    const until = async (who: PersonName, condition: (reader: EventReader) => boolean): Promise<void> => {
      const reader = people.get(who);
      if (!reader) throw new Error(`${who} reads nothing`);
      await reader.until(() => condition(reader));
    };

    await grant('driver', ['D01']);
    for (const who of ['admin', 'supervisor', 'driver'] as const) await until(who, ({ data }) => data.length === 1);
    await grant('colleague', ['D01']);
    for (const who of ['neighbour', 'supervisor'] as const)
      await until(who, (reader) => subjects(reader).includes('colleague'));
    // After a few heartbeats, an event sent by mistake would have arrived too.
    const beats = ({ blocks }: EventReader): number => blocks.filter(({ comment }) => comment).length;
    const before = beats(people.get('clerk') ?? new EventReader());
    await until('clerk', (reader) => beats(reader) >= before + 3);

    const received = Object.fromEntries([...people].map(([who, reader]) => [who, subjects(reader)]));
    expect(received).toEqual({
      admin: ['driver'],
      supervisor: ['driver', 'colleague'],
      driver: ['driver'],
      clerk: [],
      neighbour: ['colleague'],
      stranger: [],
      blindsupervisor: [],
    });
  });

  it('signals changed figures to people with a module of the Dashboard, and to nobody else', async () => {
    const [admin, driver, clerk] = [await open('admin'), await open('driver'), await open('clerk')];
    await grant('colleague', ['D01']);
    await grant('driver', ['D01']);
    await admin.until(() => admin.changedFigures.length > 0 && admin.data.length === 1);
    expect(admin.changedFigures).toEqual(['N1']);
    await driver.until(() => driver.data.length === 1);
    await clerk.until(() => clerk.blocks.filter(({ comment }) => comment).length >= 3);
    expect([driver.changedFigures, clerk.changedFigures]).toEqual([[], []]);
  });

  it('sends an event without waiting for the next poll', async () => {
    // With an hour between polls, only a nudge can wake the stream.
    stream.services = {
      ...stream.services,
      feed: new EventFeed(stream.db, stream.services.logger, { pollMs: 3_600_000 }),
    };
    await stream.serve({});
    const reader = await open('admin');
    await grant('driver', ['D01']);
    await reader.until(() => reader.data.length === 1);
    expect(subjects(reader)).toEqual(['driver']);
  });

  it('notices an event of another process within about a second', async () => {
    const reader = await open('admin');
    vi.spyOn(stream.services.feed, 'nudge').mockImplementation(() => undefined);
    await grant('driver', ['D01']);
    await reader.until(() => reader.data.length === 1);
  });

  it('moves the cursor past events for others', async () => {
    const reader = await open('clerk');
    const before = reader.cursor;
    await grant('driver', ['D01']);
    await reader.until(() => reader.cursor !== before);
    expect(reader.data).toEqual([]);
    expect(reader.cursor).toMatch(/\.1$/);
  });

  it('replays missed events after Last-Event-ID, once and in order', async () => {
    const first = await open('supervisor');
    await grant('driver', ['D01']);
    await first.until(() => first.data.length === 1);
    first.close();
    await grant('clerk', ['D01']);
    await grant('colleague', []);
    await grant('driver', ['D02']);
    const second = await open('supervisor', first.cursor);
    await second.until(() => second.data.length === 3);
    await grant('driver', []);
    await second.until(() => second.data.length === 4);
    expect(subjects(second).filter((name) => name !== 'colleague')).toEqual(['clerk', 'driver', 'driver']);
    expect(subjects(second)).toContain('colleague');
    expect(second.blocks.some(({ event }) => event === RESET_EVENT)).toBe(false);
  });

  it.each([
    ['is nonsense', 'whatever'],
    ['is of the future', ''],
    ['is of other offices', ''],
  ])('resets when the cursor %s', async (what, text) => {
    let lastEventId = text;
    if (what === 'is of the future') lastEventId = (await open('admin')).cursor.replace(/\.0$/, '.5');
    if (what === 'is of other offices') lastEventId = (await open('supervisor')).cursor;
    const reader = await open('admin', lastEventId);
    expect(reader.opening).toMatchObject({ event: RESET_EVENT, data: '{}' });
    await grant('driver', ['D01']);
    await reader.until(() => subjects(reader).length === 1);
  });

  it('resets if missed events were deleted', async () => {
    const { cursor } = await open('admin');
    await grant('driver', ['D01']);
    await grant('driver', ['D02']);
    await stream.db.deleteFrom('events').where('position', '=', 1).execute();
    const reader = await open('admin', cursor);
    expect(reader.opening).toMatchObject({ event: RESET_EVENT });
    // From the position of the reset, nothing is missed.
    const again = await open('admin', reader.cursor);
    expect(again.opening).not.toHaveProperty('event');
  });

  it('resets instead of replaying very many events', async () => {
    const { cursor } = await open('admin');
    await stream.db.transaction().execute(async (trx) => {
      for (let round = 0; round < 1001; round++)
        await appendEvent(trx, 'norte', {
          type: 'permissions.changed',
          at: NOW.toISOString(),
          officeId: 'N1',
          actor: { username: 'a', user: 'a' },
          subject: { id: 'b', username: 'b', user: 'b' },
          added: [],
          removed: [],
        });
    });
    expect((await open('admin', cursor)).opening).toMatchObject({ event: RESET_EVENT });
    // One event fewer is replayed in full, in several queries.
    const reader = await open('admin', cursor.replace(/\.0$/, '.1'));
    await reader.until(() => reader.data.length === 1000);
  });

  it('announces how often it sends heartbeats', async () => {
    expect((await open('admin')).headers.get(HEARTBEAT_HEADER)).toBe('1');
    // With the product's times.
    await stream.serve({});
    expect((await open('admin')).headers.get(HEARTBEAT_HEADER)).toBe('6');
  });

  it('sends heartbeats while idle', async () => {
    const reader = await open('admin');
    await reader.until(() => reader.blocks.filter(({ comment }) => comment).length >= 3);
  });

  it('ends before the assertion expires, and loses nothing on reconnecting', async () => {
    await stream.serve({ lifeMs: 300 });
    const reader = await open('admin');
    await reader.until(() => reader.ended);
    await grant('driver', ['D01']);
    const next = await open('admin', reader.cursor);
    await next.until(() => next.data.length === 1);
  });

  it('ends when the service stops', async () => {
    const reader = await open('admin');
    stream.stop.abort();
    await reader.until(() => reader.ended);
  });

  it('stops following when the client disconnects', async () => {
    const reader = await open('admin');
    expect(stream.services.feed.followers).toBe(1);
    reader.close();
    await expect.poll(() => stream.services.feed.followers).toBe(0);
  });

  it('rejects people whose office is unknown', async () => {
    expect((await open('admin', undefined, { officeId: 'NADA' })).status).toBe(404);
    expect((await open('supervisor', undefined, { company: null })).status).toBe(404);
  });
});
