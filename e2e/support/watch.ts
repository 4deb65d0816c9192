import { type BrowserContext } from '@playwright/test';

/** Browser errors that are checked after every test. */
export interface Watch {
  /** Allows console errors whose text and address match. */
  expectConsole(pattern: RegExp): void;
  /** Allows requests to another origin. */
  expectOrigin(origin: string): void;
  /** Unexpected errors, CSP violations and requests to other origins. */
  complaints(): string[];
}

/** The session probe of a page without a session. The browser logs every refused request itself. */
const PROBE = /status of 401 .*\/api\/auth\/session/;

/** A photo that was still loading when its session ended. The specs of photos check that they are shown. */
const LATE_PHOTO = /status of 401 .*\/api\/evidence\/\d+\/file/;

const VIOLATION = 'CSP violation';

const SILENT = 'Announcement that nobody hears';

const LOOP = 'Size changed while sizes were reported';

/** Logs announcements outside of the dialog in front, where a screen reader ignores them. */
function reportSilentAnnouncements(mark: string): void {
  // In the order in which they were opened, which may differ from their order in the document.
  const opened: HTMLDialogElement[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with its dialog
  const showModal = HTMLDialogElement.prototype.showModal;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    showModal.call(this);
    opened.push(this);
  };
  const isSilent = (region: Element): boolean => {
    const front = opened.findLast((dialog) => dialog.open && dialog.isConnected);
    return region.closest('[aria-hidden="true"], [inert]') !== null || front?.contains(region) === false;
  };
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest('[data-announcer]');
      if (region?.textContent && isSilent(region)) console.error(`${mark}: ${region.textContent}`);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Logs violations of the content security policy. */
function reportPolicy(mark: string): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`${mark}: ${violatedDirective} ${blockedURI}`);
  });
}

/** Logs that a page resized what it observes while the sizes were reported. Chromium reports it only to the page. */
function reportResizeLoops(mark: string): void {
  addEventListener('error', ({ message }) => {
    if (message.startsWith('ResizeObserver loop')) console.error(`${mark}: ${message}`);
  });
}

/** Functions that run in each page before its own scripts, with what their messages begin with. */
export const REPORTERS = [
  { report: reportSilentAnnouncements, mark: SILENT },
  { report: reportPolicy, mark: VIOLATION },
  { report: reportResizeLoops, mark: LOOP },
] as const;

/**
 * Makes the pages of a context log violations of the content security policy, and announcements outside the front
 * dialog.
 */
export async function reportViolations(context: BrowserContext): Promise<void> {
  for (const { report, mark } of REPORTERS) await context.addInitScript(report, mark);
}

/** Watches everything in `context`, prepared by `reportViolations`. Call it before the first page. */
export function watch(context: BrowserContext, origin: string): Watch {
  const errors: string[] = [];
  const never: string[] = [];
  const expected = [PROBE, LATE_PHOTO];
  const origins = new Set([origin]);

  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (text.startsWith(VIOLATION) || text.startsWith(SILENT) || /Content.Security.Policy/i.test(text))
      never.push(text);
    else errors.push(`${text} ${message.location().url}`);
  });
  context.on('weberror', (error) => errors.push(`uncaught: ${String(error.error())}`));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && !origins.has(url.origin))
      never.push(`request to another origin: ${request.url()}`);
  });

  return {
    expectOrigin: (other) => origins.add(other),
    expectConsole: (pattern) => expected.push(pattern),
    complaints: () => [...never, ...errors.filter((error) => !expected.some((pattern) => pattern.test(error)))],
  };
}
