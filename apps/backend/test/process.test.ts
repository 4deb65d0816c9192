import { once } from 'node:events';
import { PROVIDER_CALLS } from '@despacho/contracts/provider-calls';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertionOf, claimsOf } from './assertions.ts';
import { EventReader } from './event-reader.ts';
import { demoFolder } from './demo-folder.ts';
import { ServiceProcess } from './service-process.ts';
import { PROVIDERS, STORAGE_ACCESS } from './test-services.ts';

interface Credentials {
  token: string;
  ruc: string;
  permissionsList: { module: string }[];
}

const asJson = async <T>(response: Promise<Response> | Response): Promise<T> => (await (await response).json()) as T;

async function signIn(url: string, user: string, password = 'despacho'): Promise<Credentials> {
  const query = new URLSearchParams({ sucursal: 'LIMA', user, password });
  const { token } = await asJson<Credentials>(fetch(`${url}/legacy/base/auth?${String(query)}`));
  return asJson<Credentials>(fetch(`${url}/legacy/base/auth/credentials?token=${token}&sucursal=LIMA`));
}

const save = (url: string, token: string, id: string, modules: string[]) =>
  fetch(`${url}/legacy/api/permission/${id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ permissionsList: modules.map((module) => ({ module })) }),
  });

describe('the service as a process', { timeout: 120_000 }, () => {
  let folder: string;
  const started: ServiceProcess[] = [];
  const start = (...given: ConstructorParameters<typeof ServiceProcess>): ServiceProcess => {
    const service = new ServiceProcess({ DATA_DIR: folder, ...given[0] }, ...(given.slice(1) as [string[]?, object?]));
    started.push(service);
    return service;
  };

  let shared: ServiceProcess | undefined;
  /** Shared by the tests that leave nothing behind. */
  const running = () =>
    shared?.child.exitCode === null
      ? shared
      : (shared = start({ DEMO: '1', LOG_LEVEL: 'trace', FINISH_SECONDS: '60' }));

  /** Sends the first part of a request. @returns a function that sends the rest after a pause, and returns the answer. */
  async function beginSlowly(url: string, token: string): Promise<(pause: number) => Promise<string>> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    const body = JSON.stringify({ permissionsList: [{ module: 'D01' }] });
    socket.write(
      `POST /legacy/api/permission/1003 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n${body.slice(0, 5)}`,
    );
    // Whether the headers have arrived cannot be observed directly: a response on a later connection shows that they
    // have.
    await fetch(`${url}/health`);
    return async (pause) => {
      // waits: the clock of another process, which checks it
      await new Promise((resolve) => setTimeout(resolve, pause));
      socket.write(body.slice(5));
      await closed;
      return answer;
    };
  }

  beforeAll(async () => {
    folder = await demoFolder();
  });
  afterAll(async () => {
    await Promise.all(started.filter(({ child }) => child.exitCode === null).map((service) => service.stop('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps acknowledged writes through kill -9, and excludes a second process', async () => {
    const first = start({ DEMO: '1' });
    const url = await first.listening();

    const second = start({ DEMO: '1' });
    expect(await second.exit).toBe(1);
    expect(second.errors).toMatch(/^Another process is using the data folder .*\n$/);

    const { token, ruc } = await signIn(url, 'ana.torres');
    const claims = {
      sub: 'LIMA/a',
      username: 'a',
      user: 'A',
      company: ruc,
      officeId: 'LIMA',
      charge: 'A',
      modules: ['G01'],
    };
    const assertion = await assertionOf(claims, { from: new Date() });
    const live = await new EventReader().open(`${url}/operations/events`, assertion);
    await live.until(() => live.cursor !== '');
    live.close();
    // Killed during a series of writes: every acknowledged one must exist.
    let acknowledged = 0;
    const writing = (async () => {
      for (let round = 1; ; round++) {
        if ((await save(url, token, '1003', [`N${String(round)}`])).status !== 200) return;
        acknowledged = round;
      }
    })().catch(() => undefined);
    while (acknowledged < 15) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.stop('SIGKILL');
    await writing;

    const again = start({ DEMO: '1' });
    const newUrl = await again.listening();
    const users = await asJson<(Credentials & { id: string })[]>(
      fetch(`${newUrl}/legacy/api/users/LIMA`, { headers: { Authorization: `Bearer ${token}` } }),
    );
    expect(users).toHaveLength(20);
    const held = users.find(({ id }) => id === '1003')?.permissionsList[0]?.module ?? '';
    expect(Number(held.slice(1))).toBeGreaterThanOrEqual(acknowledged);

    // A client that resumes from before them receives every event, in order.
    const reader = await new EventReader().open(`${newUrl}/operations/events`, assertion, live.cursor);
    await reader.until(() => reader.data.length >= acknowledged);
    const added = (reader.data as { added: string[] }[]).map((event) => event.added[0]);
    expect(added).toEqual(Array.from({ length: added.length }, (_, index) => `N${String(index + 1)}`));
    expect(held).toBe(added.at(-1));

    // The open stream does not delay the stop.
    expect(await again.stop('SIGTERM')).toBe(0);
    await reader.until(() => reader.ended);
    expect(again.log.map(({ msg }) => msg).slice(-2)).toContain('stopped');
    expect(again.errors).toBe('');
  });

  it('logs no password, token, key or tax id, even at trace level', async () => {
    const service = running();
    const url = await service.listening();
    const { token, ruc } = await signIn(url, 'ana.torres');
    expect(ruc).toMatch(/^20\d{9}$/);
    await fetch(`${url}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=wrong%2Bpassword`);
    await fetch(`${url}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=twice-a&password=twice-b`);
    await fetch(`${url}/legacy/base/auth/credentials?token=dead-token-4711`);
    await save(url, token, '1003', ['D01']);
    await fetch(`${url}/legacy/api/permission/1003`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{"broken-body-4712',
    });
    const headers = { nroDocumento: ruc, usuario: STORAGE_ACCESS.user, clave: STORAGE_ACCESS.password };
    expect((await fetch(`${url}/legacy/storage/sgdempresa/findPredeterminado`, { headers })).status).toBe(200);
    const requested = () => service.log.filter(({ msg }) => msg === 'request');
    await expect.poll(() => requested().length).toBe(8);
    const requests = requested();
    expect(requests.map(({ method, path: at, status }) => [method, at, status])).toEqual([
      ['GET', '/legacy/base/auth', 200],
      ['GET', '/legacy/base/auth/credentials', 200],
      ['GET', '/legacy/base/auth', 401],
      ['GET', '/legacy/base/auth', 400],
      ['GET', '/legacy/base/auth/credentials', 401],
      ['POST', '/legacy/api/permission/1003', 200],
      ['POST', '/legacy/api/permission/1003', 400],
      ['GET', '/legacy/storage/sgdempresa/findPredeterminado', 200],
    ]);
    expect(Object.keys(requests[0] ?? {})).toEqual(
      'level time service requestId event method path operation status milliseconds msg'.split(' '),
    );
    const everything = service.output + service.errors;
    for (const secret of [
      token,
      ruc,
      STORAGE_ACCESS.password,
      'wrong',
      'twice',
      '4711',
      '4712',
      'ana.torres',
      'despacho"',
    ])
      expect(everything).not.toContain(secret);
  });

  it('completes requests in flight when stopped, even one longer than eight seconds', async () => {
    const service = running();
    const url = await service.listening();
    const { token } = await signIn(url, 'ana.torres');
    const headers = { Authorization: `Bearer ${token}`, Expect: '100-continue' };
    const calls = Array.from({ length: 30 }, () => request(`${url}/legacy/base/clients/`, { agent: false, headers }));
    const answers = Promise.all(calls.map((call) => once(call, 'response') as Promise<[IncomingMessage]>));
    // «100 Continue» shows that a request has arrived; one that has not is lost when the service stops listening.
    const arrived = calls.map((call) => once(call, 'continue'));
    for (const call of calls) call.end();
    await Promise.all(arrived);
    const slow = await beginSlowly(url, token);
    const exit = service.stop('SIGINT');
    for (const [answer] of await answers) {
      expect(answer.statusCode).toBe(200);
      expect(await json(answer)).toHaveLength(300);
    }
    expect(await slow(9000)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await exit).toBe(0);
    expect(service.log.at(-1)).toMatchObject({ msg: 'stopped' });
    await expect(fetch(`${url}/health`)).rejects.toThrow();
  });

  it('cuts a request that takes longer than FINISH_SECONDS when it is stopped', async () => {
    const service = start({ DEMO: '1', FINISH_SECONDS: '1' });
    const url = await service.listening();
    const slow = await beginSlowly(url, (await signIn(url, 'ana.torres')).token);
    const exit = service.stop('SIGTERM');
    expect(await slow(2500)).toBe('');
    expect(await exit).toBe(0);
    expect(service.log.at(-1)).toMatchObject({ cut: 1 });
  });

  it('refuses to start without DEMO on demonstration data', async () => {
    const real = start({});
    expect(await real.exit).toBe(1);
    expect(real.errors).toMatch(/holds demonstration data.*DEMO=1/);
  });

  it('reports all configuration errors and exits', async () => {
    const run = start({ PORT: 'x', OPERATIONS_KEY: 'short' });
    expect(await run.exit).toBe(1);
    expect(run.errors).toMatch(/- PORT must be a number[^]*- OPERATIONS_KEY must hold keys of at least 32/);
  });

  it('waits for an unreachable database server, and never logs its password', async () => {
    const DATABASE_URL = 'postgres://despacho:a-secret@127.0.0.1:1/despacho';
    const service = start({ DATABASE_URL });
    const command = start({ DATABASE_URL }, ['user', 'revoke-tokens', '--office', 'LIMA', '--username', 'ana']);
    expect(await command.exit).toBe(1);
    expect(command.errors).toMatch(/^The database server cannot be reached now \(.*ECONNREFUSED.*\)\.\n$/);
    await expect
      .poll(() => service.log.some(({ msg }) => msg === 'waiting for the database'), { timeout: 60_000 })
      .toBe(true);
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(service.output + service.errors + command.errors).not.toContain('a-secret');
  });

  it('reads the identity providers again on SIGHUP, and keeps them if the file is faulty', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'despacho-providers-')), 'providers.json');
    const store = (...providers: readonly object[]) => writeFile(file, JSON.stringify({ providers }));
    await store({ ...PROVIDERS[0], ruc: '1' });
    const environment = { DEMO: '1', IDENTITY_PROVIDERS_FILE: file };
    const refused = start(environment);
    expect(await refused.exit).toBe(1);
    expect(refused.errors).toMatch(/- IDENTITY_PROVIDERS_FILE providers\.0\.ruc: /);

    await shared?.stop('SIGTERM');
    await store();
    const service = start(environment);
    const url = await service.listening();
    const companyOf = async (sucursal: string) => {
      const assertion = await assertionOf(claimsOf('clerk'), { from: new Date() });
      const headers = { Authorization: `Bearer ${assertion}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ sucursal });
      return asJson<{ ruc: string | null }>(
        fetch(`${url}/operations${PROVIDER_CALLS.company}`, { method: 'POST', headers, body }),
      );
    };
    const hangUp = async (answer: string) => {
      const before = service.log.length;
      service.child.kill('SIGHUP');
      await expect.poll(() => service.log.slice(before).map(({ msg }) => msg)).toContain(answer);
    };
    const { ruc } = await signIn(url, 'ana.torres');
    expect(await companyOf('LIMA')).toEqual({ ruc: null });
    await store({ ...PROVIDERS[0], ruc });
    await hangUp('identity providers read again');
    expect(await companyOf('LIMA')).toEqual({ ruc });
    await writeFile(file, '{');
    await hangUp('identity providers not read again: the current ones stay');
    expect(await companyOf('LIMA')).toEqual({ ruc });
    expect(await service.stop('SIGTERM')).toBe(0);
    await rm(path.dirname(file), { recursive: true });
  });

  it('prints a message if Node is too old', async () => {
    const older = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '22.19.0' })";
    const run = start({}, [], { node: ['--import', older] });
    expect(await run.exit).toBe(1);
    expect(run.errors).toBe('Despacho needs Node 24 or newer; this is Node 22.19.0.\n');
  });

  it('names the address it cannot listen on', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const run = start({ DEMO: '1', PORT: String((other.address() as AddressInfo).port) });
    expect(await run.exit).toBe(1);
    expect(run.errors).toMatch(/^The address 127\.0\.0\.1:\d+ cannot be used \(EADDRINUSE\)/);
    other.close();
  });
});
