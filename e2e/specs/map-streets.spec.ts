import { type Page } from '@playwright/test';
import { STREETS } from '../support/settings.ts';
import { expect, signIn, test } from '../support/test.ts';

test.use({ settings: STREETS });

/** @returns how many pixels of the streets have the colour of a token; the theme decides its value. */
const pixelsOf = (page: Page, token: string): Promise<number> =>
  page.evaluate((name) => {
    const map = document.querySelector('.leaflet-container') ?? document.body;
    const color = getComputedStyle(map).getPropertyValue(name).trim();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
    let count = 0;
    for (const canvas of map.querySelectorAll<HTMLCanvasElement>('canvas.leaflet-tile')) {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let at = 0; at < data.length; at += 4)
        if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
    }
    return count;
  }, token);

test('the map shows streets and the sea in both themes, under the content security policy', async ({
  page,
  watched,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'edgar', '/map');
  const map = page.getByRole('application', { name: 'Mapa de la oficina' });
  await expect(map.getByText('Calles de demostración')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const token of ['--map-road', '--map-highway', '--map-water'])
      await expect.poll(() => pixelsOf(page, token), `${token}, ${colorScheme}`).toBeGreaterThan(100);
  }
  // Dragging shows no ground without streets.
  const beyond = await map.evaluate((element) => {
    const view = element.getBoundingClientRect();
    const tiles = [...element.querySelectorAll('canvas.leaflet-tile')].map((tile) => tile.getBoundingClientRect());
    return [
      view.left - Math.min(...tiles.map(({ left }) => left)),
      view.top - Math.min(...tiles.map(({ top }) => top)),
      Math.max(...tiles.map(({ right }) => right)) - view.right,
      Math.max(...tiles.map(({ bottom }) => bottom)) - view.bottom,
    ];
  });
  expect(Math.min(...beyond)).toBeGreaterThan(100);
  // The last zoom button is further in than the archive goes: its streets are drawn larger.
  await map.getByRole('button', { name: 'Acercar' }).click();
  await expect.poll(() => pixelsOf(page, '--map-road')).toBeGreaterThan(100);
  expect(watched.complaints()).toEqual([]);
});
