import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Best practices beyond the standard: a screen reader lists landmarks by name. */
const MORE = { 'landmark-unique': { enabled: true } };

/** The rules whose result depends on the theme, which changes colours and no element. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** A modal dialog makes the page behind it inert; that page is checked without it. */
const MODAL = 'dialog:modal';

/** What to check: every rule, or only colours in a second theme of the same page. */
type Rules = 'all' | 'colours';

/** @param selectors whether to compute where the nodes are, which takes a third of the time of a check. */
async function analyze(page: Page, within: string, rules: Rules, selectors: boolean) {
  // Legacy mode runs only in this page. The default mode, for frames of other origins, opens a second page for each
  // run. Half a megabyte of script, so it is injected only once per page.
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
    .include(within)
    .setLegacyMode()
    .options({
      ...(rules === 'all'
        ? { runOnly: { type: 'tag', values: STANDARD }, rules: MORE }
        : { runOnly: { type: 'rule', values: COLOURS } }),
      resultTypes: ['violations'],
      selectors,
      // Only rules that are not run read the style sheets and media files.
      preload: false,
    })
    .analyze();
}

/**
 * Expects that axe finds no violation (WCAG 2.2 AA) on the current page, and that it checked something.
 * @param within a selector, for other overlays of a page that is checked elsewhere. Default: the open modal dialog, or
 * the whole page.
 */
export async function expectAccessible(page: Page, within?: string, rules: Rules = 'all'): Promise<void> {
  await expect(page.locator('iframe, frame'), 'frames, which axe would not look into').toHaveCount(0);
  const part = within ?? ((await page.locator(MODAL).count()) > 0 ? MODAL : 'html');
  const { violations, passes, incomplete } = await analyze(page, part, rules, false);
  if (violations.length > 0) {
    const again = await analyze(page, part, rules, true);
    const found = (again.violations.length > 0 ? again.violations : violations).map(({ id, help, nodes }) => ({
      rule: `${id}: ${help}`,
      where: nodes.map((node) => `${String(node.target)} ${node.html} ${node.failureSummary ?? ''}`),
    }));
    expect(found).toEqual([]);
  }
  // Contrast inside a modal dialog stays undecided: axe takes the page behind it for overlapping.
  if (rules === 'all') expect(passes.length).toBeGreaterThan(5);
  else expect([...passes, ...incomplete].length).toBeGreaterThan(0);
}

/**
 * Checks the page in the light and the dark theme, switching in place. Requires reduced motion: axe would see colours
 * in transition between the themes.
 */
export async function expectAccessibleInBothThemes(page: Page, within?: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, within, rules);
  }
}
