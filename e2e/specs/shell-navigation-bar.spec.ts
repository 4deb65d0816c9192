import { type Page } from '@playwright/test';
import { chunkOf } from '../support/chunks.ts';
import { atRest, shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const entry = (page: Page, name: string) => shell.menu(page).getByRole('link', { name });

/** Signs in and holds the map's chunk back until the result is called, so that the navigation stays pending. */
async function signInHoldingMap(page: Page): Promise<() => void> {
  await signIn(page, 'ana');
  await atRest(page);
  const chunk = Promise.withResolvers<undefined>();
  await page.route(`**/${chunkOf('features/map/MapScreen.tsx')}`, async (route) => {
    await chunk.promise;
    await route.continue();
  });
  return () => {
    chunk.resolve(undefined);
  };
}

test('S20: the bar starts with a navigation, and completes when it is aborted or ends', async ({ page }) => {
  const release = await signInHoldingMap(page);
  const bar = shell.loadingBar(page);
  await entry(page, 'Mapa').click();
  await expect(bar).not.toHaveAttribute('data-idle');
  await entry(page, 'Imagenes').click();
  await expect(page).toHaveURL('/images');
  await expect(bar).toHaveAttribute('data-idle');

  await entry(page, 'Mapa').click();
  await expect(bar).not.toHaveAttribute('data-idle');
  await expect(page).toHaveURL('/images');
  release();
  await expect(page).toHaveURL('/map');
  await expect(bar).toHaveAttribute('data-idle');
});
