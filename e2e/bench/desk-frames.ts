import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { Desk, type MadeOrder, rows } from '../support/desk.ts';
import { longestTask } from '../support/longest-task.ts';
import { withProduct } from '../support/look.ts';
import { signIn } from '../support/sign-in.ts';

/*
 * How smooth the desk is: frames while the table scrolls, with the side pane as a share of those without it (in turns,
 * because a machine's speed changes); the longest task of what dispatchers do all day; how far the page shifts by itself.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000,100000' } } });
const RUNS = 5;
const SCROLL_MS = 4000;

const OPENING = 'opening';
const LIMITS = { frames: 0.9, task: 100, shift: 0.02 } as const;

const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(globalThis, { despachoShift: 0 });
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[];
      for (const { value, hadRecentInput } of shifts)
        if (!hadRecentInput) (globalThis as unknown as { despachoShift: number }).despachoShift += value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { despachoShift: number }).despachoShift);

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

async function measure(page: Page): Promise<void> {
  await watch(page);
  await signIn(page, 'ana', '/sesiones');
  let shifted = 0;
  const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const longest = await longestTask(page, async () => {
      await work();
      await sleep(1500);
    });
    const shift = await shiftOf(page);
    // Another page has its own.
    const moved = shift - (what === OPENING ? 0 : shifted);
    shifted = shift;
    report(
      what,
      longest,
      longest <= LIMITS.task && moved <= LIMITS.shift,
      `the longest task ${Math.round(longest)} ms (at most ${LIMITS.task}), shift ${moved.toFixed(3)} (at most ${LIMITS.shift})`,
    );
  };
  const open = async (query: string): Promise<void> => {
    await page.goto(`/assing?oficina=LIMA&${query}`);
    await rows(page).first().waitFor();
    await sleep(10_000);
  };

  await act(OPENING, () => open('todas=1&orden=codigo'));
  const place = await rows(page).nth(2).boundingBox();
  const [x, y] = [(place?.x ?? 0) + 300, place?.y ?? 0];
  await act('moving the pointer over rows', async () => {
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.move(x, y + (step % 12) * 40);
      await sleep(50);
    }
  });
  await act('opening an order', async () => {
    await rows(page).nth(2).focus();
    await page.keyboard.press('Enter');
    await sleep(1000);
  });
  await act('closing it', () => page.keyboard.press('Escape'));
  await act('choosing 1,000', async () => {
    await rows(page).nth(2).focus();
    await page.keyboard.press('Control+a');
    await sleep(6000);
  });
  await act('clearing the selection', () => page.keyboard.press('Escape'));

  const frames: Record<'with' | 'without', number[]> = { with: [], without: [] };
  // Loads the pages that the others scroll over.
  await scroll(page);
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

  await open('estado=pendiente,asignada');
  shifted = await shiftOf(page);
  const desk = new Desk(page);
  const { orders } = await desk.read<{ orders: MadeOrder[] }>('orders?estado=pendiente&orden=vence&limite=26');
  const courier = await desk.makeCourier('Zoila Prueba');
  await sleep(5000);
  await act('a batch of 26 assigned by someone else', async () => {
    await desk.assign(orders, courier.id);
    await page.locator(`[data-order-id="${orders[0]?.id}"]`).getByText(courier.name).waitFor();
  });
}

for (const orders of values.orders.split(',')) {
  process.stdout.write(`  ${orders} orders\n`);
  await withProduct(async (open) => measure(await open({ viewport: { width: 1440, height: 900 } })), {
    DEMO_ORDERS: orders,
  });
}
