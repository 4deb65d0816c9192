import { type CDPSession } from '@playwright/test';

export type Kind = 'html' | 'code' | 'data' | 'font' | 'other';

/** A request on the wire. Times are seconds since 1970. */
export interface NetworkRequest {
  url: string;
  kind: Kind;
  start: number;
  /** Infinity while it lasts. */
  end: number;
  /** As sent, in bytes: headers and body. */
  bytes: number;
  headerBytes: number;
  /** Length of a script after decoding, in bytes. */
  decoded: number;
  isScript: boolean;
  /** Whether the page marks it as not caused by its user. */
  isBackground: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  Document: 'html',
  Script: 'code',
  Stylesheet: 'code',
  Font: 'font',
  Fetch: 'data',
  XHR: 'data',
  EventSource: 'data',
};

/** Marks background requests of a page. */
const BACKGROUND = 'x-despacho-background';

/** @returns the requests of a page with these developer tools from now on, growing, without those that the browser's memory answers. */
export async function watchNetwork(devtools: CDPSession): Promise<Map<string, NetworkRequest>> {
  const requests = new Map<string, NetworkRequest>();
  let clockOffset = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type = '' }) => {
    clockOffset = wallTime - timestamp;
    const { protocol, pathname, search } = new URL(request.url);
    if (!protocol.startsWith('http')) return;
    const kind = pathname.startsWith('/api/') ? 'data' : (KINDS[type] ?? 'other');
    const isScript = type === 'Script' || pathname.endsWith('.js');
    requests.set(requestId, {
      url: pathname + search,
      kind: isScript ? 'code' : kind,
      start: wallTime,
      end: Infinity,
      bytes: 0,
      headerBytes: 0,
      decoded: 0,
      isScript,
      isBackground: Object.keys(request.headers).some((name) => name.toLowerCase() === BACKGROUND),
    });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request) request.headerBytes = request.bytes = response.encodedDataLength;
  });
  devtools.on('Network.dataReceived', ({ requestId, dataLength, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.decoded += dataLength;
    request.bytes += encodedDataLength;
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.end = clockOffset + timestamp;
    request.bytes = Math.max(request.bytes, encodedDataLength);
  });
  devtools.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const request = requests.get(requestId);
    if (request) request.end = clockOffset + timestamp;
  });
  await devtools.send('Network.enable');
  return requests;
}

/**
 * @returns the length of the longest chain of requests, each of which began after the end of the one before it. On a line
 * with a latency far above the page's own work, only a request that depends on another begins after its end.
 */
export function stepsOf(requests: readonly NetworkRequest[]): number {
  const depths: { end: number; depth: number }[] = [];
  for (const { start, end } of requests.toSorted((one, other) => one.start - other.start)) {
    const before = depths.filter((each) => each.end <= start).map(({ depth }) => depth);
    depths.push({ end, depth: 1 + Math.max(0, ...before) });
  }
  return Math.max(0, ...depths.map(({ depth }) => depth));
}
