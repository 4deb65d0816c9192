import { type FieldRoute, type FieldSession } from '@despacho/contracts/dispatch';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type * as phone from '#field/offline/phone.ts';
import type * as records from '#field/offline/records.ts';
import type * as route from '#field/offline/route.ts';
import type * as sending from '#field/offline/sending.ts';
import { type Snapshot } from '#field/offline/store.ts';
import { type VisitDraft } from '#field/offline/types.ts';
import { aRoute, aSession, aStop } from './a-route.ts';

export const aProblem = (kind: string, status: number, detail?: string) =>
  Response.json({ type: `urn:despacho:problem:${kind}`, detail }, { status });

/** The service: who is connected, what it answers, and what it received. */
interface Service {
  connected: FieldSession | undefined;
  hasSignal: boolean;
  route: FieldRoute;
  received: string[];
  answerVisit: () => Response;
}

export const service: Service = {} as Service;

function answer(url: URL, init?: RequestInit): Response {
  const path = url.pathname.replace('/api/field/', '');
  if (path === 'connect') {
    const isOther = typeof init?.body === 'string' && init.body.includes('0008');
    service.connected = aSession({ courierId: isOther ? '8' : '7' });
    return Response.json(service.connected);
  }
  if (!service.connected) return aProblem('session-ended', 401);
  const { courierId } = service.connected;
  if (path === 'session') return Response.json(service.connected);
  if (path === 'route') return Response.json(service.route);
  if (path === 'sign-out') {
    service.connected = undefined;
    return Response.json({});
  }
  const done = path === 'visits' ? service.answerVisit() : Response.json({ received: 3, state: 'stored' });
  if (done.ok) service.received.push(`${courierId} ${path}`);
  return done;
}

/** One after the other, as the browser does it. */
function locks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      last = last.then(work, work);
      return last;
    },
  };
}

type Tab = typeof phone & typeof records & typeof route & typeof sending;

/** The page's functions in the open tab. */
export let tab: Tab;
export let shown: () => Snapshot;
let unfollow: () => void = () => undefined;

/** Opens the page with new modules, as after its tab was killed; the database stays. */
export async function openTab(): Promise<void> {
  unfollow();
  vi.resetModules();
  const [store, ...modules] = await Promise.all([
    import('#field/offline/store.ts'),
    import('#field/offline/phone.ts'),
    import('#field/offline/records.ts'),
    import('#field/offline/route.ts'),
    import('#field/offline/sending.ts'),
  ]);
  tab = Object.assign({}, ...modules) as Tab;
  shown = store.snapshot.get;
  unfollow = tab.followPhone();
  await tab.openPhone();
}

/** Opens the page of a connected courier with two stops before each test of a file, with an empty database. */
export function openTabBeforeEach(): void {
  beforeEach(async () => {
    Object.assign(service, {
      connected: aSession(),
      hasSignal: true,
      route: aRoute([aStop({ id: '1', code: 'LIM-1' }), aStop({ id: '2', code: 'LIM-2' })]),
      received: [],
      answerVisit: () => Response.json({ id: 'v', result: 'applied', order: {} }),
    } satisfies Service);
    vi.stubGlobal('fetch', (url: URL, init?: RequestInit) =>
      service.hasSignal ? Promise.resolve(answer(url, init)) : Promise.reject(new TypeError('Failed to fetch')),
    );
    // Another database: a tab of the test before may still be reading its own.
    vi.stubGlobal('indexedDB', new IDBFactory());
    Object.assign(navigator, { locks: locks(), storage: { persist: () => Promise.resolve(true) } });
    await openTab();
  });
  afterEach(() => {
    unfollow();
  });
}

export const states = () => shown().route.stops.map(({ state }) => state);
export const queued = () => shown().queue.items.map(({ kind, code, state }) => `${kind} ${code} ${state}`);

export const aDraft = (id: string): VisitDraft => ({
  order: { id, code: `LIM-${id}`, attempt: 1, version: 3 },
  to: 'entregada',
  receiver: { name: 'Rosa Huamán' },
});

export const aPhoto = () => ({ kind: 'entrega' as const, blob: new Blob(['jpg']) });
