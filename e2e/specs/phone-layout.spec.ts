import { type Page } from '@playwright/test';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { SCREENS } from '../support/screens.ts';
import { showPane } from '../support/scenes/desk-actions.ts';
import { settled } from '../support/settled.ts';
import { expect, openSession, test } from '../support/test.ts';

// With cached files, nothing would shift.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, coldCache: true });

/** @returns the share of the window's height, in per cent, with bars that do not scroll with the content. */
const chromeShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const isStuck = (element: Element): boolean => ['sticky', 'fixed'].includes(getComputedStyle(element).position);
    const bars = [
      ...document.querySelectorAll('header:has(#page-title), footer, [data-panes], main [role=search]'),
      ...[...document.querySelectorAll('main *')].filter(isStuck),
    ];
    const rows = new Set<number>();
    for (const bar of bars) {
      const { top, bottom, width } = bar.getBoundingClientRect();
      if (width < innerWidth / 2) continue;
      for (let row = Math.max(0, Math.round(top)); row < Math.min(innerHeight, Math.round(bottom)); row += 1)
        rows.add(row);
    }
    return (rows.size / innerHeight) * 100;
  });

const SIGNED_IN = SCREENS.filter(({ who, path }) => who !== null && !path.startsWith('/error'));

test('S26: no screen moves while it opens, and bars take less than a fifth of a phone', async ({ page, context }) => {
  await openSession(page, 'ana');
  await watchShifts(page);
  const devtools = await context.newCDPSession(page);
  // Responses arrive one after another, as on a mobile network.
  const line = { offline: false, latency: 200, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', line);
  for (const { name, path } of SIGNED_IN) {
    await page.goto(path);
    await settled(page);
    const { sum, moved } = await shiftsOf(page);
    expect.soft(sum, [name, ...moved].join('\n')).toBeLessThan(0.02);
    const share = await chromeShare(page);
    expect.soft(share, name).toBeGreaterThan(5);
    expect.soft(share, name).toBeLessThan(20);
    if (path !== '/assing') continue;
    for (const pane of ['Repartidores', 'Mapa'] as const) {
      await showPane(page, pane);
      expect.soft(await chromeShare(page), pane).toBeLessThan(20);
    }
  }
});
