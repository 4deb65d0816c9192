import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPower } from '#test/a-browser.ts';
import { startStreamServer, type StreamServer, stubStreams } from '#test/stream-server.ts';
import { liveness } from './live-state.ts';
import { startLive } from './start-live.ts';

let server: StreamServer;
let stops: (() => void)[];
let page: EventTarget & { visibilityState: string };

// Real sockets on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

/** Resolves when an earlier message has reached all tabs. */
async function delivery(): Promise<void> {
  const [from, to] = [new BroadcastChannel('despacho.live'), new BroadcastChannel('despacho.live')];
  const arrived = new Promise((resolve) => {
    to.addEventListener('message', resolve, { once: true });
  });
  from.postMessage({ type: 'delivered' });
  await arrived;
  from.close();
  to.close();
}

const setVisible = (state: 'hidden' | 'visible'): void => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};
const openTab = (grace?: number): (() => void) => {
  const stop = startLive(vi.fn(), grace);
  stops.push(stop);
  return stop;
};

beforeEach(async () => {
  server = await startStreamServer();
  stops = [];
  page = Object.assign(new EventTarget(), { baseURI: server.url, visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
});
afterEach(async () => {
  vi.useRealTimers();
  stops.forEach((stop) => {
    stop();
  });
  await server.close();
  vi.unstubAllGlobals();
});

describe('startLive', () => {
  it('S42: reads one stream for several tabs', async () => {
    server.greeting = 'id: a.1\n\n';
    openTab();
    openTab();
    openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/events']);
  });

  it('S42: hands over to another tab, which resumes at the same position', async () => {
    server.greeting = 'id: a.7\n\n';
    const closeFirst = openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    // The state was published before the new tab subscribed, so the tab has to ask for it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    openTab();
    await new Promise((resolve) => setTimeout(resolve, 200));
    closeFirst();
    await soon(() => {
      expect(server.requests).toHaveLength(2);
    });
    expect(server.requests[1]?.headers['last-event-id']).toBe('a.7');
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
  });

  it.each(['refuses', 'lacks'] as const)('reads a stream in a browser that %s locks', async (way) => {
    setPower('locks', way, 'request');
    openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
  });

  it('opens its own stream if no leading tab answers, also once the lock is granted', async () => {
    let grant: () => Promise<void> = () => Promise.resolve();
    const request = (_name: string, _options: LockOptions, work: typeof grant) => {
      grant = work;
      return new Promise(() => undefined);
    };
    vi.stubGlobal('navigator', { locks: { request } });
    vi.useFakeTimers({ toFake: [...TIMERS], shouldClearNativeTimers: true });
    openTab(60_000);
    await vi.advanceTimersByTimeAsync(9999);
    expect(server.requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    void grant();
    vi.useRealTimers();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    expect(server.requests).toHaveLength(1);
  });

  it('leaves the stream to a leading tab that answers', async () => {
    server.greeting = 'id: a.7\n\n';
    openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    vi.useFakeTimers({ toFake: [...TIMERS], shouldClearNativeTimers: true });
    openTab(60_000);
    await delivery();
    await delivery();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.requests).toHaveLength(1);
  });

  it('closes the stream while all tabs are hidden, and resumes at the same position', async () => {
    server.greeting = 'id: a.7\n\n';
    openTab(50);
    openTab(50);
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    setVisible('hidden');
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
    setVisible('visible');
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'a.7']);
  });

  it('keeps the stream of a hidden tab while another is visible', async () => {
    const other = new BroadcastChannel('despacho.live');
    openTab(1500);
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    vi.useFakeTimers({ toFake: [...TIMERS], shouldClearNativeTimers: true });
    setVisible('visible');
    setVisible('hidden');
    for (let seconds = 0; seconds < 5; seconds += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      expect(server.open).toHaveLength(1);
      other.postMessage({ type: 'seen' });
      await delivery();
    }
    other.close();
    await vi.advanceTimersByTimeAsync(1500);
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
  });

  it('is not live while the stream of hidden tabs is closed', async () => {
    openTab(50);
    await soon(() => {
      expect(liveness.get().state).toBe('live');
    });
    setVisible('hidden');
    await soon(() => {
      expect(liveness.get().state).toBe('connecting');
    });
    setVisible('visible');
    await soon(() => {
      expect(liveness.get().state).toBe('live');
    });
  });

  it('is offline since the last message, not since the silence was noticed', async () => {
    vi.useFakeTimers({ toFake: [...TIMERS, 'Date'], shouldClearNativeTimers: true });
    const send = stubStreams({ 'Heartbeat-Seconds': '6' });
    openTab(600_000);
    // The lock is granted by a message.
    await delivery();
    await vi.advanceTimersByTimeAsync(1000);
    expect(liveness.get().state).toBe('live');
    send(': \n\n');
    await vi.advanceTimersByTimeAsync(0);
    const heardAt = new Date();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(liveness.get()).toEqual({ state: 'offline', since: heardAt });
  });

  it.each([
    ['visible', 'offline'],
    ['hidden', 'live'],
  ] as const)('a %s tab is %s when the leading tab, whose timers are late, hears nothing', async (seen, state) => {
    vi.useFakeTimers({ toFake: [...TIMERS, 'Date'], shouldClearNativeTimers: true });
    vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => undefined) } });
    const leader = new BroadcastChannel('despacho.live');
    openTab(600_000);
    page.visibilityState = seen;
    leader.postMessage({ type: 'liveness', state: 'connecting', since: new Date() });
    leader.postMessage({ type: 'heard', limit: 15_000 });
    await delivery();
    expect(liveness.get().state).toBe('live');
    const heardAt = new Date();
    await vi.advanceTimersByTimeAsync(14_999);
    expect(liveness.get().state).toBe('live');
    await vi.advanceTimersByTimeAsync(1);
    expect(liveness.get().state).toBe(state);
    if (state === 'offline') expect(liveness.get().since).toEqual(heardAt);
    leader.postMessage({ type: 'heard', limit: 15_000 });
    await delivery();
    expect(liveness.get().state).toBe('live');
    leader.close();
  });

  it('S7: reads nothing after all tabs have stopped', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const stop = openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    vi.useFakeTimers({ toFake: [...TIMERS], shouldClearNativeTimers: true });
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
    expect(fetched).toHaveBeenCalledOnce();
  });
});
