import { type BrowserContext, type Page } from '@playwright/test';

/** Everything that reached a browser, as text with its source. */
interface Collected {
  /** Waits for pending responses, and adds the browser's storage. */
  finish(pages: readonly Page[]): Promise<readonly Find[]>;
}

export interface Find {
  where: string;
  text: string;
}

/** A stream never ends, so its body is not awaited; the test that opens one inspects it. */
const isStream = (contentType: string): boolean => contentType.startsWith('text/event-stream');

/** Collects from `context`: every response with its headers, address, sent header and console line. */
export function collect(context: BrowserContext): Collected {
  const finds: Find[] = [];
  const arriving: Promise<unknown>[] = [];
  const add = (where: string, text: string): void => {
    finds.push({ where, text });
  };
  context.on('console', (message) => {
    add('console', `${message.text()} ${message.location().url}`);
  });
  context.on('request', (request) => {
    add('address', request.url());
    const headers = request.allHeaders().then((all) => {
      add(`headers sent to ${request.url()}`, JSON.stringify(all));
    });
    arriving.push(headers.catch(() => undefined));
  });
  context.on('response', (response) => {
    const url = response.url();
    const read = async (): Promise<void> => {
      const headers = await response.allHeaders();
      add(`headers of ${url}`, JSON.stringify(headers));
      if (!isStream(headers['content-type'] ?? '')) add(`body of ${url}`, await response.text());
    };
    arriving.push(read().catch(() => undefined));
  });
  return {
    finish: async (pages) => {
      await Promise.all(arriving);
      add('cookies', JSON.stringify(await context.cookies()));
      for (const page of pages) add(`kept by ${page.url()}`, await page.evaluate(keptByPage));
      return finds;
    },
  };
}

async function keptByPage(): Promise<string> {
  const databases = await indexedDB.databases();
  const cached = await caches.keys();
  return JSON.stringify({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    cookie: document.cookie,
    history: history.state as unknown,
    name: window.name,
    databases,
    cached,
    page: document.documentElement.outerHTML,
  });
}

/** The characters of a base64 text that depend only on `value`, for each position it may start at. */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64url');
    const whole = Math.floor(((shift + bytes.length) * 8) / 6);
    return text.slice(Math.ceil((shift * 8) / 6), whole);
  });
}

/** @returns the encodings of a value. Compared without regard to case or to the alphabet of base64. */
function formsOf(value: string): string[] {
  const url = encodeURIComponent(value);
  const json = JSON.stringify(value).slice(1, -1);
  return [value, url, url.replaceAll('%20', '+'), json, Buffer.from(value).toString('hex'), ...base64Forms(value)];
}

const plain = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_').toLowerCase();

/** @returns where any of the named secrets occurs, in any encoding. */
export function search(finds: readonly Find[], secrets: Record<string, string>): string[] {
  const texts = finds.map(({ where, text }) => ({ where, text: plain(text) }));
  return Object.entries(secrets).flatMap(([name, value]) => {
    if (value.length < 8) throw new Error(`${name} is too short to be searched for`);
    const forms = [...new Set(formsOf(value).map(plain))];
    return texts
      .filter(({ text }) => forms.some((form) => text.includes(form)))
      .map(({ where }) => `${name}: ${where}`);
  });
}
