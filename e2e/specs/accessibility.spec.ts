import { type Page } from '@playwright/test';
import { openScreen } from '../support/navigate.ts';
import { settled } from '../support/settled.ts';
import { SCREENS, type Screen } from '../support/screens.ts';
import { expectAccessible, expectAccessibleInBothThemes, openSession, test } from '../support/test.ts';

const WIDTHS = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 760 } };

/** Opens each screen once, and checks it at both widths. That every request stays here (C1) is checked after each test. */
async function expectEachAccessible(page: Page, screens: readonly Screen[]): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, path } of screens)
    await test.step(name, async () => {
      await page.setViewportSize(WIDTHS.wide);
      await openScreen(page, path);
      await settled(page);
      await expectAccessibleInBothThemes(page);
      // In the dark theme, which is on by then: another width changes no colour.
      await page.setViewportSize(WIDTHS.phone);
      await settled(page);
      await expectAccessible(page);
    });
}

test('S26: the login passes axe on desktop and phone, light and dark', async ({ page }) => {
  await expectEachAccessible(
    page,
    SCREENS.filter(({ who }) => who === null),
  );
});

/** Screens of those who run the office. */
const MANAGEMENT: readonly Screen[] = [
  { name: 'people', path: '/permissions?vista=personas', who: 'ana' },
  { name: 'records', path: '/records', who: 'ana' },
  { name: 'settings', path: '/settings', who: 'ana' },
];
const SIGNED_IN = [...SCREENS.filter(({ who }) => who !== null), ...MANAGEMENT];
/** More would take minutes on a busy machine. */
const IN_A_TEST = 3;

for (let first = 0; first < SIGNED_IN.length; first += IN_A_TEST) {
  const screens = SIGNED_IN.slice(first, first + IN_A_TEST);
  test(`S26: ${screens.map(({ name }) => name).join(', ')} pass axe on desktop and phone, light and dark`, async ({
    page,
  }) => {
    await openSession(page, 'ana');
    await expectEachAccessible(page, screens);
  });
}
