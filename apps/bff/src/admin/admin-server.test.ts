import { type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listen } from '../listen.ts';
import { createManifest } from '../manifest/manifest.ts';
import { createAdminServer } from './admin-server.ts';
import { createMetrics } from './metrics.ts';

let admin: Server;
let address = '';
let storeUp = true;
let accepting = true;

beforeEach(async () => {
  [storeUp, accepting] = [true, true];
  const sessions = { ping: () => (storeUp ? Promise.resolve() : Promise.reject(new Error('down'))) };
  admin = createAdminServer({
    services: { metrics: createMetrics(() => 3), sessions: sessions as never },
    accepting: () => accepting,
  });
  address = `http://127.0.0.1:${await listen(admin, 0, '127.0.0.1')}`;
});

afterEach(() => {
  admin.close();
  admin.closeAllConnections();
});

describe('the admin port', () => {
  it('is ready while sessions can be served and new work is taken', async () => {
    const ready = async () => (await fetch(`${address}/ready`)).status;
    expect(await ready()).toBe(200);
    storeUp = false;
    expect(await ready()).toBe(503);
    storeUp = true;
    accepting = false;
    expect(await ready()).toBe(503);
    expect((await fetch(`${address}/live`)).status).toBe(200);
  });

  it('tells what this gateway serves, as a page and as JSON', async () => {
    const page = await fetch(`${address}/operations`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await page.text()).toContain('<td>POST /api/permission/:id</td>');
    expect(await (await fetch(`${address}/operations.json`)).json()).toEqual(createManifest());
  });

  it('has nothing else, and for reading alone', async () => {
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/live`, { method: 'POST' })).status).toBe(404);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('gateway_open_streams 3');
  });
});
