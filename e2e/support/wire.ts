import { type CDPSession, type Page } from '@playwright/test';

/** One request as counted on the wire. */
interface Traffic {
  path: string;
  bytes: number;
  /** Whether it was sent since the counts were reset. */
  isNew: boolean;
}

/** Marks background requests of a page. */
const BACKGROUND = 'x-despacho-background';

/**
 * Counts the bytes of responses below /api/ as they cross the network: headers and encoded bodies, streams included.
 */
export class Wire {
  readonly #requests = new Map<string, Traffic>();
  #session: CDPSession | undefined;
  #foreground = 0;

  /** Starts to count the requests of a page. */
  async watch(page: Page): Promise<void> {
    this.#session = await page.context().newCDPSession(page);
    const session = this.#session;
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith('/api/')) return;
      this.#requests.set(requestId, { path: pathname, bytes: 0, isNew: true });
      if (!Object.keys(request.headers).some((name) => name.toLowerCase() === BACKGROUND)) this.#foreground += 1;
    });
    const add = (requestId: string, bytes: number): void => {
      const request = this.#requests.get(requestId);
      if (request) request.bytes += bytes;
    };
    session.on('Network.responseReceived', ({ requestId, response }) => {
      add(requestId, response.encodedDataLength);
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      add(requestId, encodedDataLength);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const request = this.#requests.get(requestId);
      if (request) request.bytes = Math.max(request.bytes, encodedDataLength);
    });
    await session.send('Network.enable');
  }

  /** The number of requests so far, without those that a page makes in the background. */
  get requests(): number {
    return this.#foreground;
  }

  /** Resets the counts. The bytes of a pending request continue to be counted. */
  reset(): void {
    for (const request of this.#requests.values()) Object.assign(request, { bytes: 0, isNew: false });
  }

  /** @returns the total bytes, and the number of sent requests and bytes of each path, largest first. */
  read(): { bytes: number; count: number; paths: { path: string; count: number; bytes: number }[] } {
    const used = [...this.#requests.values()].filter(({ bytes, isNew }) => bytes > 0 || isNew);
    const countOf = (some: readonly Traffic[]): number => some.filter(({ isNew }) => isNew).length;
    const paths = [...Map.groupBy(used, ({ path }) => path)].map(([path, all]) => ({
      path,
      count: countOf(all),
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    }));
    return {
      bytes: used.reduce((sum, { bytes }) => sum + bytes, 0),
      count: countOf(used),
      paths: paths.sort((one, other) => other.bytes - one.bytes),
    };
  }
}
