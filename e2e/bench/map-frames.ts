import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { longestTask } from '../support/longest-task.ts';
import { withProduct } from '../support/look.ts';
import { STREETS } from '../support/settings.ts';
import { signIn } from '../support/sign-in.ts';

/*
 * Measures the map over its vector ground while the demonstration runs: the duration of frames while it is dragged, relative
 * to those at rest in the same run, and the longest task of each action after the first render. Couriers move during the
 * office's working hours only.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000' } } });
const LIMITS = { frames: 2, task: 50 } as const;
/** Pause after the first render, in milliseconds. */
const SETTLED = 8000;
/** Movements of the mouse in one drag. */
const STEPS = 30;
const ROUNDS = 3;

const at = (numbers: readonly number[], part: number): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) * part)] ?? NaN;

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

/** Drags the map back and forth, also over ground that has not been drawn yet. */
async function drag(page: Page): Promise<void> {
  for (const to of [700, 1300, 650, 1250]) {
    await page.mouse.move(1000, 450);
    await page.mouse.down();
    await page.mouse.move(to, 550, { steps: STEPS });
    await page.mouse.up();
  }
}

function report(what: string, value: number, limit: number, text: string): void {
  process.stdout.write(`  ${what}: ${text} (at most ${limit})\n`);
  if (!(value <= limit)) process.exitCode = 1;
}

async function measure(page: Page): Promise<void> {
  await signIn(page, 'ana', '/map?oficina=LIMA');
  const list = page.getByRole('complementary', { name: 'Órdenes y repartidores del mapa' });
  await list.getByRole('listitem').first().waitFor();
  await sleep(SETTLED);
  const act = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    const longest = await longestTask(page, async () => {
      await work();
      await sleep(1500);
    });
    report(what, longest, LIMITS.task, `the longest task ${longest.toFixed(0)} ms`);
  };

  await act('couriers moving', () => sleep(15_000));
  await act('dragging', () => drag(page));
  await act('zooming', async () => {
    for (const name of ['Acercar', 'Acercar', 'Alejar', 'Alejar']) {
      await page.getByRole('button', { name }).click();
      await sleep(1000);
    }
  });
  await act('moving the pointer over marks', async () => {
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.move(700 + step * 10, 400 + (step % 12) * 20);
      await sleep(30);
    }
  });
  await act('choosing a courier', () =>
    list
      .getByRole('button', { name: /por entregar/ })
      .first()
      .click(),
  );
  await act('clearing the choice', () => page.keyboard.press('Escape'));
  await act('selecting all in view', () => page.getByRole('button', { name: 'Seleccionar todo lo visible' }).click());

  // Alternating, because other processes on the same cores lengthen frames too.
  const [rest, pan]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    rest.push(...(await framesOf(page, () => sleep(2000))));
    pan.push(...(await framesOf(page, () => drag(page))));
  }
  const [frame, dragged] = [at(rest, 0.95), at(pan, 0.95)];
  report(
    'dragging, p95',
    dragged / frame,
    LIMITS.frames,
    `${(dragged / frame).toFixed(2)} frames of ${frame.toFixed(1)} ms`,
  );
}

for (const orders of values.orders.split(',')) {
  process.stdout.write(`  ${orders} orders\n`);
  await withProduct(
    async (open) => measure(await open({ viewport: { width: 1440, height: 900 } })),
    { DEMO_ORDERS: orders, DEMO_CLOCK: '1' },
    STREETS,
  );
}
