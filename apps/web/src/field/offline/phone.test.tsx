import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { aRoute, aSession, aStop } from '../../../test/a-route.ts';
import type * as phoneModule from './phone.ts';
import type * as storeModule from './store.ts';
import { type Session, type VisitDraft } from './types.ts';

const problem = (kind: string, status: number, detail?: string) =>
  Response.json({ type: `urn:despacho:problem:${kind}`, detail }, { status });

/** The service: who is connected, what it received, and what it answers to a visit. */
let connected: Session | undefined;
let hasSignal: boolean;
let received: string[];
let answerVisit: () => Response;

const route = aRoute([aStop({ id: '1', code: 'LIM-1' }), aStop({ id: '2', code: 'LIM-2' })]);

function answer(url: URL, init?: RequestInit): Response {
  const path = url.pathname.replace('/api/field/', '');
  if (path === 'connect') {
    connected = aSession({ courierId: typeof init?.body === 'string' && init.body.includes('0008') ? '8' : '7' });
    return Response.json(connected);
  }
  if (!connected) return problem('session-ended', 401);
  if (path === 'session') return Response.json(connected);
  if (path === 'route') return Response.json(route);
  if (path === 'sign-out') {
    connected = undefined;
    return Response.json({});
  }
  const done = path === 'visits' ? answerVisit() : Response.json({ received: 3, state: 'stored' });
  if (done.ok) received.push(`${connected.courierId} ${path}`);
  return done;
}

/** The page: new modules, as after the tab was killed; the database stays. */
let phone: typeof phoneModule;
let store: typeof storeModule;
let unfollow: () => void = () => undefined;
async function openTab(): Promise<void> {
  unfollow();
  vi.resetModules();
  [phone, store] = await Promise.all([import('./phone.ts'), import('./store.ts')]);
  unfollow = phone.followPhone();
  await phone.openPhone();
}

const shown = () => store.readSnapshot();
const states = () => shown().route.stops.map(({ state }) => state);
const queued = () => shown().queue.items.map(({ kind, code, state }) => `${kind} ${code} ${state}`);

const draft = (id: string): VisitDraft => ({
  order: { id, code: `LIM-${id}`, attempt: 1, version: 3 },
  to: 'entregada',
  receiver: { name: 'Rosa Huamán' },
});

const aPhoto = () => ({ kind: 'entrega' as const, blob: new Blob(['jpg']) });

/** One after the other, as the browser does it. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, work: () => Promise<unknown>) => {
      last = last.then(work, work);
      return last;
    },
  };
}

beforeEach(async () => {
  connected = aSession();
  hasSignal = true;
  received = [];
  answerVisit = () => Response.json({ id: 'v', result: 'applied', order: {} });
  vi.stubGlobal('fetch', (url: URL, init?: RequestInit) =>
    hasSignal ? Promise.resolve(answer(url, init)) : Promise.reject(new TypeError('Failed to fetch')),
  );
  // Another database: a tab of the test before may still be reading its own.
  vi.stubGlobal('indexedDB', new IDBFactory());
  Object.assign(navigator, { locks: locks(), storage: { persist: () => Promise.resolve(true) } });
  await openTab();
});

afterEach(() => {
  unfollow();
});

it('opens without a signal, with the stored route', async () => {
  hasSignal = false;
  await openTab();
  expect(shown().phone).toMatchObject({ name: 'connected', session: { courier: 'Ana Torres' } });
  expect(states()).toEqual(['en_ruta', 'en_ruta']);
  await vi.waitFor(() => {
    expect(shown().route.online).toBe(false);
  });
});

it('keeps a closing made without a signal when the tab is killed, and sends it with its photo later', async () => {
  hasSignal = false;
  await phone.closeVisit(draft('1'), [aPhoto()]);
  await openTab();
  expect(states()).toEqual(['entregada', 'en_ruta']);
  expect(queued()).toEqual(['visit LIM-1 waiting', 'photo LIM-1 waiting']);
  hasSignal = true;
  await phone.sendNow();
  await vi.waitFor(() => {
    expect(queued()).toEqual([]);
  });
  expect(received).toEqual(['7 visits', '7 photos']);
});

it('G41: erases the day when the office ends the session, and sends the queue for the same courier only', async () => {
  hasSignal = false;
  await phone.closeVisit(draft('1'), [aPhoto()]);
  connected = undefined;
  hasSignal = true;
  await phone.sendNow();
  await vi.waitFor(() => {
    expect(shown()).toMatchObject({ phone: { name: 'ended' }, route: { route: null, stops: [] } });
  });
  expect(shown().queue).toEqual({ items: [], others: 1 });

  await phone.connectPhone('secret', '0008');
  expect(shown().queue).toEqual({ items: [], others: 1 });
  await phone.sendNow();
  expect(received).toEqual([]);

  await phone.connectPhone('secret', '0007');
  await vi.waitFor(() => {
    expect(shown().queue).toEqual({ items: [], others: 0 });
  });
  expect(received).toEqual(['7 visits', '7 photos']);
});

it('G41: erases the day at signing out, and keeps what was not sent', async () => {
  answerVisit = () => problem('unavailable', 503);
  await phone.closeVisit(draft('1'), []);
  await phone.leave();
  expect(shown()).toMatchObject({ phone: { name: 'left' }, route: { route: null }, queue: { others: 1 } });
  await openTab();
  expect(shown()).toMatchObject({ phone: { name: 'disconnected' }, queue: { items: [], others: 1 } });
});

it('shows why a visit was refused, and sends the others', async () => {
  answerVisit = () => problem('unprocessable', 422, 'Esa orden no es suya.');
  await phone.closeVisit(draft('1'), []);
  await vi.waitFor(() => {
    expect(shown().queue.items).toMatchObject([{ code: 'LIM-1', state: 'failed', problem: 'Esa orden no es suya.' }]);
  });
  expect(states()).toEqual(['en_ruta', 'en_ruta']);
  answerVisit = () => Response.json({ result: 'applied' });
  await phone.closeVisit(draft('2'), []);
  await vi.waitFor(() => {
    expect(received).toEqual(['7 visits']);
  });
  const [failed] = shown().queue.items;
  await phone.discard(failed?.id ?? '');
  expect(queued()).toEqual([]);
});

it('corrects a visit that the service does not have yet, in order', async () => {
  hasSignal = false;
  await phone.closeVisit(draft('1'), []);
  const own = shown().route.stops[0]?.own;
  await phone.correctVisit(own?.id ?? '', { ...draft('1'), to: 'no_entregada', reason: 'ausente' }, []);
  expect(states()).toEqual(['no_entregada', 'en_ruta']);
  hasSignal = true;
  await phone.sendNow();
  await vi.waitFor(() => {
    expect(received).toEqual(['7 visits', '7 visits']);
  });
});

it('does not send the queue of one courier with the session of another', async () => {
  hasSignal = false;
  await phone.closeVisit(draft('1'), []);
  // Another tab was connected to somebody else; this one has not noticed.
  connected = aSession({ courierId: '8' });
  hasSignal = true;
  await phone.sendNow();
  await vi.waitFor(() => {
    expect(shown().queue.others).toBe(1);
  });
  expect(received).toEqual([]);
});

it('marks a note as read once, however often its stop is opened', async () => {
  hasSignal = false;
  await phone.readNote('5', 'LIM-1');
  await phone.readNote('5', 'LIM-1');
  expect(queued()).toEqual(['note LIM-1 waiting']);
});

it('thins the oldest positions when too many wait for a signal', async () => {
  hasSignal = false;
  const fix = { at: '2026-11-20T15:00:00.000Z', lat: -12.06, lng: -77.05, accuracy: 8 };
  for (let minute = 0; minute < 120; minute++) await phone.enqueuePositions([fix]);
  const ids = () => shown().queue.items.map(({ id }) => id);
  const before = ids();
  await phone.enqueuePositions([fix]);
  const left = ids();
  expect(left).toHaveLength(91);
  expect(left.slice(0, 90)).toEqual(before.filter((_, index) => index >= 60 || index % 2 === 0));
});
