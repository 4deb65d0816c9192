import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Page } from '@playwright/test';
import { withProduct } from '../support/look.ts';
import { openSession } from '../support/sign-in.ts';

/* The code that a tab of the Dashboard downloads until its first figures, and how far its content moves while it opens
   and during the minute after it, while the demonstration runs. */
const KB = 1024;
const LIMITS = { code: 339 * KB, shift: 0.02 };

const TABS = [
  { name: 'Hoy', path: '/dashboard', figures: '[aria-label="¿Terminamos hoy?"] strong' },
  { name: 'Liquidación', path: '/dashboard/liquidacion', figures: '[aria-label="Efectivo del día"] strong' },
];

const SIZES = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

/** Milliseconds: charts and what belongs to the shell have arrived. */
const SETTLED = 15_000;

interface Seen {
  /** When the first figures were shown. */
  figuresAt?: number;
  shift: number;
  /** What moved, for the reader of a failure. */
  moved: string[];
}

/** Runs in the page, before anything else. */
function watch(figures: string): void {
  const seen: Seen = { shift: 0, moved: [] };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      seen.shift += entry.value;
      const nodes = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : ''));
      seen.moved.push(`${entry.value.toFixed(4)} ${nodes.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector(figures)) return;
    seen.figuresAt = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** @returns bytes of scripts and style sheets as sent until the first figures, and what arrived after them. */
const codeOf = (page: Page): Promise<{ before: number; after: string[] }> =>
  page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen };
    const code = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
      /\.(?:js|css)$/.test(new URL(name).pathname),
    );
    const isBefore = ({ responseEnd }: PerformanceResourceTiming): boolean =>
      responseEnd < (seen.figuresAt ?? Infinity);
    return {
      before: code.filter(isBefore).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      after: code.filter((each) => !isBefore(each)).map(({ name }) => name.replace(/.*\/|-\w+(?=\.)/g, '')),
    };
  });

await withProduct(
  async (open) => {
    for (const { name: size, ...device } of SIZES)
      for (const { name, path, figures } of TABS) {
        const page = await open(device);
        await openSession(page, 'ana');
        await page.addInitScript(watch, figures);
        await page.goto(path);
        await page.locator(figures).first().waitFor();
        await sleep(SETTLED);
        const { before, after } = await codeOf(page);
        const { shift, moved } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
        process.stdout.write(
          `  ${name}, ${size}: ${(before / KB).toFixed(0)} KB of code until the first figures (at most ${LIMITS.code / KB}), layout shift ${shift.toFixed(4)} (at most ${LIMITS.shift})\n    afterwards: ${after.join(' ') || 'nothing'}\n`,
        );
        if (shift > LIMITS.shift) process.stdout.write(moved.map((line) => `    ${line}\n`).join(''));
        if (before > LIMITS.code || shift > LIMITS.shift) process.exitCode = 1;
        await page.context().close();
      }
  },
  { DEMO_CLOCK: '1' },
);
