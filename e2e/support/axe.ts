import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Best practices beyond the standard: a screen reader lists landmarks by name. */
const MORE = { 'landmark-unique': { enabled: true } };

/**
 * Expects that axe finds no violation (WCAG 2.2 AA) on the current page, and that it checked something.
 * @param within a selector, for overlays of a page that is checked elsewhere.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  // Legacy mode runs only in this page. The default mode, for frames of other origins, opens a second page for each
  // run.
  await expect(page.locator('iframe, frame'), 'frames, which axe would not look into').toHaveCount(0);
  // Half a megabyte of script, so it is injected only once per page.
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations, passes } = await new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .include(within)
    .setLegacyMode()
    .options({ runOnly: { type: 'tag', values: STANDARD }, rules: MORE, resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
  expect(passes.length).toBeGreaterThan(5);
}

/**
 * Checks the page in the light and the dark theme, switching in place. Requires reduced motion: axe would see colours
 * in transition between the themes.
 */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, within);
  }
}
