import { PROBLEMS, type ProblemKind } from '@despacho/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, kindOf, type Response } from './support/browser.ts';
import { check, FUZZ_TIME_MS, SEED_TITLE } from './support/fuzz.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { answerAs, CLIENT_ID, generatedHost } from './support/generated-host.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway(
    { REQUESTS_PER_MINUTE: '0', STORAGE_TAX_ID: '20512345670' },
    { wait: () => Promise.resolve() },
  );
});
afterAll(() => gateway.close(), 120_000);

let run = 0;
/** A new person for each host: failed sign-ins slow down an account. */
const somebody = () => ({ ...gateway.legacy.users.ana, username: `persona-${(run += 1)}` });

/** Whether a response is a success, or a problem whose status is that of its kind; never an internal error. */
function isProper(response: Response): boolean {
  if (response.status === 200) return true;
  const kind = kindOf(response) as ProblemKind | undefined;
  return kind !== undefined && kind !== 'internal' && PROBLEMS[kind].status === response.status;
}

const READS = ['/api/auth/session', '/api/users', '/api/clients', `/api/clients/${CLIENT_ID}`, '/api/storage'];

describe(`hosts of any kind ${SEED_TITLE}`, () => {
  it(
    'G27 S32: every answer becomes a response of the contract or a proper problem',
    async () => {
      await check(
        fc.asyncProperty(generatedHost, async (host) => {
          answerAs(gateway.legacy, host);
          const browser = new Browser(gateway);
          const login = await browser.signIn(somebody());
          expect([login.body, isProper(login)]).toEqual([login.body, true]);
          if (login.status !== 200) return;
          for (const path of READS) {
            const response = await browser.get(path);
            expect([path, response.body, isProper(response)]).toEqual([path, response.body, true]);
          }
          const saved = await browser.post('/api/permission/2', { permissionsList: [{ module: 'D01' }] });
          expect([saved.body, isProper(saved)]).toEqual([saved.body, true]);
        }),
        100,
      );
    },
    FUZZ_TIME_MS,
  );

  const flag = fc.boolean();
  /** The caller is the first user of the list; the host states any of these. */
  const stated = fc.record({
    idOfCaller: flag,
    accounts: flag,
    accountOfCaller: flag,
    names: flag,
    charges: flag,
    wrapped: flag,
    callersCharge: fc.constantFrom('S', 'A'),
  });

  it(
    'S27 S45: others can be changed where the host names people by id or username, and the caller never',
    async () => {
      await check(
        fc.asyncProperty(stated, async (host) => {
          const me = somebody();
          const row = (id: number, username: string, user: string) => ({
            id,
            ...(host.accounts && { username }),
            ...(host.names && { user }),
            ...(host.charges && { charge: id === 1 ? host.callersCharge : 'O' }),
            permissionsList: [{ module: 'G01' }],
          });
          const users = [row(1, me.username, 'Ana Torres'), row(2, 'rosa', 'Rosa Mamani'), row(3, 'luz', 'Luz Paz')];
          const json = (value: unknown) => ({ status: 200, body: JSON.stringify(value) });
          const credentials = {
            token: 'token-of-a-generated-host',
            charge: host.callersCharge,
            officeId: { id: 'LIMA' },
            permissionsList: [{ module: 'G01' }, { module: 'D01' }],
            ...(host.names && { user: 'Ana Torres' }),
            ...(host.idOfCaller && { id: '1' }),
            ...(host.accountOfCaller && { username: me.username }),
          };
          answerAs(gateway.legacy, {
            login: json({ token: 'login-of-a-generated-host' }),
            credentials: json(credentials),
            users: json(host.wrapped ? { data: users } : users),
            clients: json([]),
            client: json({}),
            storage: json({}),
            save: json({}),
          });
          const browser = new Browser(gateway);
          expect((await browser.signIn(me)).status).toBe(200);
          const save = async (id: number) =>
            (await browser.post(`/api/permission/${id}`, { permissionsList: [{ module: 'G01' }, { module: 'D01' }] }))
              .status;
          const tellsApart = host.idOfCaller || host.accounts || host.names;
          const mayChange = tellsApart && (host.callersCharge === 'S' || host.charges);
          expect([await save(1), await save(2)]).toEqual([403, mayChange ? 200 : 403]);
        }),
        40,
      );
    },
    FUZZ_TIME_MS,
  );
});
