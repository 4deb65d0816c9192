import { type FakeUpstream, type Hit, sendJson, startFakeUpstream } from './fake-upstream.ts';
import { type ServerResponse } from 'node:http';

/** The ticket of a prepared export. */
export const TICKET = {
  ticket: 'canary-ticket-of-the-service-0123456789abcd',
  fileName: 'ordenes-LIMA-2026-11-24.csv',
  orders: 3,
  expiresAt: '2026-11-24T12:00:00.000Z',
};

/** The ticket of a prepared archive of photos. */
export const PHOTO_TICKET = {
  ticket: 'canary-ticket-of-the-photos-0123456789abcd',
  fileName: 'fotos-LIMA-2026-11-24.zip',
  photos: 3,
  orders: 2,
  expiresAt: '2026-11-24T12:00:00.000Z',
};

/** An event for U01 of the office. */
export const HELLO = { type: 'order.changed', officeId: 'LIMA', note: 'hola' };

export interface DispatchService extends FakeUpstream {
  /** Open event streams. */
  streams: Set<ServerResponse>;
  /** Hashes of the ids of connected phones. */
  phones: Set<string>;
  /** Hashes of the ids of guests who opened a link. */
  guests: Set<string>;
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

/** The area of every phone of the fake service: a part of Lima. */
export const PHONE_AREA = { west: -77.08, south: -12.15, east: -77, north: -12.08 };

/** The session of every guest of the fake service. */
const GUEST_SESSION = { endsAt: '2026-11-24T12:30:00.000Z' };

/** @returns the claims of an assertion. */
function claimsIn({ headers }: Pick<Hit, 'headers'>): { device?: string | null; session?: string | null } {
  const [, claims = ''] = headers.authorization?.split('.') ?? [];
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as ReturnType<typeof claimsIn>;
}

/** A fake dispatch service: offices and one event stream. Records the assertions it receives. */
export async function startDispatchService(): Promise<DispatchService> {
  const phones = new Set<string>();
  const guests = new Set<string>();
  const streams = new Set<ServerResponse>();
  const upstream = await startFakeUpstream((hit, res) => {
    const { method, path } = hit;
    if (path === '/operations/events') {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'ops=1', server: 'Ops/1' });
      res.write(`retry: 1000\n\nid: hola\ndata: ${JSON.stringify(HELLO)}\n\n`);
      streams.add(res);
      res.on('close', () => streams.delete(res));
    } else if (path === '/operations/field/session') {
      const isConnected = phones.has(claimsIn(hit).device ?? '');
      sendJson(res, isConnected ? 200 : 403, isConnected ? PHONE_SESSION : { message: 'no' });
    } else if (path === '/operations/field/area') sendJson(res, 200, { area: PHONE_AREA });
    else if (path === '/operations/guest/session') {
      const isOpen = guests.has(claimsIn(hit).session ?? '');
      sendJson(res, isOpen ? 200 : 403, isOpen ? GUEST_SESSION : { message: 'no' });
    } else if (path === '/operations/offices')
      sendJson(res, 200, [{ id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' }]);
    else if (path === '/operations/assertion') res.writeHead(204).end();
    else if (path === '/operations/trail-reports') res.writeHead(204).end();
    else if (path === '/operations/account-changes') sendJson(res, 200, []);
    else if (`${method} ${path}` === 'POST /operations/exports') sendJson(res, 200, TICKET);
    else if (`${method} ${path}` === 'POST /operations/evidence/exports') sendJson(res, 200, PHOTO_TICKET);
    else sendJson(res, 404, {});
  });
  return { ...upstream, streams, phones, guests };
}
