import { courier, orderList, receipt, type Receipt } from '@despacho/contracts/dispatch';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertionOf } from './assertions.ts';
import { demoFolder } from './demo-folder.ts';
import { ServiceProcess } from './service-process.ts';

/** Number of assignments acknowledged before the kill. */
const ACKNOWLEDGED = 12;

describe('kill -9 while orders are being assigned', { timeout: 180_000 }, () => {
  let folder: string;
  const started: ServiceProcess[] = [];
  const start = async () => {
    const service = new ServiceProcess({ DATA_DIR: folder, DEMO: '1' });
    started.push(service);
    return { service, url: await service.listening() };
  };

  beforeAll(async () => {
    folder = await demoFolder();
  });
  afterAll(async () => {
    await Promise.all(started.filter(({ child }) => child.exitCode === null).map((service) => service.stop('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  });

  async function companyOf(url: string): Promise<string> {
    const login = await fetch(`${url}/legacy/base/auth?sucursal=LIMA&user=ana.torres&password=despacho`);
    const { token } = (await login.json()) as { token: string };
    const credentials = await fetch(`${url}/legacy/base/auth/credentials?token=${token}&sucursal=LIMA`);
    return ((await credentials.json()) as { ruc: string }).ruc;
  }

  it('loses no receipt, and a repeated request changes nothing', async () => {
    const first = await start();
    const company = await companyOf(first.url);
    const ask = async (url: string, to: string, body?: object, key = ''): Promise<unknown> => {
      const claims = {
        sub: 'LIMA/ana',
        username: 'ana',
        user: 'Ana',
        company,
        officeId: 'LIMA',
        charge: 'S',
        modules: ['U01'],
      };
      const answer = await fetch(`${url}/operations${to}${to.includes('?') ? '&' : '?'}officeId=LIMA`, {
        method: body ? 'POST' : 'GET',
        headers: {
          Authorization: `Bearer ${await assertionOf(claims, { from: new Date() })}`,
          'Idempotency-Key': key,
          'Content-Type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status !== 200) throw new Error(`${to}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const [someone] = (await ask(first.url, '/couriers')) as unknown[];
    const courierId = courier.parse(someone).id;
    const { orders } = orderList.parse(await ask(first.url, '/orders?limite=200&estado=pendiente'));
    expect(orders.length).toBeGreaterThan(ACKNOWLEDGED);

    // Sequential requests for one order each; the last ones are in flight when the process is killed.
    const given = new Map<string, Receipt>();
    const bodyOf = (place: number) => {
      const { id = '', version = 0 } = orders[place] ?? {};
      return { courierId, orders: [{ id, version }] };
    };
    const assigning = (async () => {
      for (const place of orders.keys()) {
        const answer = await ask(first.url, '/assignments', bodyOf(place), `llave-${place}-kill`);
        given.set(String(place), receipt.parse(answer));
      }
    })().catch(() => undefined);
    while (given.size < ACKNOWLEDGED) await new Promise((resolve) => setTimeout(resolve, 2));
    await first.service.stop('SIGKILL');
    await assigning;

    const { service, url } = await start();
    const timeline = async (id: string) =>
      ((await ask(url, `/orders/${id}`)) as { timeline: { what: string; batch: string }[] }).timeline;
    expect(given.size).toBeGreaterThanOrEqual(ACKNOWLEDGED);
    for (const [place, before] of given) {
      const { id } = before.outcomes[0] ?? { id: '' };
      const logged = await timeline(id);
      expect(logged[0]).toMatchObject({ what: 'asignada', batch: before.batch });
      expect(await ask(url, '/assignments', bodyOf(Number(place)), `llave-${place}-kill`)).toEqual(before);
      expect(await timeline(id)).toEqual(logged);
    }
    // The request in flight took effect wholly or not at all: after a retry, it has taken effect once.
    const next = given.size;
    await ask(url, '/assignments', bodyOf(next), `llave-${next}-kill`);
    const changes = (await timeline(orders[next]?.id ?? '')).filter(({ what }) => what === 'asignada');
    expect(changes).toHaveLength(1);
    expect(await service.stop('SIGTERM')).toBe(0);
  });
});
