import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pseudonymisePerson } from '#people/trail/pseudonymise-person.ts';
import { recordTrail, type TrailEntry } from '#people/trail/record-trail.ts';
import { MAX_TRAIL_CHANGES } from '#platform/database/table-bounds.ts';
import { useDesk } from './use-desk.ts';

const DAY_MS = 86_400_000;

describe('the trail of a company', () => {
  const desk = useDesk();

  const record = (entry: Partial<TrailEntry> = {}) =>
    recordTrail(desk.db, {
      companyId: 'norte',
      officeId: 'N1',
      kind: 'account.edited',
      actor: { id: 'supervisor', username: 'supervisor', user: 'Don supervisor' },
      subject: { kind: 'user', id: 'clerk', name: 'Don clerk' },
      details: { before: { name: 'Don clerk' }, after: { name: 'Doña clerk' } },
      ...entry,
    });
  const rows = () => desk.db.selectFrom('trail').selectAll().orderBy('id').execute();

  it('G33: keeps who did what to whom, with before and after', async () => {
    await record();
    expect(await rows()).toMatchObject([
      {
        company_id: 'norte',
        office_id: 'N1',
        kind: 'account.edited',
        actor_id: 'supervisor',
        actor: 'supervisor',
        actor_name: 'Don supervisor',
        subject_kind: 'user',
        subject_id: 'clerk',
        count: 1,
        details: { before: { name: 'Don clerk' }, after: { name: 'Doña clerk' } },
      },
    ]);
  });

  it('identifies a dispatcher by the id of their user', async () => {
    await record({ actor: { id: 'N1/SUPERVISOR', username: 'supervisor' } });
    await record({ actor: { id: 'N1/foreign', username: 'foreign' } });
    expect((await rows()).map((row) => row.actor_id)).toEqual(['supervisor', 'N1/foreign']);
  });

  it('leaves out details that are too long', async () => {
    await record({ details: { after: 'ñ'.repeat(5000) } });
    await record({ details: { after: Array.from({ length: 900 }, (_, at) => at) } });
    expect((await rows()).map(({ details }) => (details?.['cut'] === true ? 'cut' : 'whole'))).toEqual([
      'cut',
      'whole',
    ]);
  });

  it.each([
    ['update', sql`update trail set kind = 'signIn.ok'`],
    ['a count of a row that does not count', sql`update trail set count = 2`],
    ['delete', sql`delete from trail`],
    ['truncate', sql`truncate trail`],
    ['delete of a company’s rows', sql`delete from trail where company_id = 'norte'`],
  ])('G33: refuses %s', async (_, statement) => {
    await record();
    await expect(statement.execute(desk.db)).rejects.toThrow('the trail is append-only');
    expect(await rows()).toHaveLength(1);
  });

  it('G33: removes old entries only, and never those of the last 30 days', async () => {
    const now = Date.now();
    await record({ at: new Date(now - 31 * DAY_MS) });
    await record({ at: new Date(now - 29 * DAY_MS) });
    await record({ companyId: 'sur', officeId: 'S1', at: new Date(now - 31 * DAY_MS) });
    const expire = async (before: Date) => {
      const { rows: found } = await sql<{ removed: number }>`
        select expire_trail('norte', ${before}::timestamptz, 100) as removed`.execute(desk.db);
      return found[0]?.removed;
    };
    expect(await expire(new Date(now - 40 * DAY_MS))).toBe(0);
    expect(await expire(new Date(now + DAY_MS))).toBe(1);
    expect((await rows()).map((row) => row.company_id)).toEqual(['norte', 'sur']);
    // The permission ends with the function.
    await expect(sql`delete from trail`.execute(desk.db)).rejects.toThrow('append-only');
  });

  it('replaces the names of a person who left, as actor and as subject, in their company only', async () => {
    await record();
    await record({ actor: { id: 'clerk', username: 'clerk', user: 'Don clerk' }, subject: { kind: 'view', id: '7' } });
    await record({ companyId: 'sur', officeId: 'S1', actor: { id: 'clerk', username: 'clerk' } });
    const changed = await pseudonymisePerson(desk.db, {
      companyId: 'norte',
      personId: 'clerk',
      pseudonym: 'retirada-1',
    });
    expect(changed).toBe(2);
    const [first, second, third] = await rows();
    expect(first).toMatchObject({
      actor: 'supervisor',
      subject_id: 'clerk',
      subject_name: 'Persona retirada',
      details: { before: {}, after: {} },
    });
    expect(second).toMatchObject({ actor_id: 'clerk', actor: 'retirada-1', actor_name: 'Persona retirada' });
    expect(third).toMatchObject({ actor: 'clerk' });
  });

  it('G40: refuses the changes of one person above the maximum of an hour, and not those of others', async () => {
    await sql`insert into trail (company_id, kind, actor_id, actor) select 'norte', 'account.edited', 'supervisor',
      'supervisor' from generate_series(1, ${MAX_TRAIL_CHANGES}::integer)`.execute(desk.db);
    await expect(record()).rejects.toThrow('Hizo demasiados cambios en una hora');
    await record({ actor: { id: 'admin', username: 'admin' } });
    await record({ actor: { id: null, username: '(servidor)' } });
  });
});
