import { type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '@despacho/server/listen';
import { createManifest } from '#manifest/manifest.ts';
import { createAdminServer } from './admin-server.ts';
import { type LinkState } from '#operations/operations-link.ts';
import { createMetrics } from '#metrics/metrics.ts';

let admin: Server;
let address = '';
let storeUp = true;
let accepting = true;
let link: LinkState;

beforeEach(async () => {
  [storeUp, accepting, link] = [true, true, { code: 'ok' }];
  const sessions = { ping: () => (storeUp ? Promise.resolve() : Promise.reject(new Error('down'))) };
  admin = createAdminServer({
    services: {
      metrics: createMetrics(() => 3),
      sessions: sessions as never,
      operations: { link: { state: () => link } } as never,
    },
    accepting: () => accepting,
  });
  address = `http://127.0.0.1:${await listen(admin, 0, '127.0.0.1')}`;
});

afterEach(() => {
  admin.close();
  admin.closeAllConnections();
});

describe('the admin port', () => {
  const ready = async () => {
    const answer = await fetch(`${address}/ready`);
    const { ready: is, reasons } = (await answer.json()) as { ready: boolean; reasons: { code: string }[] };
    expect(is).toBe(answer.status === 200);
    return [answer.status, reasons.map(({ code }) => code)];
  };

  it('is ready while sessions can be served and new requests are accepted', async () => {
    expect(await ready()).toEqual([200, []]);
    expect((await fetch(`${address}/ready?drain`)).status).toBe(200);
    storeUp = false;
    expect(await ready()).toEqual([503, ['session-store']]);
    expect((await fetch(`${address}/ready?drain`)).status).toBe(404);
    accepting = false;
    expect(await ready()).toEqual([503, ['stopping', 'session-store']]);
    storeUp = true;
    expect(await ready()).toEqual([503, ['stopping']]);
    expect((await fetch(`${address}/live`)).status).toBe(200);
  });

  it('is unready if its clock or key is refused, not if the dispatch service is down', async () => {
    link = { code: 'operations-clock', aheadSeconds: -47, detail: 'apart' };
    const answer = await fetch(`${address}/ready`);
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, reasons: [link] }]);
    link = { code: 'operations-key', detail: 'differs' };
    expect(await ready()).toEqual([503, ['operations-key']]);
    link = { code: 'operations-unreachable', detail: 'no answer' };
    expect(await ready()).toEqual([200, ['operations-unreachable']]);
    link = { code: 'operations-date', aheadSeconds: 47, detail: 'apart' };
    expect(await ready()).toEqual([200, ['operations-date']]);
  });

  it('describes what this gateway serves, as a page and as JSON', async () => {
    const page = await fetch(`${address}/operations`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await page.text()).toContain('<td>POST /api/permission/:id</td>');
    expect(await (await fetch(`${address}/operations.json`)).json()).toEqual(createManifest());
  });

  it('serves nothing else, and is read-only', async () => {
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/live`, { method: 'POST' })).status).toBe(404);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('gateway_open_streams 3');
  });
});
