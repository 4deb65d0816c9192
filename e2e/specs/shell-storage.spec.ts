import { type Page } from '@playwright/test';
import { type Fault } from '../support/faults.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const STORAGE = 'findPredeterminado';

/** The specification's divisor, repeated because the product's own constant is under test. */
const GB = 1_075_840_000;

const figures = (used: number, total: number): Fault => ({
  kind: 'body',
  body: { data: { almacenamientoUsado: used, almacenamientoMaximo: total, nroDocumento: '20100000001' } },
});

/** @returns how much of its track the bar fills, in percent. */
const filled = (page: Page): Promise<number> =>
  shell.storage(page).evaluate((track) => {
    const bar = track.firstElementChild?.getBoundingClientRect();
    return ((bar?.width ?? Number.NaN) / track.getBoundingClientRect().width) * 100;
  });

test('S25: the bar shows the used share and stays inside the sidebar', async ({ page, app }) => {
  app.faults.fail(STORAGE, figures(62.4 * GB, 100 * GB));
  await signIn(page, 'rosa');
  await expect(shell.sidebar(page)).toContainText('62.4 GB de 100 GB');
  await expect.poll(() => filled(page)).toBeCloseTo(62.4, 0);
  const track = await shell.storage(page).boundingBox();
  const side = await shell.sidebar(page).boundingBox();
  expect((track?.x ?? 0) + (track?.width ?? 999)).toBeLessThan(side?.width ?? 0);
});

test('S25: shows the figures of the company’s storage service', async ({ page }) => {
  const answer = page.waitForResponse('**/api/storage');
  await signIn(page, 'luis');
  const { almacenamientoUsado: used, almacenamientoMaximo: total } = (await (await answer).json()) as Record<
    string,
    number
  >;
  if (!used || !total) throw new Error('The demo storage holds nothing');
  const share = Math.round((used / total) * 100);
  await expect(shell.storage(page)).toHaveAttribute('aria-valuenow', String(share));
  await expect(shell.sidebar(page)).toContainText(`${Math.round(total / GB)} GB`);
});
