import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStreamServer, type StreamServer } from '#test/stream-server.ts';
import { startLive } from './start-live.ts';

let server: StreamServer;
let stops: (() => void)[];
let page: EventTarget & { visibilityState: string };

// Real sockets on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });
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
    const reporting = setInterval(() => {
      other.postMessage({ type: 'seen' });
    }, 20);
    // Long, so that a machine that stands still for a moment does not end it.
    openTab(1500);
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    setVisible('hidden');
    const closed = vi.waitFor(
      () => {
        expect(server.open).toHaveLength(0);
      },
      { timeout: 2000, interval: 10 },
    );
    await expect(closed).rejects.toThrow();
    clearInterval(reporting);
    other.close();
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
  });

  it('S7: reads nothing after all tabs have stopped', async () => {
    const stop = openTab();
    await soon(() => {
      expect(server.open).toHaveLength(1);
    });
    stop();
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
    // waits: a real stream would reconnect after a second
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(server.requests).toHaveLength(1);
  });
});
