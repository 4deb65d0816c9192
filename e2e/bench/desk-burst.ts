import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { Desk, type MadeOrder, rows, uniqueTag } from '../support/desk.ts';
import { withProduct } from '../support/look.ts';
import { openSession, signIn } from '../support/sign-in.ts';
import { Wire } from '../support/wire.ts';

/*
 * CPU of the desk's main thread, and its requests, while somebody else changes a hundred of its first orders: in one
 * action, and one after the other. It includes the seconds in which changed rows are marked.
 */
const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000' } } });
const MARKED_MS = 15_000;
const CHANGES = 100;
/** Seconds. */
const LIMIT = 0.9;

/** @returns a function that returns the CPU seconds of a page's main thread so far. */
async function cpuOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  };
}

await withProduct(
  async (open) => {
    const other = await open({});
    await openSession(other, 'luis');
    const desk = new Desk(other);
    const courier = await desk.makeCourier(uniqueTag(), 2 * CHANGES);
    // Late, so that they are the first rows.
    const orders = await desk.makeOrders(uniqueTag(), 2 * CHANGES, { window: { from: '00:00', to: '00:01' } });
    const assign = (some: readonly MadeOrder[]) =>
      desk.send('assignments', { courierId: courier.id, orders: some.map(({ id, version }) => ({ id, version })) });

    const page = await open({ viewport: { width: 1440, height: 900 } });
    const wire = new Wire();
    await wire.watch(page);
    await signIn(page, 'ana', '/assing?oficina=LIMA');
    await rows(page).first().waitFor();
    await sleep(MARKED_MS);
    const cpu = await cpuOf(page);
    const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      wire.reset();
      const before = await cpu();
      await work();
      await sleep(MARKED_MS);
      const seconds = (await cpu()) - before;
      process.stdout.write(
        `  ${CHANGES} changes ${what}: ${seconds.toFixed(2)} s of CPU (at most ${LIMIT}), ${wire.read().count} requests\n`,
      );
      if (!(seconds <= LIMIT)) process.exitCode = 1;
    };
    await measure('in one action', () => assign(orders.slice(0, CHANGES)));
    await measure('one by one', async () => {
      for (const order of orders.slice(CHANGES)) await assign([order]);
    });
  },
  { DEMO_ORDERS: values.orders },
);
