import { type KyselyPlugin, sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type LiveEvent } from '@despacho/contracts';
import { migrate } from '#platform/database/migrate.ts';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { settleKind } from '#edge/demo/settle-kind.ts';
import { appendEvent, newestPositions, readAfter } from '#platform/events/events-repository.ts';
import { followEvents } from '#platform/events/follow-events.ts';
import { type Person } from '#platform/person.ts';
import { applyRetention } from '#upkeep/privacy/keep-retention.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';
import { forgetAccountChanges, recordAccountChange } from '#people/users/account-changes.ts';
import { requireUser, lockUsers } from '#people/users/users-repository.ts';
import { assertionOf } from './assertions.ts';
import { EventReader } from './event-reader.ts';
import { onPostgres } from './postgres-world.ts';
import { ServiceProcess } from './service-process.ts';
import { createClock, NOW } from './test-services.ts';

const event = (officeId: string, name: string): LiveEvent => ({
  type: 'permissions.changed',
  at: NOW.toISOString(),
  officeId,
  actor: { username: 'a', user: 'a' },
  subject: { id: name, username: name, user: name },
  added: [],
  removed: [],
});

onPostgres('on a real Postgres', (world) => {
  const opened: { close: () => Promise<void> }[] = [];
  const lost = (error: Error): void => {
    throw error;
  };
  afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));

  async function open(databaseUrl: string): Promise<Database> {
    const database = await openDatabase({ databaseUrl, dataDir: '' }, lost);
    opened.push(database);
    return database.db;
  }

  const personOf = (id: string): Promise<Person> => requireUser(world.db, { companyId: 'norte' }, id);

  it('belongs to a role without other rights, as operators create it', async () => {
    const { rows } = await sql`
      select rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as privileged,
        exists (select from pg_auth_members where member = pg_roles.oid) as member,
        datdba = pg_roles.oid as owner
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`.execute(world.db);
    expect(rows).toEqual([{ privileged: false, member: false, owner: true }]);
  });

  it('creates tables and demonstration once when two instances start together', async () => {
    const url = await world.createDatabase('together');
    const instances = await Promise.all([open(url), open(url), open(url)]);
    await Promise.all(instances.map((each) => settleKind(each, true, createClock())));
    const one = instances[0];
    expect(await one.selectFrom('clients').select('id').execute()).toHaveLength(301);
    await expect(settleKind(one, false, createClock())).rejects.toThrow(/DEMO=1/);
    await migrate(one);
  });

  it('orders events by position, however long a transaction stays open', async () => {
    const holding = Promise.withResolvers<undefined>();
    const taken = Promise.withResolvers<number>();
    const slow = world.db.transaction().execute(async (trx) => {
      taken.resolve(await appendEvent(trx, 'norte', event('N1', 'slow')));
      await holding.promise;
    });
    const first = await taken.promise;

    let fastIsDone = false;
    const fast = world.db
      .transaction()
      .execute((trx) => appendEvent(trx, 'norte', event('N1', 'fast')))
      .finally(() => (fastIsDone = true));
    // Another office does not wait.
    const elsewhere = await world.db
      .transaction()
      .execute((trx) => appendEvent(trx, 'norte', event('N2', 'elsewhere')));
    expect(elsewhere).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect(fastIsDone).toBe(false);
    expect(await newestPositions(world.db, ['N1'])).toEqual(new Map([['N1', 0]]));
    expect(await readAfter(world.db, 'N1', 0, 10)).toEqual([]);

    holding.resolve(undefined);
    await slow;
    expect([first, await fast]).toEqual([1, 2]);
    const events = await readAfter(world.db, 'N1', 0, 10);
    expect(events.map(({ position, data }) => [position, (data as LiveEvent).subject.id])).toEqual([
      [1, 'slow'],
      [2, 'fast'],
    ]);
  });

  it('G20: applies retention with the connections of a service', async () => {
    // By the clock of the services, which stands still while the server's goes on.
    await sql`insert into trail (company_id, kind, at) values
      ('norte', 'signIn.ok', ${NOW}::timestamptz - interval '400 days'), ('norte', 'signIn.ok', ${NOW})`.execute(
      world.db,
    );
    const { db } = world;
    await sql`insert into account_changes (user_id, at) values ('clerk', now() - interval '2 hours')`.execute(db);
    await applyRetention({ ...world.services, db }, { photos: 0, signatures: 0, documents: 0 });
    const { rows } = await sql`
      select (select count(*)::int from trail) as left, (select count(*)::int from account_changes) as changes`.execute(
      db,
    );
    expect(rows).toEqual([{ left: 1, changes: 0 }]);
  });

  it('deletes old account changes in pages and skips those another process deletes', async () => {
    await sql`
      insert into account_changes (user_id, at)
      select 'old' || n, now() - interval '2 hours' from generate_series(1, 5) as n`.execute(world.db);
    await recordAccountChange(world.db, 'clerk');
    const pages: unknown[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        pages.push(result.numAffectedRows);
        return Promise.resolve(result);
      },
    };
    await world.db.transaction().execute(async (trx) => {
      await sql`select from account_changes where user_id = 'old3' for update`.execute(trx);
      await forgetAccountChanges(world.db.withPlugin(recorder), undefined, 2);
    });
    expect(pages).toEqual([2n, 2n, 0n]);
    const { rows } = await sql<{ user_id: string }>`select user_id from account_changes order by id`.execute(world.db);
    expect(rows.map(({ user_id: id }) => id)).toEqual(['old3', 'clerk']);
  });

  it('leaves no gap after a rollback', async () => {
    const failed = world.db.transaction().execute(async (trx) => {
      await appendEvent(trx, 'norte', event('N1', 'never'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await world.db.transaction().execute((trx) => appendEvent(trx, 'norte', event('N1', 'first')))).toBe(1);
  });

  it('never lets a reader miss an event during concurrent writes', async () => {
    const { services } = world;
    const stop = new AbortController();
    const seen: number[] = [];
    const reading = (async () => {
      for await (const step of followEvents(services, ['N1'], { isFor: () => true, signal: stop.signal })) {
        if (step.kind === 'event') seen.push(step.event.position);
        if (seen.length === 60) return;
      }
    })();
    await new Promise((resolve) => setTimeout(resolve, 100));
    // No more writers than connections: on a busy machine, waiting for one would end in a timeout.
    const writers = 6;
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let index = writer; index < 60; index += writers) {
          await world.db.transaction().execute(async (trx) => {
            await sql`select pg_sleep(${(index % 7) / 100})`.execute(trx);
            await appendEvent(trx, 'norte', event('N1', String(index)));
            await sql`select pg_sleep(${(index % 3) / 100})`.execute(trx);
          });
          services.feed.nudge('N1');
        }
      }),
    );
    await reading;
    stop.abort();
    await services.feed.close();
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });

  it.each([
    ['two of an office', ['admin', 'clerk'], 'A', ['N1', 'N1']],
    ['two of charge S of an office', ['supervisor', 'blindsupervisor'], 'S', ['N1', 'N1']],
    ['two of charge S of two offices', ['supervisor', 'blindsupervisor'], 'S', ['N1', 'N2']],
  ] as const)(
    'G38: keeps one of the last %s with G01 when they remove it from each other',
    async (_, ids, charge, offices) => {
      await world.db.updateTable('users').set({ permissions: [] }).where('id', '=', 'supervisor').execute();
      for (const [index, id] of ids.entries())
        await world.db
          .updateTable('users')
          .set({ permissions: ['G01'], charge, office_id: offices[index] ?? '' })
          .where('id', '=', id)
          .execute();
      const [one, other] = [await personOf(ids[0]), await personOf(ids[1])];
      const saves = () => [
        replacePermissions(world.services, one, other.id, []),
        replacePermissions(world.services, other, one.id, []),
      ];
      const tries = await world.atOnce(2, saves, (trx) => lockUsers(trx, ids));
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const left = [await personOf(ids[0]), await personOf(ids[1])].filter(({ modules }) => modules.includes('G01'));
      expect(left).toHaveLength(1);
    },
  );

  it('reads lists, numbers and instants like the embedded database', async () => {
    const company = await world.db
      .selectFrom('companies')
      .select('storage_quota')
      .where('id', '=', 'norte')
      .executeTakeFirst();
    expect(company).toEqual({ storage_quota: 1_000_000_000_000 });
    expect((await personOf('clerk')).modules).toEqual(['000', 'X07']);
    const client = await world.db
      .selectFrom('clients')
      .select(['created_at', 'lat'])
      .where('id', '=', 'c1')
      .executeTakeFirst();
    expect(client).toEqual({ created_at: expect.any(Date) as Date, lat: -12.1 });
  });

  it('runs as two processes that share events and survive a lost connection', async () => {
    const DATABASE_URL = await world.createDatabase('served');
    const instances = [
      new ServiceProcess({ DATABASE_URL, DEMO: '1' }),
      new ServiceProcess({ DATABASE_URL, DEMO: '1' }),
    ];
    try {
      const [one = '', two = ''] = await Promise.all(instances.map((each) => each.listening()));
      const login = await fetch(`${one}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=despacho`);
      const { token } = (await login.json()) as { token: string };
      const headers = { Authorization: `Bearer ${token}` };
      const list = async (): Promise<number> => (await fetch(`${two}/legacy/base/clients/`, { headers })).status;
      expect(await list()).toBe(200);

      const claims = {
        sub: 'LIMA/a',
        username: 'a',
        user: 'A',
        company: null as string | null,
        officeId: 'LIMA',
        charge: 'A',
        modules: ['G01'],
      };
      const credentials = await fetch(`${two}/legacy/base/auth/credentials?token=${token}`);
      claims.company = ((await credentials.json()) as { ruc: string }).ruc;
      const reader = await new EventReader().open(
        `${two}/operations/events`,
        await assertionOf(claims, { from: new Date() }),
      );
      await reader.until(() => reader.cursor !== '');
      const save = await fetch(`${one}/legacy/api/permission/1003`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ permissionsList: [{ module: 'D01' }] }),
      });
      expect(save.status).toBe(200);
      await reader.until(() => reader.data.length === 1);
      reader.close();

      const client = new pg.Client(DATABASE_URL);
      await client.connect();
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
      );
      await client.end();
      await expect.poll(list, { timeout: 5000 }).toBe(200);
      expect((await fetch(`${two}/health`)).status).toBe(200);
    } finally {
      expect(await Promise.all(instances.map((each) => each.stop('SIGTERM')))).toEqual([0, 0]);
    }
  });
});
