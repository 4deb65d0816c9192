import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { findChromium } from '@despacho/tooling/machine/programs';
import { ROOT } from '@despacho/tooling/root';

/*
 * The map's layers with 10,000 orders and 2,000 couriers, beside Leaflet's: until the first frame, while the map is moved,
 * and when a thousand couriers move at once. Ratios within one run. The heap after as many moves as there are seconds in
 * `--minutes`, beside that after the first of them.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
/** Movements of the mouse in one drag. */
const STEPS = 20;
const BURSTS = 20;
const LIMITS = { first: 0.1, pan: 0.15, burst: 0.5, heap: 1.1 } as const;

type Kind = 'own' | 'markers' | 'circles';

/** What map-page.ts offers. */
interface MapPage {
  open: (kind: Kind) => Promise<number>;
  record: () => void;
  recorded: () => number[];
  move: (times: number) => Promise<number[]>;
}

declare const mapPage: MapPage;

const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) * part)] ?? NaN;

function report(what: string, value: number, beside: number, limit: number, text: string): void {
  const ratio = value / beside;
  process.stdout.write(
    `  ${what}: ${value.toFixed(1)} ${text} ${beside.toFixed(1)}: ${ratio.toFixed(3)}× (at most ${limit}×)\n`,
  );
  if (!(ratio <= limit)) process.exitCode = 1;
}

const first = (page: Page, kind: Kind): Promise<number> => page.evaluate((each) => mapPage.open(each), kind);

/** Drags the map four times. @returns milliseconds of each frame. */
async function drag(page: Page): Promise<number[]> {
  await page.evaluate(() => mapPage.record());
  for (const to of [200, 1200, 300, 1100]) {
    await page.mouse.move(700, 450);
    await page.mouse.down();
    await page.mouse.move(to, 500, { steps: STEPS });
    await page.mouse.up();
  }
  return page.evaluate(() => mapPage.recorded());
}

const move = (page: Page, times: number): Promise<number[]> => page.evaluate((each) => mapPage.move(each), times);

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const browser = await chromium.launch({
  executablePath: findChromium() ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent('<!doctype html><title>Map</title><body></body>');
  for (const path of ['node_modules/leaflet/dist/leaflet.css', 'apps/web/src/shared/styles/tokens.css'])
    await page.addStyleTag({ content: readFileSync(`${ROOT}${path}`, 'utf8') });
  const code = execFileSync(process.execPath, [`${ROOT}apps/web/bench/build-map-page.ts`], { encoding: 'utf8' });
  await page.addScriptTag({ content: code });

  // Compiles the code of all.
  for (const kind of ['own', 'circles'] as const) await first(page, kind);
  const firsts: Record<'own' | 'markers', number[]> = { own: [], markers: [] };
  const pans: Record<'own' | 'markers', number[]> = { own: [], markers: [] };
  // In turns, because the speed of a machine changes.
  for (let round = 0; round < 2; round += 1)
    for (const kind of ['own', 'markers'] as const) {
      firsts[kind].push(await first(page, kind));
      pans[kind].push(...(await drag(page)));
    }
  report('first frame', at(firsts.own, 0.5), at(firsts.markers, 0.5), LIMITS.first, 'ms, with a marker for each');
  report('moving the map, p95', at(pans.own, 0.95), at(pans.markers, 0.95), LIMITS.pan, 'ms a frame, with markers');

  const bursts: Record<'own' | 'circles', number[]> = { own: [], circles: [] };
  for (const kind of ['own', 'circles', 'own', 'circles'] as const) {
    await first(page, kind);
    bursts[kind].push(...(await move(page, BURSTS)));
  }
  report(
    'a thousand couriers move',
    at(bursts.own, 0.5),
    at(bursts.circles, 0.5),
    LIMITS.burst,
    'ms, with circles on a canvas',
  );

  const session = await page.context().newCDPSession(page);
  await first(page, 'own');
  const seconds = 60 * Number(values.minutes);
  await move(page, Math.ceil(seconds / 10));
  const before = await heapOf(session);
  await move(page, seconds);
  const after = await heapOf(session);
  report(`heap after ${seconds} moves`, after, before, LIMITS.heap, 'MB, at the beginning');
} finally {
  await browser.close();
}
