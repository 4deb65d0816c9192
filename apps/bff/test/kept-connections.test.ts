import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from './support/browser.ts';
import { type Respond, sendJson } from './support/fake-upstream.ts';
import { type Gateway, startGateway } from './support/gateway.ts';
import { send } from './support/send.ts';
import { requestOf } from './support/sweep.ts';

const LIST = 'GET /operations/reasons';
const SAVE = 'PUT /operations/reasons';
const REASONS = [{ code: 'ausente', name: 'Ausente' }];
const QUERY = { officeId: 'LIMA' };

let gateway: Gateway;
let ana: Browser;
beforeEach(async () => {
  gateway = await startGateway();
  ana = new Browser(gateway);
  await ana.signIn(gateway.legacy.users.ana);
});
afterEach(() => gateway.close());

const list = () => send(gateway, requestOf(ana, 'reasons.list', { query: QUERY }));
const save = () => send(gateway, requestOf(ana, 'reasons.replace', { query: QUERY, body: { reasons: REASONS } }));

/** Answers normally, then does something else once, on whichever connection is used. */
function thenOnce(route: string, odd: Respond): { asked: () => number; ports: Set<number | undefined> } {
  let times = 0;
  const ports = new Set<number | undefined>();
  gateway.dispatch.on(route, (hit, res, req) => {
    times += 1;
    ports.add(req.socket.remotePort);
    if (times === 2) return odd(hit, res, req);
    sendJson(res, 200, REASONS);
    return undefined;
  });
  return { asked: () => times, ports };
}

const reset: Respond = (_hit, _res, req) => req.socket.resetAndDestroy();

describe('a kept connection that the upstream closes on reuse', () => {
  it('G27: makes a read retry once over another connection', async () => {
    const { asked, ports } = thenOnce(LIST, reset);
    expect((await list()).status).toBe(200);
    expect((await list()).status).toBe(200);
    expect([asked(), ports.size]).toEqual([3, 2]);
  });

  it('G27: fails a write, which is never sent twice', async () => {
    const { asked, ports } = thenOnce(SAVE, reset);
    expect((await save()).status).toBe(200);
    expect(await save()).toMatchObject({ status: 502, kind: 'upstream-unreachable' });
    expect([asked(), ports.size]).toEqual([2, 1]);
    expect((await save()).status).toBe(200);
  });

  it('G27: fails a read if it happens twice', async () => {
    let times = 0;
    gateway.dispatch.on(LIST, (hit, res, req) => {
      times += 1;
      if (times > 1) return reset(hit, res, req);
      sendJson(res, 200, REASONS);
      return undefined;
    });
    expect((await list()).status).toBe(200);
    expect(await list()).toMatchObject({ status: 502, kind: 'upstream-unreachable' });
    expect(times).toBe(3);
  });

  it('G27: fails a read after the first byte of its response', async () => {
    const { asked } = thenOnce(LIST, (_hit, res, req) => {
      const { socket } = res;
      socket?.write('HTTP/1.1 200 OK\r\nContent-Ty', () => req.socket.destroy());
    });
    expect((await list()).status).toBe(200);
    expect(await list()).toMatchObject({ status: 502 });
    expect(asked()).toBe(2);
  });

  it('G27: is distinguished from a reset of a new connection', async () => {
    let times = 0;
    gateway.dispatch.on(LIST, (hit, res, req) => {
      times += 1;
      return reset(hit, res, req);
    });
    expect(await list()).toMatchObject({ status: 502, kind: 'upstream-unreachable' });
    expect(times).toBe(1);
  });
});
