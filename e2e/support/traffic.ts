import { type BrowserContext, type Request, type Response } from '@playwright/test';

/** Everything that a browser sent and received, as text. */
interface Traffic {
  requests: Request[];
  /** The data that the browser received: addresses, headers, bodies. */
  received(): Promise<string>;
}

const isStream = (response: Response): boolean =>
  (response.headers()['content-type'] ?? '').startsWith('text/event-stream');

async function asText(response: Response): Promise<string> {
  const headers = (await response.headersArray()).map(({ name, value }) => `${name}: ${value}`).join('\n');
  const body = isStream(response) ? '' : await response.body().then(String, () => '');
  return `${response.url()}\n${headers}\n${body}`;
}

/** Records the traffic of `context` from now on. */
export function record(context: BrowserContext): Traffic {
  const requests: Request[] = [];
  const received: Promise<string>[] = [];
  context.on('request', (request) => requests.push(request));
  context.on('response', (response) => received.push(asText(response).catch(() => '')));
  return { requests, received: async () => (await Promise.all(received)).join('\n\n') };
}

/** @returns the encodings of `secret`: plain, URL, JSON, base64. */
export function spellings(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      base64.replace(/=+$/, ''),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ]),
  ];
}
