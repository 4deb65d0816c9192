import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface Block {
  id?: string;
  event?: string;
  data?: string;
  comment?: boolean;
  retry?: string;
}

function parse(text: string): Block {
  const block: Block = {};
  for (const line of text.split('\n')) {
    if (line.startsWith(':')) block.comment = true;
    const [, field, value] = /^(id|event|data|retry): ?(.*)$/.exec(line) ?? [];
    if (field) block[field as 'id' | 'event' | 'data' | 'retry'] = value ?? '';
  }
  return block;
}

/** Serves an app on a free port. */
export async function listen(app: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

/** Reads server-sent events over a real connection, block by block. */
export class EventReader {
  readonly blocks: Block[] = [];
  status = 0;
  headers = new Headers();
  ended = false;
  readonly #leave = new AbortController();
  #news = Promise.withResolvers<undefined>();

  async open(url: string, assertion: string, lastEventId?: string): Promise<this> {
    const response = await fetch(url, {
      headers: {
        Authorization: `Bearer ${assertion}`,
        ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
      },
      signal: this.#leave.signal,
    });
    this.status = response.status;
    this.headers = response.headers;
    void this.#read(response).catch(() => undefined);
    return this;
  }

  close(): void {
    this.#leave.abort();
  }

  /** The last cursor received. */
  get cursor(): string {
    return this.blocks.findLast(({ id }) => id !== undefined)?.id ?? '';
  }

  /** The first block, except for the retry hint and heartbeats. */
  get opening(): Block {
    return this.blocks.find(({ id }) => id !== undefined) ?? {};
  }

  /** The events, except for signals that figures changed. */
  get data(): unknown[] {
    return this.#parsed.filter(({ type }) => type !== 'figures.changed');
  }

  /** Offices whose figures changed, as often as that was signalled. */
  get changedFigures(): unknown[] {
    return this.#parsed.flatMap(({ type, officeId }) => (type === 'figures.changed' ? [officeId] : []));
  }

  get #parsed(): { type?: string; officeId?: string }[] {
    return this.blocks.flatMap(({ data }) =>
      data === undefined ? [] : [JSON.parse(data) as { type?: string; officeId?: string }],
    );
  }

  /** Waits until the blocks satisfy a condition, or fails with the blocks received. */
  async until(condition: () => boolean, milliseconds = 20_000): Promise<void> {
    const deadline = Date.now() + milliseconds;
    while (!condition()) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`Not within ${String(milliseconds)} ms: ${JSON.stringify(this.blocks)}`);
      await Promise.race([this.#news.promise, new Promise((resolve) => setTimeout(resolve, Math.min(left, 50)))]);
    }
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        rest += decoder.decode(chunk as Uint8Array, { stream: true });
        const parts = rest.split('\n\n');
        rest = parts.pop() ?? '';
        this.blocks.push(...parts.map(parse));
        this.#notify();
      }
    } finally {
      this.ended = true;
      this.#notify();
    }
  }

  #notify(): void {
    this.#news.resolve(undefined);
    this.#news = Promise.withResolvers<undefined>();
  }
}
