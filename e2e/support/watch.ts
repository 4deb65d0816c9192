import { type BrowserContext } from '@playwright/test';

/** What went wrong in the browser without any test having asked. */
export interface Watch {
  /** Makes console errors expected whose text and address match. */
  expectConsole(pattern: RegExp): void;
  /** Errors nobody expected, CSP violations, requests to other origins. */
  complaints(): string[];
}

/** The probe of a page that nobody has signed in to. The browser reports every refused request on its own. */
const PROBE = /status of 401 .*\/api\/auth\/session/;

const VIOLATION = 'CSP violation';

/** Watches everything that `context` does, from before its first page on. */
export async function watch(context: BrowserContext, origin: string): Promise<Watch> {
  const errors: string[] = [];
  const never: string[] = [];
  const expected = [PROBE];

  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (text.startsWith(VIOLATION) || /Content.Security.Policy/i.test(text)) never.push(text);
    else errors.push(`${text} ${message.location().url}`);
  });
  context.on('weberror', (error) => errors.push(`uncaught: ${String(error.error())}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.origin !== origin)
      never.push(`request to another origin: ${request.url()}`);
  });
  await context.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`${mark}: ${violatedDirective} ${blockedURI}`);
    });
  }, VIOLATION);

  return {
    expectConsole: (pattern) => expected.push(pattern),
    complaints: () => [...never, ...errors.filter((error) => !expected.some((pattern) => pattern.test(error)))],
  };
}
