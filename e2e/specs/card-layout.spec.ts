import { asItIs } from '../support/screen-checks/spacing.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/* Lists that are longer than their cards, names beside figures, and the day's totals. `npm run screenshots` looks at the rest. */

test('screens with cards cut off no line, name or figure', async ({ page }) => {
  await signIn(page, 'ana');
  for (const path of ['/dashboard', '/dashboard/liquidacion', '/permissions?vista=personas', '/assing']) {
    await page.goto(path);
    await settled(page);
    expect(await asItIs(page), path).toEqual([]);
  }
});

test('the Dashboard fills a window of 1440 × 900, also while it loads', async ({ page }) => {
  await signIn(page, 'ana');
  await settled(page);
  /** Pixels that the cards leave empty above the padding of the page; negative for what must be scrolled. */
  const unused = (): Promise<number> =>
    page.getByRole('main').evaluate((main) => {
      const ends = Array.from(main.querySelectorAll('section'), (card) => card.getBoundingClientRect().bottom);
      const padding = parseFloat(getComputedStyle(main.firstElementChild ?? main).paddingBottom);
      return Math.round(main.getBoundingClientRect().bottom - padding - Math.max(...ends));
    });
  // A day with every means of payment needs more than the window, and is scrolled.
  expect(await unused()).toBeLessThanOrEqual(0);
  await page.route(/\/api\/(?:dashboard|attention)/, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('status', { name: 'Cargando: Clientes' }).waitFor();
  expect(await unused()).toBe(0);
});
