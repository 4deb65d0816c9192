import { liveEvent } from '@despacho/contracts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Person } from '#platform/person.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { NOW } from './test-services.ts';
import { useDesk } from './use-desk.ts';

describe('a change of permissions and its event', () => {
  const desk = useDesk();

  const personOf = (id: string, companyId = 'norte'): Promise<Person> => requireUser(desk.db, { companyId }, id);
  const events = () => desk.db.selectFrom('events').selectAll().orderBy('office_id').orderBy('position').execute();

  it("records who changed what for whom, in the log of the target's office", async () => {
    const nudge = vi.spyOn(desk.services.feed, 'nudge');
    await replacePermissions(desk.services, await personOf('supervisor'), 'colleague', ['D01', 'X99']);
    const [event, ...rest] = await events();
    expect(rest).toEqual([]);
    expect(event).toMatchObject({ office_id: 'N2', position: 1, type: 'permissions.changed', at: NOW });
    expect(liveEvent.parse(event?.data)).toEqual({
      type: 'permissions.changed',
      at: NOW.toISOString(),
      officeId: 'N2',
      actor: { username: 'supervisor', user: 'Don supervisor' },
      subject: { id: 'colleague', username: 'colleague', user: 'Don colleague' },
      added: ['D01', 'X99'],
      removed: ['M01'],
    });
    expect(nudge).toHaveBeenCalledExactlyOnceWith('N2');
  });

  it('writes nothing when nothing changes, in any order of the list', async () => {
    const nudge = vi.spyOn(desk.services.feed, 'nudge');
    const answer = await replacePermissions(desk.services, await personOf('supervisor'), 'clerk', ['X07', '000']);
    expect(answer.modules).toEqual(['000', 'X07']);
    expect(await events()).toEqual([]);
    expect(nudge).not.toHaveBeenCalled();
  });

  it('leaves the list unchanged when its event cannot be written', async () => {
    // The event's position is taken, as after a faulty restore of the log.
    const data = JSON.stringify({});
    await desk.db.insertInto('events').values({ office_id: 'N1', position: 1, type: 'x', at: NOW, data }).execute();
    await expect(replacePermissions(desk.services, await personOf('supervisor'), 'driver', ['D01'])).rejects.toThrow(
      /duplicate/,
    );
    expect((await personOf('driver')).modules).toEqual(['M01']);
    const office = await desk.db
      .selectFrom('offices')
      .select('event_position')
      .where('id', '=', 'N1')
      .executeTakeFirst();
    expect(office).toEqual({ event_position: 0 });
  });

  it('checks current permissions, not those at sign-in', async () => {
    const asking = await personOf('admin');
    await desk.db
      .updateTable('users')
      .set({ permissions: ['D01'] })
      .where('id', '=', 'admin')
      .execute();
    await expect(replacePermissions(desk.services, asking, 'driver', ['D01'])).rejects.toThrow(/No tiene permiso/);
    expect((await personOf('driver')).modules).toEqual(['M01']);
  });

  it('G38: changes nothing when the list it was based on has changed', async () => {
    const asking = await personOf('supervisor');
    const save = (modules: string[], basedOn: string[]) =>
      replacePermissions(desk.services, asking, 'driver', modules, basedOn);
    for (const basedOn of [[], ['D01'], ['M01', 'D01']])
      await expect(save(['D02'], basedOn)).rejects.toMatchObject({ kind: 'conflict' });
    expect((await personOf('driver')).modules).toEqual(['M01']);
    expect(await events()).toEqual([]);
    expect((await save(['D02', 'M01'], ['M01', 'M01'])).modules).toEqual(['D02', 'M01']);
  });

  it('G38: carries out one of several concurrent saves based on the same list', async () => {
    const [supervisor, admin] = [await personOf('supervisor'), await personOf('admin')];
    const outcomes = await Promise.allSettled([
      replacePermissions(desk.services, supervisor, 'driver', ['D01', 'M01'], ['M01']),
      replacePermissions(desk.services, admin, 'driver', ['000'], ['M01']),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await events()).toHaveLength(1);
  });

  it('stores each requested code once, with the exact difference in the event', async () => {
    const codes = fc.array(fc.constantFrom('D01', 'D02', 'M01', 'G01', '000', 'X07', 'a_b-9'), { maxLength: 9 });
    const asking = await personOf('supervisor');
    await fc.assert(
      fc.asyncProperty(codes, async (wanted) => {
        const before = (await personOf('driver')).modules;
        const count = (await events()).length;
        const { modules } = await replacePermissions(desk.services, asking, 'driver', wanted);
        expect(new Set(modules)).toEqual(new Set(wanted));
        expect(modules).toHaveLength(new Set(wanted).size);
        const written = (await events()).slice(count).map(({ data }) => liveEvent.parse(data));
        const added = [...new Set(wanted)].filter((code) => !before.includes(code));
        const removed = before.filter((code) => !new Set<string>(wanted).has(code));
        expect(written.map((event) => [event.added, event.removed])).toEqual(
          added.length + removed.length > 0 ? [[added, removed]] : [],
        );
      }),
      { numRuns: 30 },
    );
  });
});
