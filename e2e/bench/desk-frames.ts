import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { inTurns, report } from '@despacho/tooling/load/measure';
import { Desk, type MadeOrder, rows } from '../support/desk.ts';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { longestTask } from '../support/longest-task.ts';
import { withProduct } from '../support/look.ts';
import { signIn } from '../support/sign-in.ts';

/**
 * How smooth is the desk? Prints and bounds the frames while the table scrolls, with the side pane as a share of those
 * without it (in turns, because a machine's speed changes); the longest task of a dispatcher's usual actions; and the
 * layout shifts of the page. `--orders` sets the numbers of orders.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000,100000' } } });
const RUNS = 5;
const SCROLL_MS = 4000;

const OPENING = 'opening';
const LIMITS = { frames: 0.9, task: 100, shift: 0.02 } as const;

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

async function measure(page: Page): Promise<void> {
  await watchShifts(page);
  await signIn(page, 'ana', '/sesiones');
  let shifted = 0;
  const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const longest = await longestTask(page, async () => {
      await work();
      await sleep(1500);
    });
    const shift = (await shiftsOf(page)).sum;
    // Another page has its own.
    const moved = shift - (what === OPENING ? 0 : shifted);
    shifted = shift;
    report(
      what,
      `the longest task ${Math.round(longest)} ms (at most ${LIMITS.task}), shift ${moved.toFixed(3)} (at most ${LIMITS.shift})`,
      longest <= LIMITS.task && moved <= LIMITS.shift,
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

  const scrollAfter = async (button: string): Promise<number> => {
    await page.getByRole('button', { name: button }).click();
    await sleep(1000);
    return scroll(page);
  };
  // The first of each, which `inTurns` discards, loads the pages that the others scroll over.
  const [without, beside] = await inTurns(
    RUNS,
    () => scrollAfter('Ocultar el panel lateral'),
    () => scrollAfter('Mostrar el panel lateral'),
  );
  const share = beside / without;
  report(
    'scrolling',
    `${beside} frames in ${SCROLL_MS / 1000} s with the side pane, ${without} without: ${share.toFixed(2)}× (at least ${LIMITS.frames}×)`,
    share >= LIMITS.frames,
  );

  await open('estado=pendiente,asignada');
  shifted = (await shiftsOf(page)).sum;
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
