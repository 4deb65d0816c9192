import { type FakeUpstream, type Hit, sendJson, startFakeUpstream } from './fake-upstream.ts';
import { type ServerResponse } from 'node:http';

/** The ticket of a prepared export. */
export const TICKET = {
  ticket: 'canary-ticket-of-the-service-0123456789abcd',
  fileName: 'ordenes-LIMA-2026-11-24.csv',
  orders: 3,
  expiresAt: '2026-11-24T12:00:00.000Z',
};

/** An event for U01 of the office. */
export const HELLO = { type: 'order.changed', officeId: 'LIMA', note: 'hola' };

export interface DispatchService extends FakeUpstream {
  /** Open event streams. */
  streams: Set<ServerResponse>;
  /** Hashes of the ids of connected phones. */
  phones: Set<string>;
}

/** The session of every phone of the fake service. */
const PHONE_SESSION = {
  courier: 'Pedro Rojas',
  courierId: '1',
  office: 'Lima',
  timeZone: 'America/Lima',
  device: 'Chrome en Android',
  connectedAt: '2026-11-24T12:00:00.000Z',
  endsAt: '2026-12-24T12:00:00.000Z',
  now: '2026-11-24T12:00:00.000Z',
};

/** @returns the hash of the phone's id that an assertion names. */
function phoneIn({ headers }: Pick<Hit, 'headers'>): string | null {
  const [, claims = ''] = headers.authorization?.split('.') ?? [];
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { device: string | null }).device;
}

/** A fake dispatch service: offices and one event stream. Records the assertions it receives. */
export async function startDispatchService(): Promise<DispatchService> {
  const phones = new Set<string>();
  const streams = new Set<ServerResponse>();
  const upstream = await startFakeUpstream((hit, res) => {
    const { method, path } = hit;
    if (path === '/operations/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'ops=1', server: 'Ops/1' });
      res.write(`retry: 1000\n\nid: hola\ndata: ${JSON.stringify(HELLO)}\n\n`);
      streams.add(res);
      res.on('close', () => streams.delete(res));
    } else if (path === '/operations/field/session') {
      const isConnected = phones.has(phoneIn(hit) ?? '');
      sendJson(res, isConnected ? 200 : 403, isConnected ? PHONE_SESSION : { message: 'no' });
    } else if (path === '/operations/offices')
      sendJson(res, 200, [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
    else if (path === '/operations/assertion') res.writeHead(204).end();
    else if (path === '/operations/account-changes') sendJson(res, 200, []);
    else if (`${method} ${path}` === 'POST /operations/exports') sendJson(res, 200, TICKET);
    else sendJson(res, 404, {});
  });
  return { ...upstream, streams, phones };
}
