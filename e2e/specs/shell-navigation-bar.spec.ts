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

/** Checks several times, because a start may be delayed. */
async function expectBarToRest(page: Page): Promise<void> {
  for (let look = 0; look < 6; look += 1) {
    await expect(shell.loadingBar(page)).toHaveAttribute('data-loading-bar', '0.0');
    await page.waitForTimeout(50);
  }
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

test('S20: a failed navigation completes it', async ({ page, watched }) => {
  watched.expectConsole(/ERR_FAILED|Failed to fetch|ChunkFailure|did not arrive/);
  await signIn(page, 'ana');
  await atRest(page);
  const seen = Promise.withResolvers<undefined>();
  await page.route(`**/${chunkOf('features/map/MapScreen.tsx')}`, async (route) => {
    await seen.promise;
    await route.abort();
  });
  await entry(page, 'Mapa').click();
  await expect(shell.loadingBar(page)).not.toHaveAttribute('data-idle');
  seen.resolve(undefined);
  await expect(page.getByRole('main').getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect(shell.loadingBar(page)).toHaveAttribute('data-idle');
  await expect(shell.menu(page)).toBeVisible();
});

/** Goes back to a history entry at /map with this `state`. */
async function backToMapWith(page: Page, state: unknown): Promise<void> {
  await page.evaluate((usr) => {
    const { idx } = history.state as { idx: number };
    history.pushState({ usr, key: 'map', idx: idx + 1 }, '', '/map');
    history.pushState({ usr: null, key: 'here', idx: idx + 2 }, '', '/dashboard');
    history.back();
  }, state);
}

test('S20: navigation state can suppress the bar', async ({ page }) => {
  const release = await signInHoldingMap(page);
  const asked = page.waitForRequest(`**/${chunkOf('features/map/MapScreen.tsx')}`);
  await backToMapWith(page, { ignoreLoadingBar: true });
  await asked;
  await expectBarToRest(page);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Mapa' })).toBeVisible();
  await expectBarToRest(page);
});

test('S20: the same navigation without that state moves the bar', async ({ page }) => {
  const release = await signInHoldingMap(page);
  await backToMapWith(page, null);
  await expect(shell.loadingBar(page)).not.toHaveAttribute('data-idle');
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Mapa' })).toBeVisible();
});
