import { type Server } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { type StreamTimes } from '#edge/operations/event-stream.ts';
import { assertionOf } from './assertions.ts';
import { EventReader, listen } from './event-reader.ts';
import { createTestApp } from './test-services.ts';
import { type Desk, useDesk } from './use-desk.ts';

/** A desk with a listening server, so that streams can be opened. */
interface Stream extends Desk {
  /** Ends all streams. */
  stop: AbortController;
  /** Opens a stream and, if accepted, resolves when it is subscribed. Closed after the test. */
  open: (claims: Record<string, unknown>, lastEventId?: string) => Promise<EventReader>;
  /** Disconnects all clients, and restarts the server with other timings or other `services`. */
  serve: (times: StreamTimes) => Promise<void>;
}

/** Like `useDesk`; listens before each test, with short heartbeats. */
export function useStream(): Stream {
  const desk = useDesk();
  const readers: EventReader[] = [];
  let server: Server | undefined;
  let url: string;
  const leave = (): void => {
    server?.closeAllConnections();
    server?.close();
  };
  const stream: Stream = Object.assign(desk as Stream, {
    open: async (claims: Record<string, unknown>, lastEventId?: string) => {
      const reader = new EventReader();
      readers.push(reader);
      await reader.open(`${url}/operations/events`, await assertionOf(claims), lastEventId);
      if (reader.status === 200) await reader.until(() => reader.cursor !== '');
      return reader;
    },
    serve: async (times: StreamTimes) => {
      leave();
      desk.app = createTestApp(desk.services, times, stream.stop.signal);
      ({ server, url } = await listen(desk.app));
    },
  });
  beforeEach(async () => {
    stream.stop = new AbortController();
    await stream.serve({ lifeMs: 55_000, heartbeatMs: 150 });
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.close();
    stream.stop.abort();
    leave();
    await desk.services.feed.close();
    desk.services.presence.close();
    desk.services.positionBoard.close();
  });
  return stream;
}
