import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import '#app/zod-config.ts';
import { loadSweetAlert } from '#shared/dialogs/load-sweetalert.ts';
import { recordDayTurn } from '#shared/format/working-day.ts';
import { reportFirstRows } from '#shared/state/first-rows.ts';
import { loadPopups } from '#shared/ui/popups/use-popups.ts';

// Generous, because a busy two-core machine is slow.
configure({ asyncUtilTimeout: 20_000 });

/** Missing in jsdom, which computes no layout. */
class NoObserver {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
}

// Tests use the calendar's day as today, even at night.
recordDayTurn('00:00');

// Parts of screens are tested without the rows after which they load.
reportFirstRows();
await loadPopups();

// Virtual lists render nothing in an element without a height.
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => 600 });

// Files share one window, which draws its frames by an interval. A frame that began under a test's fake timers would
// never end: no later frame would be drawn, and no popup opened. So the first one continues, with the real timers.
if (!('framesGoOn' in globalThis)) {
  const { requestAnimationFrame: drawNext } = globalThis;
  const goOn = (): void => void drawNext(goOn);
  goOn();
  Object.assign(globalThis, { framesGoOn: true });
}

let hasAnnounced = false;

beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
  );
  vi.stubGlobal('ResizeObserver', NoObserver);
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  document.exitFullscreen = () => Promise.resolve();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(async () => {
  // A pop-up that stays open would delay those of the next test, even of other files.
  if (document.querySelector('.swal2-container')) (await loadSweetAlert()).close();
  // Before dialogs are removed, which may hold it.
  hasAnnounced ||= document.querySelector('[data-announcer]') !== null;
  cleanup();
  // Files share one document: what is added outside of a component, such as announcements, must not reach the next test.
  document.body.replaceChildren();
  // Calls are relative to the page's address.
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

afterAll(async () => {
  // waits: for a late announcement, which fails when the document of the last file is gone.
  if (hasAnnounced) await new Promise((done) => setTimeout(done, 250));
});
