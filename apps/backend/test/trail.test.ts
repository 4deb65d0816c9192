import { TRAIL_PAGE } from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { pseudonymisePerson } from '#people/trail/pseudonymise-person.ts';
import { recordTrail, type TrailEntry } from '#people/trail/record-trail.ts';
import { MAX_TRAIL_CHANGES } from '#platform/database/table-bounds.ts';
import { expireTrail } from '#people/trail/expire-trail.ts';
import { type Worker, WORKER_NAMES } from './dispatch-world.ts';
import { NOW } from './test-services.ts';
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
  });

  it.each([
    ['expire_trail returned', sql`select expire_trail('norte', now(), 100)`, undefined],
    ['expire_trail failed', sql`select expire_trail('norte', now(), -1)`, 'LIMIT must not be negative'],
    ['pseudonymise_trail returned', sql`select pseudonymise_trail('norte', 'clerk', 'x', 'X')`, undefined],
    ['pseudonymise_trail failed', sql`select pseudonymise_trail('norte', 'clerk', 'x', 'X')`, 'refused'],
  ])('G33: refuses changes in the transaction in which %s', async (_, call, error) => {
    await record({ actor: { id: 'clerk', username: 'clerk' } });
    await record({ at: new Date(Date.now() - 31 * DAY_MS) });
    const trx = await desk.db.startTransaction().execute();
    try {
      if (error === 'refused') await sql`alter table trail add constraint refused check (actor <> 'x')`.execute(trx);
      const point = await trx.savepoint('before').execute();
      const failed = await call.execute(point).then(
        () => undefined,
        (reason: unknown) => String(reason),
      );
      if (error === undefined) expect(failed).toBeUndefined();
      else {
        expect(failed).toContain(error);
        await point.rollbackToSavepoint('before').execute();
      }
      for (const change of [sql`delete from trail`, sql`update trail set actor = 'y'`]) {
        const next = await point.savepoint('next').execute();
        await expect(change.execute(next)).rejects.toThrow('append-only');
        await next.rollbackToSavepoint('next').execute();
      }
    } finally {
      await trx.rollback().execute();
    }
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

describe('reading the trail', () => {
  const desk = useDesk();
  const { dispatch } = desk;

  const add = (values: Partial<TrailEntry> & { ago?: number } = {}) => {
    const { ago = 0, ...entry } = values;
    return recordTrail(desk.db, {
      companyId: 'norte',
      officeId: 'N1',
      kind: 'account.edited',
      actor: { id: 'admin', username: 'admin', user: 'Don admin' },
      at: new Date(NOW.getTime() - ago),
      ...entry,
    });
  };
  const list = (query: Record<string, string> = {}) => dispatch.ok('trail.list', { as: 'keeper', query });
  const kinds = async (query: Record<string, string>) => (await list(query)).entries.map(({ kind }) => kind);

  /** Written by hand: charge S alone decides, and a company sees its own. */
  const MAY: Record<Worker, number> = {
    ana: 403,
    luis: 403,
    chief: 200,
    clerk: 403,
    blindchief: 200,
    keeper: 200,
    neighbour: 404,
    stranger: 404,
  };

  it.each(WORKER_NAMES)('G20: follows the access matrix for %s', async (as) => {
    await add();
    expect((await dispatch.call('trail.list', { as, office: 'N1' })).status).toBe(MAY[as]);
    const file = await dispatch.download('trail.file', { as, office: 'N1', query: { formato: 'jsonl' } });
    expect(file.status).toBe(MAY[as]);
  });

  it('G22: shows a company its own entries, of all its offices', async () => {
    await add({ officeId: 'N2' });
    await add({ companyId: 'sur', officeId: 'S1', kind: 'office.created' });
    expect(await kinds({})).toEqual(['account.edited']);
    const theirs = await dispatch.ok('trail.list', { as: 'stranger', office: 'S1' });
    expect(theirs.entries.map(({ kind }) => kind)).toEqual(['office.created']);
    expect(theirs.days).toBe(365);
  });

  it('searches by person as actor or subject, kind, address, office and day', async () => {
    await add({ kind: 'permissions.changed', subject: { kind: 'user', id: 'clerk', name: 'Don clerk' }, ago: 1000 });
    await add({ kind: 'settings.changed', actor: { id: 'clerk', username: 'clerk' }, officeId: 'N2', ago: 2000 });
    await add({ kind: 'client.created', subject: { kind: 'client', id: 'clerk' }, ago: 2 * DAY_MS });
    await add({ kind: 'account.erased', actor: { id: 'gone', username: 'retirada-1' }, ago: 3000 });
    expect(await kinds({ persona: 'don cle' })).toEqual(['permissions.changed', 'settings.changed']);
    expect(await kinds({ persona: 'CLERK' })).toEqual(['permissions.changed', 'settings.changed']);
    expect(await kinds({ persona: 'retirada-1' })).toEqual(['account.erased']);
    expect(await kinds({ persona: '%' })).toEqual([]);
    expect(await kinds({ tipo: 'client.created' })).toEqual(['client.created']);
    expect(await kinds({ oficina: 'N2' })).toEqual(['settings.changed']);
    expect(await kinds({ hasta: '2026-11-18' })).toEqual(['client.created']);
    expect(await kinds({ desde: '2026-11-20', hasta: '2026-11-20' })).toHaveLength(3);
    await sql`insert into trail (company_id, kind, address) values ('norte', 'signIn.failed', '2001:db8::1')`.execute(
      desk.db,
    );
    expect(await kinds({ direccion: '2001:DB8::1' })).toEqual(['signIn.failed']);
  });

  it.each([
    { tipo: 'other' },
    { direccion: 'x; drop' },
    { desde: 'ayer' },
    { limite: '201' },
    { antes: '0' },
    { más: '1' },
  ])('rejects the query %o', async (query) => {
    expect((await dispatch.call('trail.list', { as: 'keeper', query })).status).toBe(400);
  });

  it('pages without gaps or repetitions, also between entries of the same instant and for a person', async () => {
    await sql`insert into trail (company_id, kind, at, actor_id, actor, subject_kind, subject_id)
      select 'norte', 'account.edited', ${NOW}::timestamptz - (n / 3) * interval '1 second', 'admin', 'admin', 'user',
        case when n % 2 = 0 then 'admin' else 'clerk' end
      from generate_series(1, 130) as n`.execute(desk.db);
    for (const search of [{}, { persona: 'admin' }]) {
      const seen: string[] = [];
      for (let antes: string | null | undefined; antes !== null;) {
        const page = await list({ ...search, ...(antes !== undefined && { antes }) });
        seen.push(...page.entries.map(({ id }) => id));
        expect(page.entries.length).toBeLessThanOrEqual(TRAIL_PAGE.size);
        antes = page.next;
      }
      expect([seen.length, new Set(seen).size]).toEqual([130, 130]);
    }
  });

  it('G33: downloads what was found with neutral formulas, and records that, without the searched name', async () => {
    await add({
      subject: { kind: 'user', id: 'x', name: '=HYPERLINK("http://x")' },
      details: { after: { name: 'Ñu' } },
    });
    await add({ kind: 'signIn.ok', ago: 5000 });
    const csv = await dispatch.download('trail.file', {
      as: 'keeper',
      query: { formato: 'csv', tipo: 'account.edited' },
    });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="registro-2026-11-20.csv"',
    });
    const lines = (csv.body as Buffer).toString().split('\r\n');
    expect(lines[0]).toContain('Fecha y hora;Última vez;Veces;Tipo');
    expect(lines[1]).toContain('2026-11-20 10:00:00;2026-11-20 10:00:00;1;Cambió los datos de una cuenta');
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(lines).toHaveLength(3);
    const query = { formato: 'jsonl', persona: 'Don admin' };
    // At 02:00 the working day continues.
    desk.clock.move(16 * 60 * 60_000);
    const jsonl = await dispatch.download('trail.file', { as: 'keeper', query });
    expect(jsonl.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="registro-2026-11-20.jsonl"',
    });
    const entries = (jsonl.body as Buffer).toString().trimEnd().split('\n');
    expect(entries.map((entry) => (JSON.parse(entry) as { kind: string }).kind)).toEqual([
      'account.edited',
      'signIn.ok',
    ]);
    const { entries: exports } = await list({ tipo: 'export.trail' });
    expect(exports.map(({ actor, details }) => [actor?.username, details])).toEqual([
      ['keeper', { format: 'jsonl', filters: ['persona'] }],
      ['keeper', { format: 'csv', filters: ['tipo'] }],
    ]);
  });

  it('expires after the days of each company', async () => {
    const now = new Date();
    const old = (companyId: string, days: number) =>
      recordTrail(desk.db, {
        companyId,
        officeId: null,
        kind: 'signIn.ok',
        actor: { id: null, username: 'x' },
        at: new Date(now.getTime() - days * DAY_MS),
      });
    for (const company of ['norte', 'sur']) for (const days of [366, 364, 89, 91]) await old(company, days);
    await desk.db.updateTable('companies').set({ trail_days: 90 }).where('id', '=', 'sur').execute();
    expect(await expireTrail(desk.db, now)).toBe(1 + 3);
    const { rows } = await sql<{ id: string; left: number }>`
      select company_id as id, count(*)::int as left from trail group by 1 order by 1`.execute(desk.db);
    expect(rows).toEqual([
      { id: 'norte', left: 3 },
      { id: 'sur', left: 1 },
    ]);
  });
});
