import { sessionOperations } from '@despacho/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { call } from '#shared/http/call.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { renewToken } from '#shared/http/wrong-token.ts';
import { currentSession, rereadSession, signIn, signOut, touchSession } from './session.ts';
import { markIn, markExtended, markOut, markUnknown, sessionState } from './session-store.ts';
import { type SessionNews } from './tabs.ts';

vi.mock('#shared/http/call.ts', () => ({ call: vi.fn() }));
vi.mock('./offers-company.ts', () => ({ offersCompany: () => false }));

const failure = (status: number) => new HttpFailure({ url: 'https://d.test/', reason: 'refused', status });
const credentials = { sucursal: ' LIMA ', username: 'ana.torres', password: 'canario-3c9d' };

let stored: Map<string, string>;
let news: SessionNews[];
let otherTab: BroadcastChannel;

beforeEach(() => {
  stored = new Map();
  news = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  otherTab = new BroadcastChannel('despacho.session');
  otherTab.onmessage = ({ data }: MessageEvent<SessionNews>) => news.push(data);
  vi.mocked(call).mockReset();
  markUnknown();
});
afterEach(() => {
  otherTab.close();
  vi.unstubAllGlobals();
});

const expectMessages = (...expected: SessionNews[]) =>
  vi.waitFor(() => {
    expect(news).toEqual(expected);
  });

describe('signing in', () => {
  it('S6: stores the branch and nothing else', async () => {
    vi.mocked(call).mockResolvedValue(aView({ charge: 'D' }));
    await signIn(credentials);
    expect([...stored]).toEqual([['despacho.sucursal', 'LIMA']]);
  });

  it('S8: stores the office id for charge S, as despacho.officeId', async () => {
    vi.mocked(call).mockResolvedValue(aView({ officeId: { id: 'AREQUIPA' } }));
    await signIn(credentials);
    expect(stored.get('despacho.officeId')).toBe('AREQUIPA');
  });

  it("S8: removes a previous user's stored office for any other charge", async () => {
    stored.set('despacho.officeId', 'LIMA');
    vi.mocked(call).mockResolvedValue(aView({ charge: 'D' }));
    await signIn(credentials);
    expect(stored.has('despacho.officeId')).toBe(false);
  });

  it('S44: stores no credential in the browser', async () => {
    vi.mocked(call).mockResolvedValue(aView());
    await signIn(credentials);
    expect([...stored.keys()].sort()).toEqual(['despacho.officeId', 'despacho.sucursal']);
    expect(JSON.stringify([...stored.values()])).not.toMatch(/canario|ana/);
  });

  it('notifies the other tabs of the user', async () => {
    vi.mocked(call).mockResolvedValue(aView());
    await signIn(credentials);
    await expectMessages({ type: 'signed-in', person: '["LIMA","ana.torres"]' });
  });

  it('does not mark the session as open when another user signs in', async () => {
    markOut({ ended: true });
    vi.mocked(call).mockResolvedValue(aView({ username: 'rosa.mamani' }));
    await signIn(credentials, '["LIMA","ana.torres"]');
    expect(sessionState()).toEqual({ status: 'out', ended: true });
  });

  it('works without storage', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.mocked(call).mockResolvedValue(aView());
    await expect(signIn(credentials)).resolves.toEqual(aView());
  });
});

describe('signing out', () => {
  it('S7: calls the server, removes the office and notifies the other tabs', async () => {
    stored.set('despacho.officeId', 'LIMA').set('despacho.sucursal', 'LIMA');
    markIn(aView());
    vi.mocked(call).mockResolvedValue(undefined);
    await signOut();
    expect(vi.mocked(call).mock.calls).toEqual([[sessionOperations['session.logout'], { held: false }]]);
    expect(sessionState()).toEqual({ status: 'out', ended: false });
    expect([...stored]).toEqual([['despacho.sucursal', 'LIMA']]);
    await expectMessages({ type: 'leaving' }, { type: 'signed-out' });
  });

  it('S7: treats an expired session as signed out', async () => {
    markIn(aView());
    vi.mocked(call).mockRejectedValue(failure(401));
    await signOut();
    expect(sessionState()).toEqual({ status: 'out', ended: false });
  });

  it('S7: stays signed in and reports an error when the server call fails', async () => {
    markIn(aView());
    vi.mocked(call).mockRejectedValue(failure(503));
    await expect(signOut()).rejects.toMatchObject({ status: 503 });
    expect(sessionState().status).toBe('in');
    await expectMessages({ type: 'leaving' }, { type: 'stayed' });
  });
});

describe('reading the session', () => {
  it('S5: shares one request among concurrent calls, then caches the result', async () => {
    vi.mocked(call).mockResolvedValue(aView());
    expect(await Promise.all([currentSession(), currentSession(), currentSession()])).toEqual([
      aView(),
      aView(),
      aView(),
    ]);
    await currentSession();
    expect(call).toHaveBeenCalledOnce();
  });

  it('distinguishes a session that never started from one that expired', async () => {
    vi.mocked(call).mockRejectedValue(failure(401));
    expect(await currentSession()).toBeNull();
    expect(sessionState()).toEqual({ status: 'out', ended: false });
    markIn(aView());
    await rereadSession();
    expect(sessionState()).toEqual({ status: 'out', ended: true });
  });

  it('keeps the session on an outage', async () => {
    markIn(aView());
    vi.mocked(call).mockRejectedValue(failure(504));
    await expect(rereadSession()).rejects.toMatchObject({ status: 504 });
    expect(sessionState().status).toBe('in');
  });

  it("keeps new permissions that arrive after another tab's expiry update", async () => {
    markIn(aView());
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof aView>>();
    vi.mocked(call).mockReturnValue(promise);
    const reading = rereadSession({ background: 'session' });
    markExtended({ idleEndsAt: '2026-11-21T13:00:00.000Z', endsAt: aView().endsAt });
    const fewer = aView({ permissionsList: [] });
    resolve(fewer);
    expect(await reading).toEqual(fewer);
    expect(sessionState()).toEqual({ status: 'in', view: fewer });
  });

  it('sends the new expiry to the other tabs', async () => {
    const { idleEndsAt, endsAt } = aView();
    const lasts: SessionNews = { type: 'lasts', person: '["LIMA","ana.torres"]', idleEndsAt, endsAt };
    vi.mocked(call).mockResolvedValue(aView());
    await currentSession();
    await touchSession();
    expect(vi.mocked(call).mock.lastCall).toEqual([sessionOperations['session.touch'], { background: 'touch' }]);
    await expectMessages(lasts, lasts);
  });

  it('S7: does not restore a session when a touch completes after a sign-out', async () => {
    markIn(aView());
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof aView>>();
    vi.mocked(call).mockReturnValue(promise);
    const touching = touchSession();
    markOut({ ended: false });
    resolve(aView());
    await touching;
    expect(sessionState()).toEqual({ status: 'out', ended: false });
  });

  it('S7: does not restore a session when a read completes after a sign-out', async () => {
    markIn(aView());
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof aView>>();
    vi.mocked(call).mockReturnValue(promise);
    const reading = rereadSession({ background: 'session' });
    markOut({ ended: false });
    resolve(aView());
    expect(await reading).toBeNull();
    expect(sessionState()).toEqual({ status: 'out', ended: false });
  });
});

describe('renewing the anti-forgery token', () => {
  it('succeeds for the same user, even with other permissions', async () => {
    markIn(aView());
    vi.mocked(call).mockResolvedValue(aView({ permissionsList: [] }));
    expect(await renewToken()).toBe(true);
  });

  it('fails when another tab has signed in another user', async () => {
    markIn(aView());
    vi.mocked(call).mockResolvedValue(aView({ username: 'rosa.mamani' }));
    expect(await renewToken()).toBe(false);
  });

  it('fails when the session has expired', async () => {
    markIn(aView());
    vi.mocked(call).mockRejectedValue(failure(401));
    expect(await renewToken()).toBe(false);
  });

  it('succeeds on the sign-in page, where the session read returns 401', async () => {
    vi.mocked(call).mockRejectedValue(failure(401));
    expect(await renewToken()).toBe(true);
  });
});
