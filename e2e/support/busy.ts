import { type Page } from '@playwright/test';

/** Records on every document of `page` each time it was busy for more than 50 ms. */
export async function watchBusy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times: number[] = [];
    Object.assign(globalThis, { despachoBusy: times });
    new PerformanceObserver((list) => {
      times.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask', buffered: true });
  });
}

/**
 * Prints how long the page was busy since it was opened or since the last call. In milliseconds; informative, not a
 * test.
 */
export async function printBusy(page: Page, doing: string): Promise<void> {
  const times = await page.evaluate(() => {
    const { despachoBusy } = globalThis as unknown as { despachoBusy: number[] };
    return despachoBusy.splice(0);
  });
  const [sum, longest] = [times.reduce((all, time) => all + time, 0), Math.max(0, ...times)];
  console.log(
    `${doing}: ${times.length} busy stretches, ${Math.round(longest)} ms the longest, ${Math.round(sum)} ms in all`,
  );
}
