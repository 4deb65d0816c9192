import { legacyCredentials, legacyLogin, legacyStorage } from '@despacho/contracts/legacy';
import { client, user } from '@despacho/contracts';
import { verify } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { setPassword, deleteTokensOf } from '#people/tokens/set-password.ts';
import { findForSignIn } from '#people/users/users-repository.ts';
import { NORTE_RUC, PASSWORD, SUR_RUC } from './people.ts';
import request from './request.ts';
import { createTestApp, STORAGE_ACCESS } from './test-services.ts';
import { useDesk } from './use-desk.ts';

// Spies that call the real functions.
vi.mock('@node-rs/argon2', { spy: true });

const HOUR = 3_600_000;

describe('the legacy calls', () => {
  const desk = useDesk();
  const { clock } = desk;

  const login = (query: object) => request(desk.app).get('/legacy/base/auth').query(query);
  const tokenOf = async (who: string, sucursal = 'N1'): Promise<string> =>
    legacyLogin.parse((await login({ sucursal, user: who, password: PASSWORD }).expect(200)).body).token;
  const credentials = (query: object) => request(desk.app).get('/legacy/base/auth/credentials').query(query);

  describe('auth', () => {
    it('returns token, branch and tax id', async () => {
      const body: unknown = (await login({ sucursal: 'N1', user: 'admin', password: PASSWORD }).expect(200)).body;
      expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) as string, sucursal: 'N1', ruc: NORTE_RUC });
    });

    it('matches branch and user regardless of case, and the password exactly', async () => {
      await login({ sucursal: ' n1 ', user: 'ADMIN', password: PASSWORD }).expect(200);
      await login({ sucursal: 'N1', user: 'admin', password: PASSWORD.toUpperCase() }).expect(401);
      await login({ sucursal: 'N1', user: 'admin', password: ` ${PASSWORD}` }).expect(401);
    });

    it('gives the same response for any wrong password, user or branch', async () => {
      const wrong = [
        { sucursal: 'N1', user: 'admin', password: 'otra' },
        { sucursal: 'N1', user: 'nadie', password: PASSWORD },
        { sucursal: 'NADA', user: 'admin', password: PASSWORD },
        { sucursal: 'N2', user: 'admin', password: PASSWORD },
      ];
      for (const query of wrong) {
        const answer = await login(query).expect(401);
        const body: unknown = answer.body;
        const headers = answer.headers as Record<string, string>;
        expect(body).toEqual({ message: 'Usuario o contraseña incorrectos' });
        expect(Object.keys(headers).sort()).toEqual([
          'cache-control',
          'connection',
          'content-length',
          'content-type',
          'date',
        ]);
      }
    });

    it('checks one hash of equal cost for an unknown user and a wrong password', async () => {
      const checked = async (who: string): Promise<string[]> => {
        vi.mocked(verify).mockClear();
        await login({ sucursal: 'N1', user: who, password: 'otra' }).expect(401);
        // The parameters of a hash, which determine its cost, precede its salt.
        return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
      };
      const known = await checked('admin');
      expect(known).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+$/)]);
      expect(await checked('nadie')).toEqual(known);
    });

    it.each([{}, { sucursal: 'N1', user: 'admin' }, { sucursal: '', user: 'admin', password: PASSWORD }])(
      'rejects %j',
      async (query) => {
        expect((await login(query).expect(400)).body).toEqual({
          message: 'La solicitud no es válida',
          field: expect.stringMatching(/^query\.(sucursal|password)$/) as string,
        });
      },
    );

    it('rejects a repeated parameter', async () => {
      await request(desk.app)
        .get(`/legacy/base/auth?sucursal=N1&user=admin&password=x&password=${PASSWORD}`)
        .expect(400);
    });

    it('answers 400 or 401 to any input, and never fails', async () => {
      const text = fc.oneof(
        fc.string({ maxLength: 80, unit: 'binary' }),
        fc.constantFrom("' or 1=1 --", '\0', '%00', 'N1'),
      );
      await fc.assert(
        fc.asyncProperty(text, text, text, async (sucursal, user, password) => {
          const { status } = await login({ sucursal, user, password });
          expect([400, 401]).toContain(status);
        }),
        { numRuns: 40 },
      );
    });
  });

  describe('auth/credentials', () => {
    it('returns the person with every code of the permission list', async () => {
      const token = await tokenOf('clerk');
      const body: unknown = (await credentials({ token, sucursal: 'N1' }).expect(200)).body;
      expect(legacyCredentials.parse(body)).toEqual({
        token,
        id: 'clerk',
        user: 'Don clerk',
        username: 'clerk',
        charge: 'C',
        officeId: { id: 'N1', name: 'Norte uno' },
        ruc: NORTE_RUC,
        permissionsList: [{ module: '000' }, { module: 'X07' }],
      });
    });

    it('works without a branch, and rejects a wrong one', async () => {
      const token = await tokenOf('clerk');
      await credentials({ token }).expect(200);
      await credentials({ token, sucursal: 'N2' }).expect(401);
    });

    it('rejects a token that was never issued', async () => {
      await credentials({ token: 'inventado' }).expect(401);
      await credentials({}).expect(400);
    });

    it('returns a changed permission', async () => {
      const token = await tokenOf('clerk');
      await desk.db
        .updateTable('users')
        .set({ permissions: ['T02'] })
        .where('id', '=', 'clerk')
        .execute();
      const body: unknown = (await credentials({ token }).expect(200)).body;
      expect(legacyCredentials.parse(body).permissionsList).toEqual([{ module: 'T02' }]);
    });

    it('rejects an expired token', async () => {
      const token = await tokenOf('clerk');
      clock.move(12 * HOUR - 1);
      await credentials({ token }).expect(200);
      clock.move(1);
      await credentials({ token }).expect(401);
    });

    it('rejects a revoked token in every call', async () => {
      const token = await tokenOf('clerk');
      const list = () => request(desk.app).get('/legacy/base/clients/').set('Authorization', `Bearer ${token}`);
      await list().expect(200);
      expect(await deleteTokensOf(desk.db, 'clerk')).toBe(1);
      await list().expect(401);
      await credentials({ token }).expect(401);
    });

    it('rejects tokens issued under an earlier password', async () => {
      const token = await tokenOf('clerk');
      const other = await tokenOf('admin');
      const found = await findForSignIn(desk.db, { sucursal: 'N1', username: 'clerk' });
      if (!found) throw new Error('clerk is gone');
      expect(await setPassword(desk.db, found.person, 'una nueva clave')).toBe(1);
      await credentials({ token }).expect(401);
      await credentials({ token: other }).expect(200);
      await login({ sucursal: 'N1', user: 'clerk', password: PASSWORD }).expect(401);
      await login({ sucursal: 'N1', user: 'clerk', password: 'una nueva clave' }).expect(200);
    });
  });

  it('stores only hashes of passwords and tokens', async () => {
    const token = await tokenOf('admin');
    const users = await desk.db.selectFrom('users').selectAll().execute();
    const tokens = await desk.db.selectFrom('access_tokens').selectAll().execute();
    expect(tokens).toHaveLength(1);
    expect(users.every(({ password_hash }) => password_hash?.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true);
    const stored = JSON.stringify([users, tokens]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
  });

  it('deletes expired tokens at the next sign-in', async () => {
    await tokenOf('admin');
    clock.move(13 * HOUR);
    await tokenOf('clerk');
    const tokens = await desk.db.selectFrom('access_tokens').select('user_id').execute();
    expect(tokens).toEqual([{ user_id: 'clerk' }]);
  });

  it("users/{officeId} lists the office by name, in the contract's form", async () => {
    await desk.db.updateTable('users').set({ name: 'Ñusta' }).where('id', '=', 'driver').execute();
    await desk.db.updateTable('users').set({ name: 'Óscar' }).where('id', '=', 'clerk').execute();
    await desk.db.updateTable('users').set({ name: 'Norma' }).where('id', '=', 'admin').execute();
    const body: unknown = (
      await request(desk.app)
        .get('/legacy/api/users/N1')
        .set('Authorization', `Bearer ${await tokenOf('supervisor')}`)
        .expect(200)
    ).body;
    const users = (body as unknown[]).map((each) => user.parse(each));
    expect(users.map(({ user: name }) => name)).toEqual([
      'Don blindsupervisor',
      'Don supervisor',
      'Norma',
      'Ñusta',
      'Óscar',
    ]);
    expect(users[4]).toEqual({
      id: 'clerk',
      username: 'clerk',
      user: 'Óscar',
      charge: 'C',
      officeId: { id: 'N1', name: 'Norte uno' },
      permissionsList: [{ module: '000' }, { module: 'X07' }],
    });
    expect(JSON.stringify(body)).not.toMatch(/argon|hash|password/i);
  });

  it('clients/ lists the company by code, and clients/{id} returns the same client', async () => {
    const headers = { Authorization: `Bearer ${await tokenOf('clerk')}` };
    const list = (await request(desk.app).get('/legacy/base/clients/').set(headers).expect(200)).body as unknown[];
    expect(list.map((each) => client.parse(each).code)).toEqual(['C1', 'C2']);
    const body: unknown = (await request(desk.app).get('/legacy/base/clients/c1').set(headers).expect(200)).body;
    expect(body).toEqual(list[0]);
    expect(body).toMatchObject({ id: 'c1', name: 'Bodega Ñandú', lat: -12.1, phone: null, active: true });
    expect(body).not.toHaveProperty('company_id');
  });

  describe('permission/{id}', () => {
    const save = async (body: unknown, type = 'application/json') =>
      request(desk.app)
        .post('/legacy/api/permission/driver')
        .set('Authorization', `Bearer ${await tokenOf('supervisor')}`)
        .set('Content-Type', type)
        .send(typeof body === 'string' ? body : JSON.stringify(body));

    it.each([
      ['no list', {}, 'permissionsList'],
      ['a list of text', { permissionsList: ['G01'] }, 'permissionsList.0'],
      ['a code with a space', { permissionsList: [{ module: 'G 01' }] }, 'permissionsList.0.module'],
      ['no JSON', '{', 'body'],
      ['null', null, 'body'],
    ])('rejects %s, naming the field', async (_, body, field) => {
      const answer = await save(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ message: expect.any(String) as string, field });
    });

    it('rejects 201 codes', async () => {
      const codes = Array.from({ length: 201 }, (_, index) => ({ module: `M${String(index)}` }));
      const answer = await save({ permissionsList: codes });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: expect.any(String) as string });
    });

    it('rejects a malformed body, and one that is too large', async () => {
      expect((await save('permissionsList=G01', 'application/x-www-form-urlencoded')).status).toBe(400);
      expect((await save({ permissionsList: [], filler: 'x'.repeat(70_000) })).status).toBe(413);
    });

    it('removes duplicate codes and ignores unknown fields', async () => {
      const answer = await save({ permissionsList: [{ module: 'D01', since: 1 }, { module: 'D01' }], more: true });
      expect(answer.body).toEqual({ id: 'driver', permissionsList: [{ module: 'D01' }] });
    });

    it('G38: answers 409, in Spanish, when the list it is based on has changed', async () => {
      const stale = await save({ permissionsList: [{ module: 'D01' }], basedOn: ['D02'] });
      expect(stale.status).toBe(409);
      expect((stale.body as { message: string }).message).toMatch(/Otra persona/);
      expect((await save({ permissionsList: [{ module: 'D01' }], basedOn: ['M01'] })).status).toBe(200);
    });

    it('explains in Spanish why the last administrator cannot be removed', async () => {
      const answer = await request(desk.app)
        .post('/legacy/api/permission/neighbour')
        .set('Authorization', `Bearer ${await tokenOf('supervisor')}`)
        .send({ permissionsList: [] });
      expect(answer.status).toBe(400);
      expect((answer.body as { message: string }).message).toMatch(/al menos una persona/);
    });
  });

  describe('sgdempresa/findPredeterminado', () => {
    const right = { nroDocumento: NORTE_RUC, usuario: STORAGE_ACCESS.user, clave: STORAGE_ACCESS.password };
    const ask = (headers: Record<string, string>) =>
      request(desk.app).get('/legacy/storage/sgdempresa/findPredeterminado').set(headers);

    it('returns total and used bytes of the company', async () => {
      const body: unknown = (await ask(right).expect(200)).body;
      expect(body).toEqual({ data: { almacenamientoMaximo: 1_000_000_000_000, almacenamientoUsado: 5_000_000_000 } });
      expect(legacyStorage.parse(body).data.almacenamientoUsado).toBe(5_000_000_000);
      const other = await ask({ ...right, nroDocumento: SUR_RUC }).expect(200);
      expect(legacyStorage.parse(other.body).data.almacenamientoMaximo).toBe(10);
    });

    it.each([
      ['a wrong user', { ...right, usuario: 'otro' }, 401],
      ['a wrong key', { ...right, clave: 'otra' }, 401],
      ['no credentials', { nroDocumento: NORTE_RUC }, 401],
      ['no tax id', { usuario: right.usuario, clave: right.clave }, 400],
      ['an unknown tax id', { ...right, nroDocumento: '20999999999' }, 404],
    ])('rejects %s', async (_, headers, status) => {
      await ask(headers).expect(status);
    });

    it('answers 503 to every request if it is not configured', async () => {
      desk.app = createTestApp({ ...desk.services, config: { ...desk.services.config, storageAccess: undefined } });
      await ask(right).expect(503);
      await ask({ nroDocumento: NORTE_RUC, usuario: '', clave: '' }).expect(503);
    });
  });

  it.each(['%00', '%2e%2e%2fc1', 'c1%27--', '%C3%91', 'x'.repeat(65)])('finds nothing for the id %s', async (id) => {
    const clerk = { Authorization: `Bearer ${await tokenOf('clerk')}` };
    const supervisor = { Authorization: `Bearer ${await tokenOf('supervisor')}` };
    await request(desk.app).get(`/legacy/base/clients/${id}`).set(clerk).expect(404);
    await request(desk.app).get(`/legacy/api/users/${id}`).set(supervisor).expect(404);
    await request(desk.app)
      .post(`/legacy/api/permission/${id}`)
      .set(supervisor)
      .send({ permissionsList: [] })
      .expect(404);
  });

  it('answers JSON to an unknown path', async () => {
    expect((await request(desk.app).get('/legacy/base/nada').expect(404)).body).toEqual({ message: 'No encontrado' });
  });
});
