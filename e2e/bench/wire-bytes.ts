import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { report } from '@despacho/tooling/load/measure';
import { withProduct } from '../support/look.ts';
import { signIn } from '../support/sign-in.ts';
import { Wire } from '../support/wire.ts';

/**
 * How many bytes of API responses on the wire, and how many requests, does an open page cost while the demonstration runs?
 * Prints and bounds both: to open it, per minute in view, and per minute hidden. `--orders` sets the numbers of orders,
 * `--pages` the pages, `--seconds` the length of each measurement (a hidden page closes its stream after 20 seconds, so that
 * a short one overestimates), `--paths` also prints each path.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000' },
    seconds: { type: 'string', default: '60' },
    paths: { type: 'boolean' },
    pages: { type: 'string', default: 'desk,map,Dashboard,Liquidación' },
  },
});
const SECONDS = Number(values.seconds);
const KB = 1024;

/** Requests a minute of a page that only stays open, the reopened event stream included. */
const REQUESTS = 12;

const LIMITS = { open: 150 * KB, visible: 100 * KB, hidden: 10 * KB };
const DASHBOARD = { open: 80 * KB, visible: 30 * KB, hidden: 10 * KB };

const PAGES = [
  { name: 'desk', path: '/assing?oficina=LIMA', limits: LIMITS },
  { name: 'map', path: '/map?oficina=LIMA', limits: LIMITS },
  { name: 'Dashboard', path: '/dashboard', limits: DASHBOARD },
  { name: 'Liquidación', path: '/dashboard/liquidacion', limits: DASHBOARD },
].filter(({ name }) => values.pages.split(',').includes(name));

/** A page has opened once it has requested nothing for this long, in milliseconds; a large map takes fifteen pages. */
const QUIET = 4000;

async function opened(wire: Wire): Promise<void> {
  for (let before = -1; before !== wire.requests;) {
    before = wire.requests;
    await sleep(QUIET);
  }
}

const setVisible = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

function reportTraffic(
  { name, limits }: (typeof PAGES)[number],
  what: keyof typeof LIMITS,
  wire: Wire,
  share = 1,
): void {
  const { bytes, count, paths } = wire.read();
  const [scaled, requests] = [bytes / share, count / share];
  const limit = limits[what];
  const [aMinute, bound] = what === 'open' ? ['', ''] : [' a minute', ` (at most ${REQUESTS})`];
  report(
    `${name}, ${what}`,
    `${(scaled / KB).toFixed(1)} KB${aMinute} (at most ${limit / KB}), ${requests.toFixed(1)} requests${bound}`,
    scaled <= limit && (what === 'open' || requests <= REQUESTS),
  );
  if (values.paths)
    for (const { path, count: sent, bytes: each } of paths)
      process.stdout.write(`    ${path}: ${sent} requests, ${(each / KB).toFixed(1)} KB\n`);
}

for (const orders of values.orders.split(',')) {
  process.stdout.write(`  ${orders} orders\n`);
  await withProduct(
    async (open) => {
      for (const each of PAGES) {
        const page = await open({ viewport: { width: 1440, height: 900 } });
        const wire = new Wire();
        await wire.watch(page);
        await signIn(page, 'ana', each.path);
        await opened(wire);
        reportTraffic(each, 'open', wire);
        wire.reset();
        await sleep(SECONDS * 1000);
        reportTraffic(each, 'visible', wire, SECONDS / 60);
        await setVisible(page, 'hidden');
        // Requests in progress when the page is hidden still complete.
        await sleep(2000);
        wire.reset();
        await sleep(SECONDS * 1000);
        reportTraffic(each, 'hidden', wire, SECONDS / 60);
        await page.context().close();
      }
    },
    { DEMO_ORDERS: orders, DEMO_CLOCK: '1' },
  );
}
