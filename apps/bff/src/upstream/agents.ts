import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Below the five seconds after which most servers close an idle connection, so that none is used just as it closes. */
const IDLE_MS = 4000;

export interface Agents {
  /** Calls that are answered and done with. */
  of(url: URL): HttpAgent | HttpsAgent;
  /** Event streams, which would otherwise fill the pool and make ordinary calls wait behind them. */
  streamsOf(url: URL): HttpAgent | HttpsAgent;
  close(): void;
}

export function createAgents(): Agents {
  const calls = { keepAlive: true, maxSockets: 256, maxFreeSockets: 64, timeout: IDLE_MS };
  const streams = { keepAlive: false, maxSockets: Infinity };
  const plain = { calls: new HttpAgent(calls), streams: new HttpAgent(streams) };
  const tls = { calls: new HttpsAgent(calls), streams: new HttpsAgent(streams) };
  const pair = (url: URL) => (url.protocol === 'https:' ? tls : plain);
  return {
    of: (url) => pair(url).calls,
    streamsOf: (url) => pair(url).streams,
    close() {
      for (const agent of [plain.calls, plain.streams, tls.calls, tls.streams]) agent.destroy();
    },
  };
}
