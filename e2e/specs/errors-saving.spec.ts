import { type Page } from '@playwright/test';
import { PEOPLE } from '../support/people.ts';
import { reported } from '../support/reported.ts';
import { expect, signIn, test } from '../support/test.ts';
import { expectPopUp, expectSamePage, failureTexts, markPage, REACTIONS, SHORT_LIMIT } from '../support/outages.ts';

test.use({ settings: SHORT_LIMIT });

const SAVE = /\/legacy\/api\/permission\//;

/** Office of Arequipa, so that people who sign in elsewhere are not affected. */
const OFFICE = '/permissions?oficina=AREQUIPA';

const cell = (page: Page, row: number) =>
  page
    .getByRole('main')
    .getByRole('row')
    .nth(row)
    .getByRole('checkbox', { name: /^Asignación, / });

/** Toggles one box of a person of the office. @returns its new state. */
async function tick(page: Page, row: number): Promise<boolean> {
  const box = cell(page, row);
  const now = !(await box.isChecked());
  await box.setChecked(now);
  return now;
}

test('S34 S35 S36 S37 S38 S41: a save is sent once, and a failed one stays on screen', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of (4|5)\d\d .*\/api\/(permission|users)\//);
  watched.expectConsole(
    /^Http failure response for \S+\/api\/permission\/\S+: (403 Forbidden|502 Bad Gateway|503 Service Unavailable) /,
  );
  const logged = failureTexts(page);
  await signIn(page, 'ana', OFFICE);
  await markPage(page);
  const wanted = await tick(page, 2);
  const bar = page.getByRole('region', { name: 'Cambios sin guardar' });
  const save = bar.getByRole('button', { name: /^(Guardar 1 cambio|Reintentar los que fallaron)/ });
  // A stopped backend could not serve the list either; another test covers it.
  const outages = REACTIONS.filter(({ fault }) => fault !== 'stopped');
  for (const outage of outages)
    await test.step(outage.name, async () => {
      if (outage.fault === 'stopped') return;
      app.faults.fail(SAVE, outage.fault);
      const before = app.calls(SAVE).length;
      const since = logged.length;
      await expectPopUp(page, outage.popUp, async () => {
        const answer = page.waitForResponse('**/api/permission/**');
        await save.click();
        expect((await answer).status()).toBe(outage.status);
        await expect(bar).toContainText(outage.status < 500 ? '1 no se guardó' : '1 sin confirmar');
      });
      expect(app.calls(SAVE).length - before).toBe(1);
      await expect.poll(() => logged.length - since).toBe([403, 502, 503].includes(outage.status) ? 1 : 0);
      await expect(cell(page, 2)).toBeChecked({ checked: wanted });
      if (outage.status === 400) {
        await bar.getByRole('button', { name: 'Revisar' }).click();
        await expect(bar.getByText('No se guardó: falla de prueba.')).toBeVisible();
        await bar.getByRole('button', { name: 'Revisar' }).click();
      }
    });

  app.faults.heal();
  await save.click();
  await expect(page.getByRole('row').nth(2)).toContainText('Guardado');
  await expect(bar).toHaveCount(0);
  await expectSamePage(page);
  await page.reload();
  await expect(cell(page, 2)).toBeChecked({ checked: wanted });
});

test('S38 S41: a save without a response is not repeated; the reloaded list shows it done', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/status of 502 .*\/api\/(permission\/\w+\?|events$)/);
  watched.expectConsole(/^Http failure response for \S+\/api\/permission\/\S+: 502 Bad Gateway /);
  // Without live events, which would report the change.
  app.faults.fail('/operations/events', { kind: 'down' });
  await page.clock.install();
  await signIn(page, 'ana', OFFICE);
  const wanted = await tick(page, 4);
  app.faults.fail(SAVE, { kind: 'lost' });
  const answer = page.waitForResponse('**/api/permission/**');
  await page.getByRole('button', { name: /^Guardar 1 cambio/ }).click();
  expect((await answer).status()).toBe(502);
  // After the failure the reloaded list contains the change, so that nothing is unsaved.
  await expect(page.getByRole('region', { name: 'Cambios sin guardar' })).toHaveCount(0);
  await expect(cell(page, 4)).toBeChecked({ checked: wanted });
  // Time in which a read would be retried.
  await page.clock.fastForward(10_000);
  await reported(page);
  expect(app.calls(SAVE)).toHaveLength(1);
});

test('S10 S38: unsaved changes survive an outage of the list and the end of the session', async ({
  page,
  app,
  watched,
}) => {
  watched.expectConsole(/^Failed to load resource: .* status of (401|502) /);
  watched.expectConsole(/^Http failure response for \S+\/api\/permission\/\S+: 502 Bad Gateway /);
  watched.expectConsole(/^Http failure response for \S+\/api\/\S+: (401|502) /);
  await signIn(page, 'ana', OFFICE);
  await markPage(page);
  const wanted = await tick(page, 5);
  await page.getByLabel('Buscar usuario').fill('a');
  const save = page.getByRole('button', { name: /^(Guardar 1 cambio|Reintentar los que fallaron)/ });

  await app.faults.stop();
  await save.click();
  await expect(page.getByRole('region', { name: 'Cambios sin guardar' })).toContainText('1 no se guardó');
  await app.faults.start();

  for (const where of [SAVE, /\/legacy\/api\/users\//, 'auth/credentials'])
    app.faults.fail(where, { kind: 'status', status: 401 });
  await save.click();
  const window = page.getByRole('dialog', { name: 'Su sesión terminó' });
  await expect(window).toBeVisible();
  await expect(page).toHaveURL(/\/login\?volver=/);
  app.faults.heal();
  // The user name is already filled in.
  await window.getByLabel('Contraseña', { exact: true }).fill(PEOPLE.ana.password);
  await window.getByRole('button', { name: 'Ingresar' }).click();
  await expect(window).toHaveCount(0);
  await expect(page).toHaveURL(OFFICE);
  await expect(page.getByLabel('Buscar usuario')).toHaveValue('a');
  // The write was refused before it reached the host, so it is sent now, once.
  await expect(page.getByRole('region', { name: 'Cambios sin guardar' })).toHaveCount(0);
  expect(app.calls(SAVE)).toHaveLength(1);
  await page.getByLabel('Buscar usuario').clear();
  await expect(cell(page, 5)).toBeChecked({ checked: wanted });
  await expectSamePage(page);
});
