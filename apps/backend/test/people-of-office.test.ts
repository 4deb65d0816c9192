import { randomUUID } from 'node:crypto';
import { type Operation } from '@despacho/contracts';
import { type AssertionClaims } from '@despacho/contracts/assertion';
import {
  type CreatedPeople,
  type CreatedPerson,
  DISPATCH_OPERATIONS,
  dispatchEvent,
  type DispatchOperationId,
  IDEMPOTENCY_HEADER,
  MAX_PEOPLE,
  MAX_PROFILES,
  NEW_ACCOUNTS_A_DAY,
  type NewPasswordLink,
  PEOPLE_PAGE,
  type PeoplePage,
  PERSON_HISTORY_KINDS,
  type PersonHistory,
  type PeoplePreview,
  type PersonOfOffice,
} from '@despacho/contracts/dispatch';
import { sql } from 'kysely';
import { type Response } from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { proveIdentity, recogniseToken, signIn } from '#people/tokens/access-tokens.ts';
import { breakGlass } from '#people/tokens/break-glass.ts';
import { operatorIn } from '#platform/dispatch/dispatcher.ts';
import { OPERATOR } from '#platform/person.ts';
import { createPeople } from '#people/directory/create-people.ts';
import { storeReports } from '#people/trail/store-reports.ts';
import { createPasswordLink, resetPassword } from '#people/tokens/password-links.ts';
import { hashPassword, passwordMatches } from '#people/users/passwords.ts';
import { replacePermissions } from '#people/users/replace-permissions.ts';
import { requireUser } from '#people/users/users-repository.ts';
import { assertionOf, claimsOf } from './assertions.ts';
import { addFactor } from './factors.ts';
import { NEW_PASSWORD, PASSWORD, PEOPLE, type PersonName } from './people.ts';
import { enter, linkInvited, withoutPasswords } from './providers.ts';
import request from './request.ts';
import { useDesk } from './use-desk.ts';

vi.mock('#people/users/passwords.ts', { spy: true });

type PeopleOperationId = Extract<DispatchOperationId, `people.${string}`>;

interface Sent {
  as?: PersonName;
  office?: string;
  id?: string;
  body?: object;
  /** Sent instead of a body. */
  file?: string;
  query?: Record<string, string>;
  key?: string;
  claims?: AssertionClaims;
}

/** A list of one person. */
const LIST = { query: { fileName: 'personas.csv' }, file: 'Ana Ruiz' };

describe('the people of an office', () => {
  const desk = useDesk();

  async function call(operation: PeopleOperationId, sent: Sent = {}): Promise<Response> {
    const { as = 'supervisor', id = 'driver', body, query = {}, key = randomUUID(), claims = claimsOf(as) } = sent;
    const { method, path }: Operation = DISPATCH_OPERATIONS[operation];
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch';
    const agent = request(desk.app);
    const asked = agent[verb](`/operations${path.replace('/api', '').replace(':id', encodeURIComponent(id))}`)
      .query({ officeId: sent.office ?? claims.officeId, ...query })
      .set('Authorization', `Bearer ${await assertionOf(claims, { from: desk.clock() })}`)
      .set(IDEMPOTENCY_HEADER, key);
    if (sent.file !== undefined) return asked.type('text/csv').send(sent.file);
    return body === undefined ? asked : asked.send(body);
  }
  async function ok<T>(operation: PeopleOperationId, sent: Sent = {}): Promise<T> {
    const answer = await call(operation, sent);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    const { response } = DISPATCH_OPERATIONS[operation];
    return (response as unknown as { parse: (value: unknown) => T }).parse(answer.body);
  }
  const edit = (id: string, changes: object, version = 1, sent: Sent = {}) =>
    call('people.edit', { id, body: { version, changes }, ...sent });
  const said = ({ status, body }: Response): [number, string] => [status, (body as { message: string }).message];
  const list = (sent: Sent = {}) => ok<PeoplePage>('people.list', sent);
  const personOf = async (id: string, office = 'N1'): Promise<PersonOfOffice> => {
    const found = (await list({ office })).people.find((each) => each.id === id);
    if (!found) throw new Error(`${office} has nobody ${id}`);
    return found;
  };
  const login = (username: string, password = PASSWORD, sucursal = 'N1') =>
    signIn(desk.services, { sucursal, username, password });
  const events = async () =>
    (await desk.db.selectFrom('events').select('data').orderBy('office_id').orderBy('position').execute()).map(
      ({ data }) => data,
    );
  const users = () => desk.db.selectFrom('users').selectAll().orderBy('id').execute();
  /** Inserts an open line of «Por atender» that a person of N1 has taken. */
  const takeLine = async (username: string, id = 1, kinds: readonly string[] = []) => {
    const at = desk.clock();
    await sql`
      insert into attention_lines (company_id, office_id, subject, subject_id, since, rank, kinds, causes,
        taken_at, taken_person, taken_username, taken_user)
      values ('norte', 'N1', 'orden', ${id}, ${at}, 1, ${kinds}::text[], '[]', ${at}, ${`N1/${username}`}, ${username},
        ${`Don ${username}`})`.execute(desk.db);
  };
  const newPerson = (changes = {}) => ({
    name: 'Nueva Persona',
    username: 'nueva',
    charge: 'D',
    modules: ['D01'],
    ...changes,
  });

  describe('access', () => {
    // By hand: who may do what to `driver` of N1. The administrator of N1 has G01, D01 and 000.
    const STATUS: Record<PersonName, { reads: number; writes: number; moves: number }> = {
      supervisor: { reads: 200, writes: 200, moves: 200 },
      admin: { reads: 200, writes: 200, moves: 403 },
      clerk: { reads: 403, writes: 403, moves: 403 },
      driver: { reads: 403, writes: 403, moves: 403 },
      blindsupervisor: { reads: 403, writes: 403, moves: 403 },
      neighbour: { reads: 404, writes: 404, moves: 404 },
      colleague: { reads: 403, writes: 403, moves: 403 },
      stranger: { reads: 404, writes: 404, moves: 404 },
      strangerclerk: { reads: 403, writes: 403, moves: 403 },
    };
    const READS: readonly PeopleOperationId[] = [
      'people.list',
      'people.openWork',
      'people.history',
      'people.profiles',
      'people.preview',
    ];
    /** With charge S. */
    const MOVES: readonly PeopleOperationId[] = [
      'people.move',
      'people.removeFactor',
      'people.permitFactor',
      'people.inviteProvider',
      'people.unlinkProvider',
    ];
    let names = 0;

    async function soundRequest(operation: PeopleOperationId): Promise<Sent> {
      names += 1;
      const profile = { name: `Perfil ${names}`, modules: ['D01'] };
      const { id: profileId } =
        operation === 'people.editProfile' || operation === 'people.removeProfile'
          ? await ok<{ id: string }>('people.createProfile', { body: profile })
          : { id: '' };
      // A person without modules that the administrator lacks.
      const created = async (): Promise<string> => {
        const body = { people: [newPerson({ username: `persona${names}`, modules: [] })] };
        const [made] = (await ok<{ people: CreatedPerson[] }>('people.create', { body })).people;
        return made?.id ?? '';
      };
      const leave = { version: 1 };
      const requests: Record<PeopleOperationId, () => Sent | Promise<Sent>> = {
        'people.list': () => ({}),
        'people.preview': () => LIST,
        'people.create': () => ({ body: { people: [newPerson({ username: `nueva${names}` })] } }),
        'people.edit': async () => ({ id: await created(), body: { version: 1, changes: { name: 'Otro nombre' } } }),
        'people.openWork': () => ({}),
        'people.history': () => ({}),
        'people.disable': async () => ({ id: await created(), body: leave }),
        'people.enable': async () => {
          const id = await created();
          await ok('people.disable', { id, body: leave });
          return { id, body: { version: 2 } };
        },
        'people.retire': async () => ({ id: await created(), body: leave }),
        'people.delete': async () => ({ id: await created(), body: leave }),
        'people.move': async () => ({ id: await created(), body: { version: 1, to: 'N2' } }),
        'people.removeFactor': async () => ({ id: await created() }),
        'people.permitFactor': async () => ({ id: await created() }),
        'people.inviteProvider': async () => ({ id: await created() }),
        'people.unlinkProvider': async () => ({ id: await created() }),
        'people.profiles': () => ({}),
        'people.createProfile': () => ({ body: profile }),
        'people.editProfile': () => ({ id: profileId, body: { version: 1, ...profile, modules: ['D02'] } }),
        'people.removeProfile': () => ({ id: profileId, body: { version: 1 } }),
      };
      return requests[operation]();
    }

    const operations = (Object.keys(DISPATCH_OPERATIONS) as DispatchOperationId[]).filter(
      (id): id is PeopleOperationId => id.startsWith('people.'),
    );

    it.each(operations)('G20: %s gives each person the expected status for office N1', async (operation) => {
      const kind = READS.includes(operation) ? 'reads' : MOVES.includes(operation) ? 'moves' : 'writes';
      const sound = await soundRequest(operation);
      const before = await users();
      for (const { id: as } of PEOPLE.filter(({ id }) => STATUS[id][kind] !== 200)) {
        const { status, text } = await call(operation, { office: 'N1', ...sound, as });
        expect([as, status, text]).toEqual([as, STATUS[as][kind], expect.anything()]);
      }
      expect(await users()).toEqual(before);
      for (const { id: as } of PEOPLE.filter(({ id }) => STATUS[id][kind] === 200)) {
        const { status, text } = await call(operation, { office: 'N1', ...(await soundRequest(operation)), as });
        expect([as, status, text]).toEqual([as, 200, expect.anything()]);
      }
    });

    it('finds nobody of another office or company by id', async () => {
      for (const [id, office] of [
        ['colleague', 'N1'],
        ['driver', 'N2'],
        ['strangerclerk', 'N1'],
      ] as const)
        for (const operation of ['people.disable', 'people.retire', 'people.enable'] as const)
          expect((await call(operation, { id, office, body: { version: 1 } })).status).toBe(404);
    });

    it('checks the caller’s current permissions, not those of the assertion', async () => {
      await desk.db
        .updateTable('users')
        .set({ permissions: ['D01'] })
        .where('id', '=', 'admin')
        .execute();
      expect((await edit('driver', { name: 'Otro' }, 1, { as: 'admin' })).status).toBe(403);
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'supervisor').execute();
      expect((await edit('driver', { name: 'Otro' })).status).toBe(403);
      expect((await users()).find(({ id }) => id === 'driver')?.name).toBe('Don driver');
    });

    it('G38: refuses other offices to somebody who has just lost charge S', async () => {
      const body = { people: [newPerson()] };
      const profile = { name: 'Turno noche', modules: ['D01'] };
      const attempts = async (office: string) => [
        (await edit('colleague', { name: 'Otro' }, 1, { office })).status,
        (await call('people.disable', { id: 'colleague', office, body: { version: 2 } })).status,
        (await call('people.create', { office, body })).status,
        (await call('people.createProfile', { office, body: profile })).status,
        (await call('people.preview', { office, ...LIST })).status,
      ];
      await desk.db.updateTable('users').set({ charge: 'A' }).where('id', '=', 'supervisor').execute();
      expect(await attempts('N2')).toEqual([403, 403, 403, 403, 403]);
      expect((await call('people.move', { body: { version: 1, to: 'N2' } })).status).toBe(403);
      await desk.db.updateTable('users').set({ charge: 'S' }).where('id', '=', 'supervisor').execute();
      expect(await attempts('N2')).toEqual([200, 200, 200, 200, 200]);
    });
  });

  describe('list', () => {
    it('returns state, modules and last sign-in, and counts each state', async () => {
      expect(await personOf('driver')).toEqual({
        id: 'driver',
        version: 1,
        state: 'active',
        username: 'driver',
        name: 'Don driver',
        charge: 'O',
        modules: ['M01'],
        lastSignIn: null,
        unused: true,
        sessions: null,
        erased: false,
        factor: false,
        factorBy: null,
        provider: false,
      });
      await login('driver');
      expect((await personOf('driver')).lastSignIn).toBe(desk.clock().toISOString());
      await ok('people.disable', { body: { version: 1 } });
      const page = await list();
      expect(page.counts).toEqual({ active: 4, disabled: 1, retired: 0, withoutFactor: 0 });
      expect((await list({ query: { estado: 'disabled' } })).people.map(({ id }) => id)).toEqual(['driver']);
    });

    it('sorts in Spanish and finds without accents', async () => {
      const names = ['Nzu', 'Ñato Peña', 'Álvaro', 'Zoe', 'Ana'];
      const people = names.map((name, at) => newPerson({ name, username: `p${at}` }));
      await ok('people.create', { body: { people } });
      const found = (await list()).people.map(({ name }) => name).filter((name) => names.includes(name));
      expect(found).toEqual(['Álvaro', 'Ana', 'Nzu', 'Ñato Peña', 'Zoe']);
      const search = async (buscar: string) => (await list({ query: { buscar } })).people.map(({ name }) => name);
      expect(await search('nato PEÑ')).toEqual(['Ñato Peña']);
      expect(await search('p1')).toEqual(['Ñato Peña']);
      expect(await search('%')).toEqual([]);
    });

    /** Every second one has the same name. */
    const fill = async (from: number, to: number) => {
      const [{ password_hash: hash } = { password_hash: '' }] = await users();
      await sql`
        insert into users (id, office_id, username, name, charge, permissions, password_hash)
        select 'u' || n, 'N1', 'u' || n, case when n % 2 = 0 then 'Igual' else 'Persona ' || n end, 'O', '{}', ${hash}
        from generate_series(${from}::integer, ${to}::integer) as n`.execute(desk.db);
    };

    it('pages through many people, each once', async () => {
      await fill(1, 450);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: PeoplePage = await list({ query: cursor === null ? {} : { cursor } });
        expect(page.people.length).toBeLessThanOrEqual(PEOPLE_PAGE);
        seen.push(...page.people.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== null);
      expect([seen.length, new Set(seen).size]).toEqual([455, 455]);
    });

    it('G40: enforces the company’s maximum, also for concurrent requests', async () => {
      const existing = PEOPLE.filter(({ office }) => office !== 'S1').length;
      await fill(1, MAX_PEOPLE - existing - 1);
      const create = (username: string) => call('people.create', { body: { people: [newPerson({ username })] } });
      const answers = await Promise.all([create('uno'), create('dos')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.filter(({ status }) => status === 409).map(said)).toEqual([
        [409, 'La empresa puede tener 10,000 personas, también las retiradas'],
      ]);
      expect((await list()).people).toHaveLength(PEOPLE_PAGE);
    });

    it('rejects an invalid cursor', async () => {
      for (const cursor of ['x', Buffer.from('[1,2]').toString('base64url')])
        expect((await call('people.list', { query: { cursor } })).status).toBe(400);
    });
  });

  describe('create', () => {
    const create = (people: object[], sent: Sent = {}) => call('people.create', { body: { people }, ...sent });

    it('G43: creates no password where the company does not allow them', async () => {
      await withoutPasswords(desk.db);
      expect((await list()).byUsername).toBe(false);
      const body = { people: [newPerson(), newPerson({ username: 'otra' })] };
      const key = randomUUID();
      const send = () => ok<CreatedPeople>('people.create', { body, key });
      const created = await send();
      expect([created.byUsername, created.people.map(({ temporary }) => temporary)]).toEqual([false, [null, null]]);
      expect(hashPassword).not.toHaveBeenCalled();
      const [made] = (await users()).filter(({ username }) => username === 'otra');
      expect(made).toMatchObject({ password_hash: null, must_change_password: false });
      await desk.db.updateTable('sign_in_rules').set({ password_sign_in: true }).execute();
      // What the first request did, not what another one would do.
      expect(await send()).toEqual(created);
      const { fragment } = await ok<NewPasswordLink>('people.inviteProvider', { id: made?.id ?? '' });
      expect(await linkInvited(desk.services, fragment)).toEqual({ outcome: 'linked' });
      expect(await enter(desk.services)).toMatchObject({ outcome: 'signed-in', username: 'otra' });
    });

    it('G43: creates nobody if passwords are switched off meanwhile', async () => {
      const hashed = vi.mocked(hashPassword);
      hashed.mockImplementationOnce(async () => {
        await withoutPasswords(desk.db);
        return '';
      });
      const { status, text } = await create([newPerson()]);
      expect([status, text]).toEqual([409, expect.stringContaining('cambiar cómo se ingresa')]);
      expect((await users()).map(({ username }) => username)).not.toContain('nueva');
    });

    it('gives each person a temporary password, which must be changed', async () => {
      const body = { people: [newPerson(), newPerson({ username: 'otra', modules: ['G01'] })] };
      const { people } = await ok<{ people: CreatedPerson[] }>('people.create', { body });
      expect(new Set(people.map(({ temporary }) => temporary)).size).toBe(2);
      for (const { username, temporary: password } of people) {
        expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
        const given = { sucursal: 'N1', username, password: password ?? '' };
        expect((await proveIdentity(desk.services, given))?.person.username).toBe(username);
        // It must be changed first.
        await expect(signIn(desk.services, given)).rejects.toMatchObject({ kind: 'forbidden' });
      }
      expect(await events()).toMatchObject([
        {
          type: 'person.changed',
          what: 'created',
          person: { username: 'nueva' },
          before: {},
          after: { modules: ['D01'] },
        },
        { type: 'person.changed', what: 'created', person: { username: 'otra' } },
      ]);
      for (const event of await events()) expect(dispatchEvent.parse(event)).toEqual(event);
      expect(JSON.stringify(await desk.db.selectFrom('idempotency_keys').selectAll().execute())).not.toContain(
        people[0]?.temporary,
      );
    });

    it('returns the same passwords to a repeated request, until they are changed', async () => {
      const [key, body] = [randomUUID(), { people: [newPerson()] }];
      const first = await ok<{ people: CreatedPerson[] }>('people.create', { key, body });
      expect(await ok('people.create', { key, body })).toEqual(first);
      const person = await requireUser(desk.db, { companyId: 'norte' }, first.people[0]?.id ?? '');
      const { secret } = await createPasswordLink(desk.services, person, { id: null, username: 'x' });
      expect(await resetPassword(desk.services, { secret, password: NEW_PASSWORD })).toMatchObject({
        outcome: 'changed',
      });
      expect(await ok('people.create', { key, body })).toMatchObject({
        people: [{ username: 'nueva', temporary: null }],
      });
      expect((await users()).filter(({ username }) => username === 'nueva')).toHaveLength(1);
    });

    it('G40: hashes nothing for refused or repeated requests, and one list per company at a time', async () => {
      const hashed = vi.mocked(hashPassword);
      hashed.mockClear();
      const key = randomUUID();
      await create([newPerson()], { key });
      expect(hashed).toHaveBeenCalledTimes(1);
      await create([newPerson()], { key });
      expect((await create([newPerson(), newPerson({ username: 'otra' })])).status).toBe(409);
      expect((await create([newPerson({ username: 'otra' })], { as: 'clerk' })).status).toBe(403);
      expect((await create([newPerson({ username: 'otra', charge: 'S' })], { as: 'admin' })).status).toBe(403);
      expect((await create([newPerson({ username: 'otra' })], { key })).status).toBe(422);
      expect(hashed).toHaveBeenCalledTimes(1);
      // The same name in two lists sent together: the second one is refused before a hash.
      await Promise.all([create([newPerson({ username: 'a' })]), create([newPerson({ username: 'a' })])]);
      expect(hashed).toHaveBeenCalledTimes(2);
    });

    const supervisor = {
      ...claimsOf('supervisor'),
      companyId: 'norte',
      timeZone: 'America/Lima',
      dayTurnsAt: '05:00',
    };

    it('repeats no password after the key of its derivation changed', async () => {
      const people = [{ ...newPerson(), charge: 'D' as const }];
      const sent = { key: randomUUID(), people, signal: new AbortController().signal };
      const first = await createPeople(desk.services, supervisor, sent);
      expect(await createPeople(desk.services, supervisor, sent)).toEqual(first);
      const config = { ...desk.services.config, operationsKeys: ['another key of the installation'] };
      const again = await createPeople({ ...desk.services, config }, supervisor, sent);
      expect(again.people).toEqual([{ ...first.people[0], temporary: null }]);
    });

    it('G40: stops hashing once the client has disconnected, and creates nobody', async () => {
      const gone = new AbortController();
      const hashed = vi.mocked(hashPassword);
      hashed.mockClear();
      hashed.mockImplementationOnce((password) => {
        gone.abort();
        return Promise.resolve(password);
      });
      const people = ['a', 'b'].map((username) => ({ ...newPerson({ username }), charge: 'D' as const }));
      const made = createPeople(desk.services, supervisor, { key: randomUUID(), people, signal: gone.signal });
      await expect(made).rejects.toThrow('La solicitud se interrumpió');
      expect(hashed).toHaveBeenCalledTimes(1);
      expect((await users()).map(({ username }) => username)).not.toContain('a');
    });

    it('creates all or none', async () => {
      const before = await users();
      expect(said(await create([newPerson(), newPerson({ username: 'DRIVER' })]))).toEqual([
        409,
        'La oficina ya tiene el usuario DRIVER, u otro que se confunde con él. Puede usar DRIVER2',
      ]);
      expect(said(await create([newPerson(), newPerson({ username: 'NUEVA' })]))).toEqual([
        409,
        'El usuario NUEVA está dos veces, o se confunde con otro de la lista',
      ]);
      expect((await create([newPerson({ modules: ['XX9'] })])).body).toMatchObject({
        message: expect.stringMatching(/^No hay un módulo XX9. Elija entre D01 Estados/) as string,
      });
      expect((await create([newPerson({ charge: 'Z' })])).status).toBe(400);
      expect(await users()).toEqual(before);
    });

    it('grants neither modules that the caller lacks nor charge S', async () => {
      const before = await users();
      for (const [changes, text] of [
        [{ modules: ['U01'] }, 'No puede otorgar un permiso que usted no tiene: U01'],
        [{ charge: 'S' }, 'Solo una persona con cargo S puede dar el cargo S'],
      ] as const)
        expect(said(await create([newPerson(changes)], { as: 'admin' }))).toEqual([403, text]);
      expect(await users()).toEqual(before);
      // Charge S may give what it does not have.
      expect((await create([newPerson({ charge: 'S', modules: ['U01'] })])).status).toBe(200);
    });

    /** Writes that a person created accounts, without the accounts. */
    const createdBy = (actor: string, count: number, hoursAgo: number) =>
      sql`
        insert into trail (company_id, office_id, kind, actor_id, actor, subject_kind, subject_id, at, last_at)
        select 'norte', 'N1', 'account.created', ${actor}, ${actor}, 'user', ${`${actor}-${hoursAgo}-`} || n, at, at
        from generate_series(1, ${count}::integer) as n,
          cast(${new Date(desk.clock().getTime() - hoursAgo * 3_600_000)} as timestamptz) as at`.execute(desk.db);
    let made = 0;
    const createAs = (as: PersonName, count = 1, more: Sent = {}) =>
      create(
        Array.from({ length: count }, () => newPerson({ username: `cuenta${(made += 1)}`, modules: [] })),
        { as, ...more },
      );

    it('G40: limits the accounts that one person creates within 24 hours, at all services together', async () => {
      await createdBy('admin', NEW_ACCOUNTS_A_DAY.usual - 3, 23);
      await createdBy('admin', 5, 25);
      expect((await createAs('admin', 2)).status).toBe(200);
      expect(said(await createAs('admin', 2))).toEqual([
        409,
        'Usted creó 499 cuentas en 24 horas, también con las que estas crearon; el máximo es 500. Esto se puede crear desde el 20/11 a las 11:00; si lo necesita antes, pídalo a una persona con cargo S',
      ]);
      // Concurrent requests count each other's accounts.
      const answers = await Promise.all([createAs('admin'), createAs('admin')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      // A deleted account counts.
      const found = (await list({ query: { buscar: 'cuenta1' } })).people[0];
      await ok('people.delete', { id: found?.id ?? '', body: { version: 1 } });
      expect((await createAs('admin')).status).toBe(409);
      expect((await createAs('supervisor')).status).toBe(200);
      desk.clock.move(3_600_000);
      expect((await createAs('admin', 10)).status).toBe(200);
    });

    it('G40: counts what new accounts create as their creator’s, and more of charge S', async () => {
      await createdBy('admin', NEW_ACCOUNTS_A_DAY.usual - 2, 1);
      const child = { username: 'hija', modules: ['G01'] };
      await ok('people.create', { as: 'admin', body: { people: [newPerson(child)] } });
      const claims = { ...claimsOf('admin'), sub: 'N1/hija', username: 'hija' };
      expect((await createAs('admin', 1, { claims })).status).toBe(200);
      expect(said(await createAs('admin', 1, { claims }))[1]).toMatch(/^Quien creó su cuenta creó 500 cuentas/);
      await createdBy('supervisor', NEW_ACCOUNTS_A_DAY.chargeS - 1, 1);
      expect((await createAs('supervisor')).status).toBe(200);
      expect(said(await createAs('supervisor'))[1]).toMatch(
        /el máximo es 2[^ ]000\. .*pídalo a quien administra el servidor$/,
      );
      // The operator has no limit.
      const operator = operatorIn({ companyId: 'norte', officeId: 'N1', timeZone: 'America/Lima' });
      const people = [{ ...newPerson({ username: 'una' }), charge: 'D' as const }];
      const { signal } = new AbortController();
      expect((await createPeople(desk.services, operator, { key: 'una-clave', people, signal })).people).toHaveLength(
        1,
      );
    });

    it('creates one of two people with the same username concurrently', async () => {
      const answers = await Promise.all([create([newPerson()]), create([newPerson({ username: 'Nueva' })])]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });

  describe('edit', () => {
    it('changes name, username and charge, and writes before and after', async () => {
      const answer = await edit('driver', { name: 'José Peña', username: 'jose.pena', charge: 'D' });
      expect(answer.body).toMatchObject({
        version: 2,
        name: 'José Peña',
        username: 'jose.pena',
        charge: 'D',
        modules: ['M01'],
      });
      expect(await events()).toMatchObject([
        {
          type: 'person.changed',
          what: 'edited',
          actor: { username: 'supervisor' },
          person: { id: 'driver', version: 2, username: 'jose.pena', user: 'José Peña' },
          before: { name: 'Don driver', username: 'driver', charge: 'O' },
          after: { name: 'José Peña', username: 'jose.pena', charge: 'D' },
        },
      ]);
      await expect(login('driver')).rejects.toMatchObject({ kind: 'unauthenticated' });
      expect((await login('jose.pena')).person.id).toBe('driver');
    });

    it('keeps codes that the product does not know, and writes modules as the usual event', async () => {
      const answer = await edit('clerk', { modules: ['D01'] });
      expect(answer.body).toMatchObject({ modules: ['D01', 'X07'] });
      expect(await events()).toMatchObject([{ type: 'permissions.changed', added: ['D01'], removed: ['000'] }]);
      expect((await edit('clerk', { modules: ['XX9'] }, 2)).status).toBe(400);
    });

    it('rejects a stale version and changes nothing when nothing differs', async () => {
      expect((await edit('driver', { name: 'Don driver' })).body).toMatchObject({ version: 1 });
      expect(await events()).toEqual([]);
      await edit('driver', { name: 'Uno' });
      expect(said(await edit('driver', { name: 'Dos' }))).toEqual([
        409,
        'Otra persona acaba de cambiar a Uno; vuelva a mirar la lista',
      ]);
    });

    it('refuses a username of the office, also that of a retired person', async () => {
      await ok('people.retire', { id: 'clerk', body: { version: 1 } });
      expect(said(await edit('driver', { username: 'Clerk' }))).toEqual([
        409,
        'La oficina ya tiene el usuario Clerk, u otro que se confunde con él. Puede usar Clerk2',
      ]);
    });

    it('G19: refuses a username that looks like another of the office, and proposes a free one', async () => {
      await edit('driver', { username: 'ana.torres' });
      const body = { people: [newPerson({ username: 'Ana_Torres' })] };
      expect(said(await call('people.create', { body }))).toEqual([
        409,
        'La oficina ya tiene el usuario Ana_Torres, u otro que se confunde con él. Puede usar Ana_Torres2',
      ]);
      expect((await edit('clerk', { username: 'anatorres' })).status).toBe(409);
      // Existing usernames that look alike stay, and can be edited.
      await desk.db.updateTable('users').set({ username: 'ana_torres' }).where('id', '=', 'clerk').execute();
      expect((await edit('clerk', { name: 'Ana' })).status).toBe(200);
      expect((await edit('clerk', { username: 'ana.torres' }, 2)).status).toBe(409);
      expect((await edit('clerk', { username: 'Ana_Torres' }, 2)).status).toBe(200);
    });

    it('G19: keeps the former usernames of renamed and moved people for them', async () => {
      await edit('driver', { username: 'chofer' });
      expect((await edit('clerk', { username: 'Driver' })).status).toBe(409);
      await ok('people.move', { id: 'driver', body: { version: 2, to: 'N2' } });
      expect((await edit('clerk', { username: 'cho-fer' })).status).toBe(409);
      const body = { people: [newPerson({ username: 'chofer' })] };
      expect((await call('people.create', { body })).status).toBe(409);
      expect(await ok('people.preview', { ...LIST, file: 'Chofer' })).toMatchObject({
        lines: [{ ok: true, input: { username: 'chofer2' } }],
      });
      await ok('people.move', { id: 'driver', office: 'N2', body: { version: 3, to: 'N1' } });
      await ok('people.edit', { id: 'driver', body: { version: 4, changes: { username: 'driver' } } });
    });

    it.each([
      ['oneself', { as: 'admin', id: 'admin' }, { name: 'Yo' }, 'Nadie puede cambiar su propia cuenta'],
      [
        'charge S without it',
        { as: 'admin', id: 'supervisor' },
        { name: 'Jefe' },
        'Solo una persona con cargo S puede cambiar a otra con cargo S',
      ],
      [
        'giving charge S without it',
        { as: 'admin', id: 'driver' },
        { charge: 'S' },
        'Solo una persona con cargo S puede dar el cargo S',
      ],
      [
        'giving a module that the caller lacks',
        { as: 'admin', id: 'driver' },
        { modules: ['M01', 'U01'] },
        'No puede otorgar un permiso que usted no tiene: U01',
      ],
    ] as const)('refuses %s', async (_what, sent, changes, text) => {
      const before = await users();
      expect(said(await edit(sent.id, changes, 1, { as: sent.as }))).toEqual([403, text]);
      expect(await users()).toEqual(before);
    });

    it('keeps a person’s open lines after a change of username', async () => {
      await takeLine('driver');
      await edit('driver', { username: 'chofer' });
      const lines = await desk.db.selectFrom('attention_lines').select('taken_person').execute();
      expect(lines).toEqual([{ taken_person: 'N1/chofer' }]);
      expect((await call('people.openWork')).body).toMatchObject({ lines: 1, money: [] });
    });
  });

  describe('leaving', () => {
    const leave = (
      operation: 'people.disable' | 'people.retire',
      id = 'driver',
      body: object = { version: 1 },
      sent: Sent = {},
    ) => call(operation, { id, body, ...sent });

    it.each(['people.disable', 'people.retire'] as const)(
      '%s ends tokens and sign-in until the person is enabled',
      async (operation) => {
        const { token } = await login('driver');
        await desk.db.deleteFrom('account_changes').execute();
        expect((await leave(operation)).status).toBe(200);
        await expect(recogniseToken(desk.services, token)).rejects.toMatchObject({ kind: 'unauthenticated' });
        expect(await desk.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
        const wrong = await login('driver', 'otra clave').catch((error: unknown) => error);
        await expect(login('driver')).rejects.toEqual(wrong);
        // The rows that make gateways read the account again.
        expect((await desk.db.selectFrom('account_changes').select('user_id').execute()).length).toBeGreaterThan(0);
        expect((await call('people.enable', { body: { version: 2 } })).status).toBe(200);
        await login('driver');
      },
    );

    it.each(['people.disable', 'people.retire'] as const)(
      '%s voids the reset link, even if the person is enabled again',
      async (operation) => {
        const person = await requireUser(desk.db, { companyId: 'norte' }, 'driver');
        const link = () => createPasswordLink(desk.services, person, { id: null, username: 'x' });
        const use = (secret: string) => resetPassword(desk.services, { secret, password: NEW_PASSWORD });
        const { secret } = await link();
        await leave(operation);
        expect(await use(secret)).toEqual({ outcome: 'void' });
        await call('people.enable', { body: { version: 2 } });
        expect(await use(secret)).toEqual({ outcome: 'void' });
        expect(await use((await link()).secret)).toMatchObject({ outcome: 'changed' });
      },
    );

    it('refuses a token that outlived the change of state', async () => {
      const { token } = await login('driver');
      await desk.db.updateTable('users').set({ state: 'retired' }).where('id', '=', 'driver').execute();
      await expect(recogniseToken(desk.services, token)).rejects.toMatchObject({ kind: 'unauthenticated' });
    });

    it('is not on the permission screen, which lists active people only', async () => {
      const { token } = await login('supervisor');
      const listed = async () =>
        (
          (await request(desk.app).get('/legacy/api/users/N1').set('Authorization', `Bearer ${token}`)).body as {
            id: string;
          }[]
        ).map(({ id }) => id);
      expect(await listed()).toContain('driver');
      await leave('people.disable');
      expect(await listed()).not.toContain('driver');
      const supervisor = await requireUser(desk.db, { companyId: 'norte' }, 'supervisor');
      await expect(replacePermissions(desk.services, supervisor, 'driver', [])).rejects.toMatchObject({
        kind: 'not-found',
      });
    });

    it('has no effect when repeated, and removes the modules', async () => {
      await leave('people.disable');
      expect((await leave('people.disable')).body).toMatchObject({ version: 2, state: 'disabled' });
      expect((await leave('people.retire', 'driver', { version: 2 })).body).toMatchObject({
        version: 3,
        state: 'retired',
        modules: ['M01'],
      });
      expect(said(await leave('people.disable', 'driver', { version: 3 }))).toEqual([
        409,
        'Esta persona ya está retirada',
      ]);
      expect((await events()).map(({ what, before, after }) => [what, before, after])).toEqual([
        ['disabled', { state: 'active' }, { state: 'disabled' }],
        ['retired', { state: 'disabled' }, { state: 'retired' }],
      ]);
    });

    it('reports open work first', async () => {
      const at = desk.clock();
      await takeLine('driver');
      await sql`
        insert into couriers (company_id, office_id, name, vehicle, zones, shift_from, shift_to, capacity_orders, capacity_grams, state, created_at)
        values ('norte', 'N1', 'Pedro', 'moto', '{}', '08:00', '18:00', 1, 1, 'activo', ${at})`.execute(desk.db);
      await sql`
        insert into money_entries (company_id, office_id, courier_id, day, act, what, at, by_username, by_user, person,
          means, source, target, amount)
        select 'norte', 'N1', id, '2026-11-20', gen_random_uuid(), 'entrega', ${at}, 'driver', 'Don driver', 'N1/driver',
          'efectivo', 'repartidor', 'caja', 100 from couriers`.execute(desk.db);
      const open = { lines: 1, money: [{ day: '2026-11-20', couriers: 1 }], colleagues: [] };
      expect((await call('people.openWork')).body).toEqual(open);
      const text =
        'Don driver tiene abierto: 1 línea de «Por atender» y dinero de 1 repartidor del 2026-11-20 sin cerrar';
      for (const operation of ['people.disable', 'people.retire'] as const)
        expect(said(await leave(operation))).toEqual([409, text]);
      expect(said(await call('people.move', { body: { version: 1, to: 'N2' } }))).toEqual([409, text]);
      // The day is closed: what remains is the line.
      await sql`
        insert into courier_days (company_id, office_id, courier_id, day, confirmed_at, confirmed_username, confirmed_user, totals)
        select 'norte', 'N1', id, '2026-11-20', ${at}, 'admin', 'Don admin', '{}' from couriers`.execute(desk.db);
      expect((await call('people.openWork')).body).toMatchObject({ lines: 1, money: [] });
      expect((await leave('people.disable', 'driver', { version: 1, openWork: 'known' })).body).toMatchObject({
        state: 'disabled',
      });
    });

    it('keeps the last administrator of an office', async () => {
      // The supervisor and the administrator of N1 have G01; neighbour is alone in N2.
      const last = 'La oficina debe conservar al menos una persona que administre permisos (G01)';
      for (const [operation, body] of [
        ['people.disable', { version: 1 }],
        ['people.retire', { version: 1 }],
        ['people.move', { version: 1, to: 'N1' }],
        ['people.edit', { version: 1, changes: { modules: ['M01'] } }],
      ] as const)
        expect(said(await call(operation, { id: 'neighbour', office: 'N2', body }))).toEqual([400, last]);
      // A disabled administrator does not count.
      await desk.db
        .updateTable('users')
        .set({ permissions: ['G01'], state: 'disabled' })
        .where('id', '=', 'colleague')
        .execute();
      expect((await leave('people.disable', 'neighbour', { version: 1 }, { office: 'N2' })).status).toBe(400);
      await desk.db.updateTable('users').set({ state: 'active' }).where('id', '=', 'colleague').execute();
      expect((await leave('people.disable', 'neighbour', { version: 1 }, { office: 'N2' })).status).toBe(200);
    });

    it('keeps an administrator when two disable each other concurrently', async () => {
      await desk.db
        .updateTable('users')
        .set({ permissions: ['M01', 'G01'] })
        .where('id', '=', 'blindsupervisor')
        .execute();
      const both = await Promise.all([
        leave('people.disable', 'blindsupervisor', { version: 1 }),
        leave(
          'people.disable',
          'supervisor',
          { version: 1 },
          { claims: { ...claimsOf('blindsupervisor'), modules: ['G01'] } },
        ),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      const active = (await users()).filter(
        ({ state, charge, office_id }) => state === 'active' && charge === 'S' && office_id !== 'S1',
      );
      expect(active).toHaveLength(1);
    });
  });

  describe('delete', () => {
    const remove = (id = 'driver', version = 1, sent: Sent = {}) =>
      call('people.delete', { id, body: { version }, ...sent });
    const exists = async (id: string) => (await users()).some((user) => user.id === id);

    it('deletes an account that was never used, with an event and a row of the trail; its username is free', async () => {
      expect((await remove()).body).toMatchObject({ id: 'driver', username: 'driver' });
      expect(await exists('driver')).toBe(false);
      expect((await events()).at(-1)).toMatchObject({
        type: 'person.changed',
        what: 'deleted',
        person: { id: 'driver', user: 'Don driver' },
        before: { username: 'driver', charge: 'O' },
      });
      expect(
        await desk.db.selectFrom('trail').select(['kind', 'actor_id', 'subject_id', 'subject_name']).execute(),
      ).toEqual([
        { kind: 'account.deleted', actor_id: 'supervisor', subject_id: 'driver', subject_name: 'Don driver' },
      ]);
      await expect(login('driver')).rejects.toMatchObject({ kind: 'unauthenticated' });
      expect((await remove()).status).toBe(404);
      await ok('people.create', { body: { people: [newPerson({ username: 'driver' })] } });
    });

    it('keeps accounts that may have been used, or that own something', async () => {
      const refused = async (change: () => Promise<unknown>, text: RegExp) => {
        await change();
        const [status, message] = said(await remove());
        expect([status, message]).toEqual([409, expect.stringMatching(text)]);
        expect(await exists('driver')).toBe(true);
      };
      const users = (set: object) => desk.db.updateTable('users').set(set).where('id', '=', 'driver').execute();
      await refused(() => login('driver'), /ya ingresó alguna vez/);
      await desk.db.deleteFrom('sign_ins').execute();
      await refused(() => users({ sign_ins_complete: false }), /no se sabe/);
      await refused(() => users({ sign_ins_complete: true, erased_at: desk.clock() }), /se quitaron/);
      await refused(() => users({ erased_at: null }).then(() => takeLine('driver')), /«Por atender»/);
      // Includes a closed line.
      await refused(
        () => desk.db.updateTable('attention_lines').set({ closed_at: desk.clock() }).execute(),
        /Por atender/,
      );
      await desk.db.deleteFrom('attention_lines').execute();
      expect(said(await remove('driver', 7))[0]).toBe(409);
      expect((await remove()).status).toBe(200);
    });

    it('follows the rules of who may change whom', async () => {
      const statuses = async (...all: [id: string, sent: Sent][]) =>
        Promise.all(all.map(async ([id, sent]) => (await remove(id, 1, sent)).status));
      expect(
        await statuses(
          ['admin', { as: 'admin' }],
          ['blindsupervisor', { as: 'admin' }],
          ['colleague', { as: 'admin' }],
        ),
      ).toEqual([403, 403, 404]);
      // The last administrator of N2.
      expect((await remove('neighbour', 1, { office: 'N2' })).status).toBe(400);
      expect(await exists('neighbour')).toBe(true);
      expect((await remove('colleague', 1, { office: 'N2' })).status).toBe(200);
    });

    it('gives no token to somebody whose account is deleted while they sign in', async () => {
      vi.mocked(passwordMatches).mockImplementationOnce(async () => {
        await ok('people.delete', { body: { version: 1 } });
        return true;
      });
      await expect(login('driver')).rejects.toMatchObject({ kind: 'unauthenticated' });
      expect(await desk.db.selectFrom('sign_ins').selectAll().execute()).toEqual([]);
    });
  });

  describe('lines of «Por atender» of a person who loses access', () => {
    /** Takes two lines: one that everybody with the list sees, and one about positions, which requires M01. */
    const takeLines = async (person = 'driver') => {
      await takeLine(person, 1, ['tarde']);
      await takeLine(person, 2, ['sin_senal']);
    };
    const lines = () =>
      desk.db
        .selectFrom('attention_lines')
        .select(['version', 'taken_at', 'taken_person', 'taken_username', 'taken_user'])
        .orderBy('id')
        .execute();
    const acts = async () =>
      (await desk.db.selectFrom('attention_acts').selectAll().orderBy('id').execute()).map(
        ({ act, user_name: by, to_user: to }) => [act, by, to],
      );
    const grant = (id: string, permissions: string[]) =>
      desk.db.updateTable('users').set({ permissions }).where('id', '=', id).execute();
    const FREE = { version: 2, taken_at: null, taken_person: null, taken_username: null, taken_user: null };
    const known = { version: 1, openWork: 'known' };

    it.each([
      ['people.disable', {}],
      ['people.retire', {}],
      ['people.move', { to: 'N2' }],
    ] as const)('%s returns them to the list, with who did it', async (operation, more) => {
      await takeLines();
      await ok(operation, { body: { ...known, ...more } });
      expect(await lines()).toEqual([FREE, FREE]);
      expect(await acts()).toEqual([
        ['devolver', 'Don supervisor', null],
        ['devolver', 'Don supervisor', null],
      ]);
    });

    it('gives them to a colleague, except those that the colleague does not see', async () => {
      await takeLines();
      for (const id of ['clerk', 'driver', 'colleague', 'strangerclerk']) await grant(id, ['D04', 'U01']);
      expect((await call('people.openWork')).body).toEqual({
        lines: 2,
        money: [],
        colleagues: [{ id: 'clerk', name: 'Don clerk' }],
      });
      await ok('people.disable', { body: { ...known, linesTo: 'clerk' } });
      const at = desk.clock();
      expect(await lines()).toEqual([
        { version: 2, taken_at: at, taken_person: 'N1/clerk', taken_username: 'clerk', taken_user: 'Don clerk' },
        FREE,
      ]);
      expect(await acts()).toEqual([
        ['entregar', 'Don supervisor', 'Don clerk'],
        ['devolver', 'Don supervisor', null],
      ]);
    });

    it('refuses a colleague who cannot act on them, and changes nothing', async () => {
      await takeLines();
      const before = await lines();
      const text = 'Elija a una persona activa de la oficina que use «Por atender» y Asignación';
      await grant('clerk', ['D04']);
      // Those that are refused for another reason have the modules.
      for (const id of ['driver', 'colleague', 'strangerclerk']) await grant(id, ['D04', 'U01']);
      const refuse = async (linesTo: string) =>
        expect(said(await call('people.disable', { body: { ...known, linesTo } }))).toEqual([400, text]);
      for (const id of ['clerk', 'driver', 'colleague', 'strangerclerk', 'nobody']) await refuse(id);
      await grant('clerk', ['D04', 'U01']);
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'clerk').execute();
      await refuse('clerk');
      expect(await lines()).toEqual(before);
      expect((await users()).find(({ id }) => id === 'driver')?.state).toBe('active');
      expect(await acts()).toEqual([]);
    });

    it('releases the lines of a person who was disabled earlier', async () => {
      await takeLines();
      await desk.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', 'driver').execute();
      await ok('people.retire', { body: { version: 1 } });
      expect(await lines()).toEqual([FREE, FREE]);
    });

    it('changes neither lines of others nor closed ones', async () => {
      await takeLines('admin');
      await ok('people.disable', { body: known });
      expect((await lines()).map(({ taken_person: person }) => person)).toEqual(['N1/admin', 'N1/admin']);
      await desk.db.updateTable('attention_lines').set({ closed_at: desk.clock() }).execute();
      await ok('people.disable', { id: 'admin', body: known });
      expect((await lines()).map(({ taken_person: person }) => person)).toEqual(['N1/admin', 'N1/admin']);
    });
  });

  describe('history', () => {
    const history = async (sent: Sent = {}) => ok<PersonHistory>('people.history', sent);

    it('lists every change with the values before and after, newest first', async () => {
      await edit('driver', { name: 'José Peña', modules: ['M01', 'D01'] });
      await takeLine('driver', 1, ['tarde']);
      await desk.db
        .updateTable('users')
        .set({ permissions: ['D04', 'U01'] })
        .where('id', '=', 'clerk')
        .execute();
      desk.clock.move(60_000);
      await ok('people.disable', { body: { version: 2, openWork: 'known', linesTo: 'clerk' } });
      desk.clock.move(60_000);
      await ok('people.enable', { body: { version: 3 } });
      await edit('clerk', { name: 'Otra' });
      const { changes, days } = await history();
      const by = { username: 'supervisor', user: 'Don supervisor' };
      expect(days).toBe(365);
      const shown = changes.map(({ kind, by: who, before, after, lines }) => ({ kind, by: who, before, after, lines }));
      expect(shown).toEqual([
        { kind: 'account.enabled', by, before: { state: 'disabled' }, after: { state: 'active' }, lines: null },
        {
          kind: 'account.disabled',
          by,
          before: { state: 'active' },
          after: { state: 'disabled' },
          lines: { count: 1, to: 'Otra' },
        },
        {
          kind: 'permissions.changed',
          by,
          before: { name: 'Don driver', modules: ['M01'] },
          after: { name: 'José Peña', modules: ['M01', 'D01'] },
          lines: null,
        },
      ]);
    });

    it('G43: lists changes of how the person signs in, with who made them', async () => {
      // Wrong and recovery codes belong to sign-ins, which are for charge S.
      const { guess, finish, codes } = await addFactor(desk.services);
      for (let turn = 0; turn < 10; turn += 1) await guess();
      await finish(codes[0] ?? '');
      await ok('people.removeFactor');
      await ok('people.unlinkProvider');
      desk.clock.move(25 * 3_600_000);
      await ok('people.inviteProvider');
      await withoutPasswords(desk.db);
      await breakGlass(desk.db, await requireUser(desk.db, { companyId: 'norte' }, 'driver'), desk.clock());
      expect((await history()).changes.map(({ kind, by }) => [kind, by.user])).toEqual([
        ['signIn.brokenGlass', OPERATOR.user],
        ['provider.invited', 'Don supervisor'],
        ['factor.removed', 'Don supervisor'],
        ['factor.added', 'Don driver'],
      ]);
    });

    it('is read from an index with the same kinds', async () => {
      const { rows } = await sql<{ kinds: string }>`
        select pg_get_expr(indpred, indrelid) as kinds from pg_index
        where indexrelid = 'trail_person'::regclass`.execute(desk.db);
      const kinds = [...(rows[0]?.kinds ?? '').matchAll(/'([\w.]+\.\w+)'/g)].map(([, kind]) => kind);
      expect(kinds.sort()).toEqual([...PERSON_HISTORY_KINDS].sort());
    });

    it('follows the person to another office, and lists no sign-ins', async () => {
      await storeReports(
        desk.db,
        [
          {
            key: 'a-report-of-a-gateway',
            at: desk.clock().toISOString(),
            kind: 'signIn.failed',
            count: 1,
            attempt: { sucursal: 'N1', username: 'driver' },
          },
        ],
        desk.clock(),
      );
      await ok('people.move', { body: { version: 1, to: 'N2' } });
      expect((await call('people.history')).status).toBe(404);
      expect((await history({ office: 'N2' })).changes.map(({ kind }) => kind)).toEqual(['account.moved']);
    });
  });

  describe('move', () => {
    it('takes the person to the other office with a new sign-in, and both logs say so', async () => {
      const { token } = await login('driver');
      const moved = await ok<PersonOfOffice>('people.move', { body: { version: 1, to: 'N2' } });
      expect(moved).toMatchObject({ version: 2, modules: ['M01'] });
      await expect(recogniseToken(desk.services, token)).rejects.toMatchObject({ kind: 'unauthenticated' });
      await expect(login('driver')).rejects.toMatchObject({ kind: 'unauthenticated' });
      expect((await login('driver', PASSWORD, 'N2')).person.office.id).toBe('N2');
      expect(await events()).toMatchObject([
        { officeId: 'N1', what: 'moved', before: { office: 'N1' }, after: { office: 'N2' } },
        { officeId: 'N2', what: 'moved', before: { office: 'N1' }, after: { office: 'N2' } },
      ]);
    });

    it('refuses a closed office', async () => {
      const closed = JSON.stringify({ at: desk.clock().toISOString(), by: { username: 'x', user: 'X' } });
      await desk.db.updateTable('offices').set({ closed }).where('id', '=', 'N2').execute();
      expect((await call('people.move', { body: { version: 1, to: 'N2' } })).status).toBe(409);
      await desk.db.updateTable('offices').set({ closed: null }).where('id', '=', 'N2').execute();
      expect((await call('people.move', { body: { version: 1, to: 'N2' } })).status).toBe(200);
    });

    it('refuses an office of another company, and a username that the office has', async () => {
      expect((await call('people.move', { body: { version: 1, to: 'S1' } })).status).toBe(404);
      await edit('driver', { username: 'colleague' });
      expect(said(await call('people.move', { body: { version: 2, to: 'N2' } }))).toEqual([
        409,
        'La oficina N2 ya tiene el usuario colleague, u otro que se confunde con él. Puede usar colleague2',
      ]);
      expect((await personOf('driver')).version).toBe(2);
    });
  });

  describe('profiles', () => {
    const add = (name: string, modules = ['U01']) => call('people.createProfile', { body: { name, modules } });

    it('lists the standard ones and those of the office, and changes nobody', async () => {
      const made = await ok<{ id: string }>('people.createProfile', {
        body: { name: 'Turno noche', modules: ['U01'] },
      });
      const names = async (office = 'N1') =>
        (await ok<{ name: string }[]>('people.profiles', { office })).map(({ name }) => name);
      expect(await names()).toEqual(['Despachador', 'Caja', 'Supervisor', 'Turno noche']);
      expect(await names('N2')).toEqual(['Despachador', 'Caja', 'Supervisor']);
      const before = await users();
      await ok('people.editProfile', { id: made.id, body: { version: 1, name: 'Noche', modules: ['U01', 'M01'] } });
      expect(
        (await call('people.editProfile', { id: made.id, body: { version: 1, name: 'X', modules: [] } })).status,
      ).toBe(409);
      expect((await call('people.removeProfile', { id: made.id, office: 'N2', body: { version: 2 } })).status).toBe(
        404,
      );
      await ok('people.removeProfile', { id: made.id, body: { version: 2 } });
      expect(await names()).toEqual(['Despachador', 'Caja', 'Supervisor']);
      expect(await users()).toEqual(before);
    });

    it('refuses equal names, unknown modules and more than the maximum', async () => {
      expect((await add('caja')).status).toBe(409);
      expect((await add('Uno', ['XX9'])).status).toBe(400);
      for (let at = 0; at < MAX_PROFILES; at++) expect((await add(`Perfil ${at}`)).status).toBe(200);
      expect(said(await add('Uno más'))[1]).toMatch(/^La oficina ya tiene 30 perfiles propios/);
    });

    it('gives nobody more than the caller has: applying one is an edit', async () => {
      await add('Poderoso', ['U01', 'D05']);
      expect((await edit('driver', { modules: ['U01', 'D05'] }, 1, { as: 'admin' })).status).toBe(403);
    });
  });

  it('previews a list with what must be corrected', async () => {
    await ok('people.createProfile', { body: { name: 'Noche', modules: ['D01'] } });
    const file = 'Nombre\tUsuario\tCargo\tPerfil\nAna Ruiz\t\tD\tnoche\nLuis\tdriver\tS\tCaja\n';
    const preview = await ok<PeoplePreview>('people.preview', { ...LIST, as: 'admin', file });
    if (!preview.readable) throw new Error(preview.why);
    const [ana, luis] = preview.lines;
    expect(ana).toEqual({
      line: 2,
      ok: true,
      input: { name: 'Ana Ruiz', username: 'ana.ruiz', charge: 'D', modules: ['D01'] },
      proposed: true,
    });
    expect(luis).toMatchObject({ line: 3, ok: false, name: 'Luis' });
    expect(luis?.ok === false && luis.errors.map(({ column, reason }) => [column, reason])).toEqual([
      ['username', 'La oficina ya tiene el usuario driver, u otro que se confunde con él'],
      ['charge', 'Solo una persona con cargo S puede dar el cargo S'],
      ['modules', 'Usted no tiene D04, D05, U01, y no puede darlo'],
    ]);
  });
});
