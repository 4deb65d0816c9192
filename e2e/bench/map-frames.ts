import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { median, quantile, report } from '@despacho/tooling/load/measure';
import { longestTask } from '../support/longest-task.ts';
import { type OpenPage, withProduct } from '../support/look.ts';
import { addMovingCouriers } from '../support/moving-couriers.ts';
import { STREETS } from '../support/settings.ts';
import { signIn } from '../support/sign-in.ts';

/**
 * How smooth is the map over its vector tiles while couriers move? Prints and bounds the longest task of each action
 * after the first render, the median of three; and the duration of frames while the map is dragged, relative to those
 * at rest, and to those of a page with few couriers that is dragged in turns with it. `--orders` and `--couriers` set
 * their numbers.
 */
const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000' }, couriers: { type: 'string', default: '2000' } },
});
/** Milliseconds of CPU of a task; frames at rest; frames of the page with few couriers. One of the last two is enough. */
const LIMITS = { task: 50, frames: 2, ofFew: 1.3 } as const;
const FEW_COURIERS = 200;
/** Pause after the first render, in milliseconds: until the map has all orders that it shows at most. */
const SETTLED = 12_000;
/** Movements of the mouse in one drag. */
const STEPS = 30;
const ROUNDS = 3;

/** @returns milliseconds of each frame during some work. */
async function framesOf(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    let isRecording = true;
    const onFrame = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (isRecording) requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    const end = (): number[] => {
      isRecording = false;
      return frames;
    };
    Object.assign(globalThis, { endFrames: end });
  });
  await work();
  return page.evaluate(() => (globalThis as unknown as { endFrames: () => number[] }).endFrames());
}

/** Drags the map back and forth, including over areas that have not been drawn yet. */
async function drag(page: Page): Promise<void> {
  for (const to of [700, 1300, 650, 1250]) {
    await page.mouse.move(1000, 450);
    await page.mouse.down();
    await page.mouse.move(to, 550, { steps: STEPS });
    await page.mouse.up();
  }
}

interface Map {
  page: Page;
  /** Stops the added couriers, or lets them continue. */
  setMoving: (isOn: boolean) => Promise<unknown>;
}

async function openMap(open: OpenPage, couriers: number): Promise<Map> {
  const page = await open({ viewport: { width: 1440, height: 900 } });
  const setMoving = await addMovingCouriers(page, 'LIMA', couriers);
  await signIn(page, 'ana', '/map?oficina=LIMA&todas=1');
  await listOf(page).getByRole('listitem').first().waitFor();
  await sleep(SETTLED);
  return { page, setMoving };
}

const listOf = (page: Page) => page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });

async function measureTasks(page: Page): Promise<void> {
  const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const longest: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      longest.push(
        await longestTask(page, async () => {
          await work();
          await sleep(1500);
        }),
      );
    const middle = median(longest);
    const all = longest.map((each) => each.toFixed(0)).join(', ');
    report(what, `the longest task ${middle.toFixed(0)} ms (at most ${LIMITS.task}); ${all}`, middle <= LIMITS.task);
  };

  await act('couriers moving', () => sleep(5000));
  await act('dragging', () => drag(page));
  // Not by role: finding an element so computes the names of all, which the trace would count.
  await act('zooming', async () => {
    for (const way of ['in', 'in', 'out', 'out']) {
      await page.locator(`.leaflet-control-zoom-${way}`).click();
      await sleep(1000);
    }
  });
  await act('moving the pointer over marks', async () => {
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.move(700 + step * 10, 400 + (step % 12) * 20);
      await sleep(30);
    }
  });
  await act('scrolling the list', async () => {
    await page.mouse.move(250, 700);
    for (let step = 0; step < 30; step += 1) {
      await page.mouse.wheel(0, step < 15 ? 600 : -600);
      await sleep(50);
    }
  });
  const list = page.locator('[data-couriers]');
  await act('choosing a courier and clearing the choice', async () => {
    await list.locator('li[data-courier-id] button').first().click();
    await sleep(1500);
    await list.locator('header[data-courier-id] button').click();
  });
  const all = await page.getByRole('button', { name: 'Seleccionar todo lo visible' }).elementHandle();
  await act('selecting all in view and clearing it', async () => {
    await all.click();
    await sleep(1500);
    await page.keyboard.press('Escape');
  });
}

/** Drags both maps in turns, because other processes on the same cores lengthen frames too. */
async function measureDragging(many: Map, few: Map): Promise<void> {
  const frames = { rest: [] as number[], many: [] as number[], few: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, { page, setMoving }] of [['few', few] as const, ['many', many] as const]) {
      await page.bringToFront();
      await setMoving(true);
      await drag(page);
      if (name === 'many') frames.rest.push(...(await framesOf(page, () => sleep(2000))));
      frames[name].push(...(await framesOf(page, () => drag(page))));
      await setMoving(false);
    }
  }
  const [rest, dragged, ofFew] = [frames.rest, frames.many, frames.few].map((each) => quantile(each, 0.95)) as [
    number,
    number,
    number,
  ];
  report(
    'dragging, p95',
    `${(dragged / rest).toFixed(2)} frames of ${rest.toFixed(1)} ms (at most ${LIMITS.frames}), ` +
      `or ${(dragged / ofFew).toFixed(2)}× of the page with ${FEW_COURIERS} couriers (at most ${LIMITS.ofFew}×)`,
    dragged / rest <= LIMITS.frames || dragged / ofFew <= LIMITS.ofFew,
  );
}

for (const orders of values.orders.split(',')) {
  process.stdout.write(`  ${orders} orders, ${values.couriers} couriers\n`);
  await withProduct(
    async (open) => {
      const many = await openMap(open, Number(values.couriers));
      await measureTasks(many.page);
      await many.setMoving(false);
      const few = await openMap(open, FEW_COURIERS);
      await measureDragging(many, few);
    },
    { DEMO_ORDERS: orders, DEMO_CLOCK: '1' },
    STREETS,
  );
}
