import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds nothing on the page as it is now (WCAG 2.2 AA), and that it looked at something.
 * @param within a selector, for what comes up over a page that is looked at elsewhere.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // «Legacy» is axe in the page alone. The other mode, for frames of other origins, opens a second page for each run.
  await expect(page.locator('iframe, frame'), 'frames, which axe would not look into').toHaveCount(0);
  // Half a megabyte of text, which is put into the page twice each time it is not told otherwise.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations, passes } = await new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .include(within)
    .setLegacyMode()
    .options({ runOnly: { type: 'tag', values: STANDARD }, resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
  expect(passes.length).toBeGreaterThan(5);
}

/**
 * Expects the same of the page in the light theme and in the dark one, which it changes to as it stands. Nothing may
 * move: axe would see colours on their way from one theme to the other.
 */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, within);
  }
}
