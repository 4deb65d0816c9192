import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Agent as Client } from 'undici';

/** Below the five seconds after which most servers close an idle connection, so that it is not closed on reuse. */
const IDLE_MS = 4000;

export interface Agents {
  /** For calls that the gateway makes itself. */
  client: Client;
  /** For forwarded calls. */
  of(url: URL): HttpAgent | HttpsAgent;
  /** For event streams, which would otherwise fill the pool and delay ordinary calls. */
  streamsOf(url: URL): HttpAgent | HttpsAgent;
  close(): void;
}

export function createAgents(): Agents {
  const calls = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: IDLE_MS };
  const streams = { keepAlive: false, maxSockets: Infinity };
  const plain = { calls: new HttpAgent(calls), streams: new HttpAgent(streams) };
  const tls = { calls: new HttpsAgent(calls), streams: new HttpsAgent(streams) };
  const pair = (url: URL) => (url.protocol === 'https:' ? tls : plain);
  // A request's own deadline limits how long a response takes.
  const client = new Client({
    connections: 256,
    keepAliveTimeout: IDLE_MS,
    // A server's `Keep-Alive: timeout=120` would otherwise extend it, and a device between may forget the connection.
    keepAliveMaxTimeout: IDLE_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
  return {
    client,
    of: (url) => pair(url).calls,
    streamsOf: (url) => pair(url).streams,
    close() {
      void client.destroy();
      for (const agent of [plain.calls, plain.streams, tls.calls, tls.streams]) agent.destroy();
    },
  };
}
