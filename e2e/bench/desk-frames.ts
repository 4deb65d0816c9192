import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { withProduct } from '../support/look.ts';
import { signIn } from '../support/sign-in.ts';

/*
 * How smooth the desk is: frames while the table scrolls, with the side pane as a share of those without it (in turns,
 * because a machine's speed changes); the longest task of what dispatchers do all day; how far the page shifts by itself.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000' } } });
const RUNS = 5;
const SCROLL_MS = 4000;

const LIMITS = { frames: 0.9, task: 100, shift: 0.02 } as const;

interface Seen {
  tasks: number[];
  shift: number;
}

const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: Seen = { tasks: [], shift: 0 };
    Object.assign(globalThis, { despachoSeen: seen });
    new PerformanceObserver((list) => {
      seen.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
      for (const { value, hadRecentInput } of shifts) if (!hadRecentInput) seen.shift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** @returns what was seen since the last call. */
const take = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const { despachoSeen: seen } = globalThis as unknown as { despachoSeen: Seen };
    const { tasks, shift } = seen;
    Object.assign(seen, { tasks: [], shift: 0 });
    return { tasks, shift };
  });

/** Scrolls the table back and forth. @returns the number of frames. */
const scroll = (page: Page): Promise<number> =>
  page.evaluate(async (milliseconds) => {
    const grid = document.querySelector('[role=grid][aria-label="Órdenes"]');
    let scroller: Element | null = grid;
    while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
    if (!scroller) throw new Error('The table does not scroll');
    const end = performance.now() + milliseconds;
    let frames = 0;
    let step = 40;
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame);
      if (scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 50) step = -40;
      if (scroller.scrollTop <= 0) step = 40;
      scroller.scrollTop += step;
      frames += 1;
    }
    scroller.scrollTop = 0;
    return frames;
  }, SCROLL_MS);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

function report(what: string, value: number, isWithin: boolean, text: string): void {
  process.stdout.write(`  ${what}: ${text}\n`);
  if (!isWithin || Number.isNaN(value)) process.exitCode = 1;
}

await withProduct(
  async (open) => {
    const page = await open({ viewport: { width: 1440, height: 900 } });
    await watch(page);
    await signIn(page, 'ana', '/assing?oficina=LIMA&todas=1&orden=codigo');
    const rows = page.locator('[role=grid][aria-label="Órdenes"] [data-order-id]');
    await rows.first().waitFor();
    await sleep(15_000);
    const { shift, tasks } = await take(page);
    report('opening, layout shift', shift, shift <= LIMITS.shift, `${shift.toFixed(3)} (at most ${LIMITS.shift})`);
    process.stdout.write(`  opening, longest task: ${Math.round(Math.max(0, ...tasks))} ms\n`);

    const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      await take(page);
      await work();
      await sleep(1500);
      const { tasks: all, shift: moved } = await take(page);
      const longest = Math.max(0, ...all);
      report(
        what,
        longest,
        longest <= LIMITS.task && moved <= LIMITS.shift,
        `${all.length} long tasks, the longest ${Math.round(longest)} ms (at most ${LIMITS.task}), shift ${moved.toFixed(3)}`,
      );
    };
    const place = await rows.nth(2).boundingBox();
    const [x, y] = [(place?.x ?? 0) + 300, place?.y ?? 0];
    await act('moving the pointer over rows', async () => {
      for (let step = 0; step < 60; step += 1) {
        await page.mouse.move(x, y + (step % 12) * 40);
        await sleep(50);
      }
    });
    await act('opening an order', async () => {
      await rows.nth(2).focus();
      await page.keyboard.press('Enter');
      await sleep(1000);
    });
    await act('closing it', () => page.keyboard.press('Escape'));
    await act('choosing 1,000', async () => {
      await rows.nth(2).focus();
      await page.keyboard.press('Control+a');
      await sleep(6000);
    });
    await act('clearing the selection', () => page.keyboard.press('Escape'));

    const frames: Record<'with' | 'without', number[]> = { with: [], without: [] };
    for (let run = 0; run < RUNS; run += 1) {
      frames.with.push(await scroll(page));
      await page.getByRole('button', { name: 'Ocultar el panel lateral' }).click();
      await sleep(1000);
      frames.without.push(await scroll(page));
      await page.getByRole('button', { name: 'Mostrar el panel lateral' }).click();
      await sleep(1000);
    }
    const share = median(frames.with) / median(frames.without);
    report(
      'scrolling',
      share,
      share >= LIMITS.frames,
      `${median(frames.with)} frames in ${SCROLL_MS / 1000} s with the side pane, ${median(frames.without)} without: ${share.toFixed(2)}× (at least ${LIMITS.frames}×); ${frames.with.join(' ')} / ${frames.without.join(' ')}`,
    );
  },
  { DEMO_ORDERS: values.orders },
);
