import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { report } from '@despacho/tooling/load/measure';
import { withProduct } from '../support/look.ts';
import { type NetworkRequest, watchNetwork } from '../support/network.ts';
import { signIn } from '../support/sign-in.ts';

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

/** Requests a minute of an idle open page, including the reopened event stream. */
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

/** The requests of a page, by their ids. */
type Seen = ReadonlyMap<string, NetworkRequest>;

async function opened(seen: Seen): Promise<void> {
  const count = () => [...seen.values()].filter(({ isBackground }) => !isBackground).length;
  for (let before = -1; before !== count();) {
    before = count();
    await sleep(QUIET);
  }
}

/**
 * Counts what responses below /api/ take on the wire from now on, streams and pending requests included.
 * @returns a function that returns the new requests and the bytes of each path so far, largest first.
 */
function countFrom(seen: Seen) {
  const before = new Map([...seen].map(([id, { bytes }]) => [id, bytes]));
  return () => {
    const used = [...seen].flatMap(([id, { url, bytes }]) => {
      const each = {
        path: url.replace(/\?.*/, ''),
        bytes: bytes - (before.get(id) ?? 0),
        count: before.has(id) ? 0 : 1,
      };
      return url.startsWith('/api/') && each.bytes + each.count > 0 ? [each] : [];
    });
    const total = (some: typeof used) => ({
      bytes: some.reduce((sum, { bytes }) => sum + bytes, 0),
      count: some.reduce((sum, { count }) => sum + count, 0),
    });
    const paths = [...Map.groupBy(used, ({ path }) => path)].map(([path, all]) => ({ path, ...total(all) }));
    return { ...total(used), paths: paths.sort((one, other) => other.bytes - one.bytes) };
  };
}

const setVisible = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

function reportTraffic(
  { name, limits }: (typeof PAGES)[number],
  what: keyof typeof LIMITS,
  { bytes, count, paths }: ReturnType<ReturnType<typeof countFrom>>,
  share = 1,
): void {
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
        const seen = await watchNetwork(await page.context().newCDPSession(page));
        const whole = countFrom(seen);
        await signIn(page, 'ana', each.path);
        await opened(seen);
        reportTraffic(each, 'open', whole());
        const visible = countFrom(seen);
        await sleep(SECONDS * 1000);
        reportTraffic(each, 'visible', visible(), SECONDS / 60);
        await setVisible(page, 'hidden');
        // Requests in progress when the page is hidden still complete.
        await sleep(2000);
        const hidden = countFrom(seen);
        await sleep(SECONDS * 1000);
        reportTraffic(each, 'hidden', hidden(), SECONDS / 60);
        await page.context().close();
      }
    },
    { DEMO_ORDERS: orders, DEMO_CLOCK: '1' },
  );
}
