import { type SessionView, type User } from '@despacho/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser, kindOf } from '../../../apps/bff/test/support/browser.ts';
import { type Gateway, startGateway } from '../../../apps/bff/test/support/gateway.ts';
import { answerAs, type GeneratedHost, generatedHost } from '../../../apps/bff/test/support/generated-host.ts';
import { checkLegacy, reportText } from '../../src/legacy-check/check-legacy.ts';

/* Compares the report of the check on a host with the gateway's behaviour. */

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ REQUESTS_PER_MINUTE: '0' }, { wait: () => Promise.resolve() });
});
afterAll(() => gateway.close(), 120_000);

/** Ids that the generated host accepts a save for, each in one row of the list only. */
const savable = (users: readonly User[]): User[] =>
  users.filter(
    ({ id }) =>
      /^([1-9]|U-2)$/.test(String(id)) && users.filter((other) => String(other.id) === String(id)).length === 1,
  );

let run = 0;

async function compare(host: GeneratedHost): Promise<void> {
  answerAs(gateway.legacy, { ...host, save: { status: 200, body: 'saved' } });
  const person = { ...gateway.legacy.users.ana, username: `persona-${(run += 1)}` };
  const account = { sucursal: person.office, username: person.username, password: person.password };
  const { reports, verdicts } = await checkLegacy(gateway.services.config, account);
  expect(reportText(reports)).toMatch(/^[\p{L}\p{N}\p{P}\p{S} \n]+$/u);

  const browser = new Browser(gateway);
  const login = await browser.signIn(person);
  expect(login.status === 200 ? null : kindOf(login)).toBe(verdicts.signIn);
  if (login.status !== 200) return;
  const failureOf = async (path: string) => {
    const response = await browser.get(path);
    return { failure: response.status === 200 ? null : kindOf(response), body: response.body as unknown };
  };
  const modules = new Set((login.body as SessionView).permissionsList.map(({ module }) => module));
  expect((await failureOf('/api/storage')).failure).toBe(verdicts.storage);
  if (modules.has('000')) {
    expect((await failureOf('/api/clients')).failure).toBe(verdicts.clients);
    if (verdicts.client)
      expect((await failureOf(`/api/clients/${verdicts.client.id}`)).failure).toBe(verdicts.client.failure);
  }
  if (!modules.has('G01')) return;
  const { failure, body } = await failureOf('/api/users');
  expect(failure).toBe(verdicts.users);
  for (const { id, permissionsList = [] } of failure === null ? savable(body as User[]) : []) {
    const unchanged = permissionsList.map(({ module }) => ({ module }));
    const saved = await browser.post(`/api/permission/${id}`, { permissionsList: unchanged });
    expect([id, saved.status === 200]).toEqual([id, verdicts.changeable?.includes(String(id))]);
  }
}

it('reports what the gateway does with any host, and never crashes', async () => {
  await fc.assert(fc.asyncProperty(generatedHost, compare), { numRuns: 60 });
}, 120_000);
