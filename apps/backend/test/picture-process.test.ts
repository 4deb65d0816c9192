import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '@despacho/tooling/machine/children';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertionOf } from './assertions.ts';
import { demoFolder } from './demo-folder.ts';
import { ServiceProcess } from './service-process.ts';

async function until<T>(read: () => T | undefined): Promise<T> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    await sleep(20);
  }
}

const gone = (pid: number): Promise<boolean> => until(() => (existsSync(`/proc/${pid}`) ? undefined : true));

describe.runIf(process.platform === 'linux')('the process that decodes pictures', { timeout: 120_000 }, () => {
  let folder: string;
  let service: ServiceProcess;
  let url: string;
  let company: string;

  beforeAll(async () => {
    folder = await demoFolder();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  // Each test ends its service.
  beforeEach(async () => {
    service = new ServiceProcess({ DATA_DIR: folder, DEMO: '1', FINISH_SECONDS: '2' });
    url = await service.listening();
    company = await companyOf();
  });
  afterEach(async () => {
    await service.stop('SIGKILL');
  });

  /** The company of the demonstration. */
  async function companyOf(): Promise<string> {
    const signIn = new URLSearchParams({ sucursal: 'LIMA', user: 'ana.torres', password: 'despacho' });
    const { token } = (await (await fetch(`${url}/legacy/base/auth?${String(signIn)}`)).json()) as { token: string };
    const query = new URLSearchParams({ token, sucursal: 'LIMA' });
    const person = await fetch(`${url}/legacy/base/auth/credentials?${String(query)}`);
    return ((await person.json()) as { ruc: string }).ruc;
  }

  async function ask(path: string): Promise<Response> {
    const person = { sub: 'LIMA/a', username: 'a', user: 'A', officeId: 'LIMA', charge: 'A', modules: ['G01', 'T02'] };
    const assertion = await assertionOf({ ...person, company }, { from: new Date() });
    return fetch(`${url}/operations${path}`, { headers: { Authorization: `Bearer ${assertion}` } });
  }

  /** Requests the photos of a page, which must be drawn first, one after the other. @returns their statuses. */
  async function askPhotos(): Promise<Promise<number>[]> {
    const page = await ask('/evidence?officeId=LIMA');
    const { photos } = (await page.json()) as { photos: { id: string }[] };
    // More would wait for their turn, which a busy machine does not give them in time.
    return photos.slice(0, 4).map(({ id }) =>
      ask(`/evidence/${id}/file?officeId=LIMA`).then(
        ({ status }) => status,
        () => 0,
      ),
    );
  }

  const decoder = () => until(() => childrenOf(service.child.pid ?? 0)[0]);

  it('G40: ends with a service that is stopped in the middle of a picture', async () => {
    void (await askPhotos());
    const pid = await decoder();
    // From here on the picture takes forever.
    process.kill(pid, 'SIGSTOP');
    expect(await service.stop('SIGTERM')).toBe(0);
    await gone(pid);
    expect(service.log.at(-1)?.msg).toMatch(/^stopped before all answers were out/);
  });

  it('G40: finishes its picture after a terminal signal, and ends after kill -9 of the service', async () => {
    const answers = await askPhotos();
    // It has started.
    await Promise.any(answers);
    const pid = await decoder();
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
    expect(await decoder()).toBe(pid);
    await service.stop('SIGKILL');
    await gone(pid);
  });
});
