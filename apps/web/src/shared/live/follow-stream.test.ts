import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startStreamServer, type StreamServer } from '#test/stream-server.ts';
import { followStream, type StreamSubscriber } from './follow-stream.ts';
import { type LiveNews } from './live-state.ts';

const event = {
  type: 'permissions.changed',
  at: '2026-11-21T12:00:00.000Z',
  officeId: 'LIMA',
  actor: { username: 'ana.torres', user: 'Ana Torres' },
  subject: { id: '7', username: 'luis.quispe', user: 'Luis Quispe' },
  added: ['M01'],
  removed: [],
};

let server: StreamServer;
let end: AbortController;
let place: string | undefined;
let news: LiveNews[];
let states: string[];
let ended: number;
let following: Promise<void>;

function follow(changes: Partial<StreamSubscriber> = {}): void {
  following = followStream(
    {
      url: server.url,
      place: () => place,
      onPlace: (next) => (place = next),
      limit: () => 40_000,
      onHeard: () => undefined,
      onNews: (one) => news.push(one),
      onLiveness: (state) => states.push(state),
      onSessionEnded: () => (ended += 1),
      ...changes,
    },
    end.signal,
  );
}

// Real sockets on a busy machine.
vi.setConfig({ testTimeout: 20_000 });

const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });

beforeEach(async () => {
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  // The shortest wait: half a second.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  server = await startStreamServer();
  end = new AbortController();
  place = undefined;
  news = [];
  states = [];
  ended = 0;
});
afterEach(async () => {
  end.abort();
  await following;
  await server.close();
  vi.unstubAllGlobals();
});

describe('followStream', () => {
  it('S42: passes on events and its position', async () => {
    follow();
    await soon(() => {
      expect(states).toEqual(['live']);
    });
    server.open[0]?.write(`id: a.1\ndata: ${JSON.stringify(event)}\n\nid: a.2\n\n`);
    await soon(() => {
      expect(place).toBe('a.2');
    });
    expect(news).toEqual([{ type: 'event', event }]);
  });

  it('S42: resumes after a planned end of the stream, without reporting an outage', async () => {
    server.greeting = 'id: a.9\n\n';
    follow();
    await soon(() => {
      expect(place).toBe('a.9');
    });
    server.open[0]?.end();
    await soon(() => {
      expect(server.requests).toHaveLength(2);
    });
    expect(server.requests.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'a.9']);
    expect(states).not.toContain('offline');
    expect(news).toEqual([]);
  });

  it('reports when the connection breaks and when it is back', async () => {
    follow();
    await soon(() => {
      expect(states).toEqual(['live']);
    });
    server.status = 503;
    server.open[0]?.destroy();
    await soon(() => {
      expect(states).toEqual(['live', 'offline']);
    });
    server.status = 200;
    await soon(() => {
      expect(states.at(-1)).toBe('live');
    });
  });

  it('resets when it has no position to resume from', async () => {
    follow();
    await soon(() => {
      expect(states).toEqual(['live']);
    });
    expect(news).toEqual([]);
    server.open[0]?.destroy();
    await soon(() => {
      expect(news).toEqual([{ type: 'reset' }]);
    });
  });

  it('resets when the server requests it', async () => {
    server.greeting = 'event: reset\nid: b.1\ndata: {}\n\n';
    follow();
    await soon(() => {
      expect(place).toBe('b.1');
    });
    expect(news).toEqual([{ type: 'reset' }]);
  });

  it('ignores unknown events', async () => {
    server.greeting = 'data: {"type":"orders.moved"}\n\ndata: <html>\n\nid: a.3\n\n';
    follow();
    await soon(() => {
      expect(place).toBe('a.3');
    });
    expect(news).toEqual([]);
  });

  it('reports that the session ended', async () => {
    server.status = 401;
    follow();
    await soon(() => {
      expect(ended).toBe(1);
    });
    expect(states).toEqual(['offline']);
  });

  it('S7: stops immediately and closes the stream', async () => {
    follow();
    await soon(() => {
      expect(states).toEqual(['live']);
    });
    end.abort();
    await following;
    await soon(() => {
      expect(server.open).toHaveLength(0);
    });
    expect(states).toEqual(['live']);
  });
});
