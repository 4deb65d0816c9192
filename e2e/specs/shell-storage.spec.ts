import { type Page } from '@playwright/test';
import { type Fault } from '../support/faults.ts';
import { shell } from '../support/shell.ts';
import { expect, signIn, test } from '../support/test.ts';

const STORAGE = 'findPredeterminado';

/** The specification's divisors, repeated because the product's own constants are under test. */
const MB = 1_050_625;
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

const CASES = [
  { name: 'MB up to 1024 of them', used: 512 * MB, total: 100 * GB, text: '512 MB de 100 GB', bar: 0.5 },
  { name: '1024 MB are not yet GB', used: 1024 * MB, total: 2 * GB, text: '1,024 MB de 2 GB', bar: 50 },
  { name: 'GB above', used: 1025 * MB, total: 4 * GB, text: '1 GB de 4 GB', bar: 25 },
  { name: 'GB with their fraction', used: 62.4 * GB, total: 100 * GB, text: '62.4 GB de 100 GB', bar: 62.4 },
  { name: 'a total without decimals', used: 10 * GB, total: 40.4 * GB, text: '10 GB de 40 GB', bar: 24.75 },
  { name: 'over 100 %', used: 130 * GB, total: 100 * GB, text: '130 GB de 100 GB', bar: 100 },
  { name: 'a zero total', used: 5 * GB, total: 0, text: '5 GB de 0 GB', bar: 0 },
  { name: 'nothing of nothing', used: 0, total: 0, text: '0 MB de 0 GB', bar: 0 },
] as const;

test(`S25: ${CASES.length} usages and how they are shown`, async ({ page, app }) => {
  await signIn(page, 'rosa');
  for (const { name, used, total, text, bar } of CASES)
    await test.step(`${name}: «${text}», ${bar} % of the bar`, async () => {
      app.faults.fail(STORAGE, figures(used, total));
      await page.reload();
      await expect(shell.sidebar(page)).toContainText(text);
      await expect.poll(() => filled(page)).toBeCloseTo(bar, 0);
      const track = await shell.storage(page).boundingBox();
      const side = await shell.sidebar(page).boundingBox();
      expect((track?.x ?? 0) + (track?.width ?? 999)).toBeLessThan(side?.width ?? 0);
    });
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

const FAILURES: Record<string, Fault> = {
  'an answer 400': { kind: 'status', status: 400 },
  'an answer 404': { kind: 'status', status: 404 },
  'an answer 500': { kind: 'status', status: 500 },
  'an answer 504': { kind: 'status', status: 504 },
  garbage: { kind: 'garbage' },
  'an answer cut short': { kind: 'cut' },
  'no connection': { kind: 'down' },
  'figures that are none': { kind: 'body', body: { data: { almacenamientoUsado: null } } },
};

test(`S40: ${Object.keys(FAILURES).length} failures of the storage call only log to console`, async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/Http failure response for .*\/api\/storage: \d{3} /);
  watched.expectConsole(/status of \d{3} .*\/api\/storage/);
  await signIn(page, 'rosa');
  await expect(shell.storage(page)).toBeVisible();
  for (const [name, fault] of Object.entries(FAILURES))
    await test.step(name, async () => {
      app.faults.fail(STORAGE, fault);
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('Http failure response for'));
      await page.reload();
      expect((await logged).text()).toContain('/api/storage');
      await expect(shell.menu(page)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
      await expect(shell.storage(page)).toHaveCount(0);
      await expect(shell.sidebar(page)).not.toContainText(/Almacenamiento|\d\s?[MG]B|NaN/);
    });
  await shell.menu(page).getByRole('link', { name: 'Clientes' }).click();
  await expect(page.getByRole('table', { name: 'Clientes' })).toBeVisible();
});

test('S40: the indicator appears once the storage call works again', async ({ page, app, watched }) => {
  watched.expectConsole(/\/api\/storage/);
  await page.clock.install();
  app.faults.fail(STORAGE, { kind: 'status', status: 500 });
  const failed = page.waitForResponse('**/api/storage');
  await signIn(page, 'ana');
  expect((await failed).status()).toBe(500);
  await expect(shell.storage(page)).toHaveCount(0);
  app.faults.heal();
  await page.clock.fastForward('05:00');
  await expect(shell.storage(page)).toBeVisible();
});
