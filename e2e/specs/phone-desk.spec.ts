import { chosen, Desk, receipt, rows, uniqueTag } from '../support/desk.ts';
import { showPane } from '../support/scenes/desk-actions.ts';
import { expect } from '../support/patient-expect.ts';
import { openSession, signIn, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the pane has no drag handles, and a receipt does not cover the buttons of a form', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  const courier = await desk.makeCourier(`${tag} Repartidora`);
  await page.goto(`/assing?todas=1&buscar=${tag}`);
  await rows(page).first().tap();
  await expect(chosen(page)).toContainText('1 orden');
  await showPane(page, 'Repartidores');
  const pane = page.getByRole('region', { name: 'Repartidores', exact: true });
  await pane.getByRole('textbox', { name: 'Buscar repartidor' }).fill(tag);
  await pane.getByRole('listitem', { name: courier.name }).getByRole('button').first().tap();
  await expect(pane).toContainText('Sin paradas');
  await expect(pane).toContainText('en turno');
  await expect(pane).not.toContainText(/arr[aá]str/);
  await showPane(page, 'Órdenes');
  await chosen(page).getByRole('button', { name: 'Asignar a…' }).tap();
  const window = page.getByRole('dialog', { name: 'Asignar 1 orden' });
  await expect(window).toContainText('quién la lleva');
  await window.getByRole('combobox').fill(tag);
  await window.getByRole('option', { name: courier.name }).tap();
  await expect(receipt(page)).toContainText('1 orden asignada');
  await rows(page).first().getByRole('link').tap();
  await page.getByRole('button', { name: 'Editar', exact: true }).tap();
  const form = page.getByRole('form', { name: 'Datos de la orden' });
  // A touch-sized target.
  const box = await form.locator('label', { has: page.getByRole('checkbox', { name: 'Alta' }) }).boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await form.getByLabel('Nota', { exact: true }).fill('Llamar al llegar');
  await form.getByRole('button', { name: 'Guardar cambios' }).tap({ timeout: 20_000 });
  await expect(page.getByRole('complementary', { name: `Orden ${order?.code ?? ''}` })).toContainText(
    'Llamar al llegar',
  );
  await expect(receipt(page)).toBeVisible();
});

test('asks before the whole result is selected, and restores the focus after clearing it', async ({ page }) => {
  await signIn(page, 'ana', '/assing');
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Seleccionar todas las órdenes del resultado' }).tap();
  const question = page.getByRole('dialog', { name: /^¿Seleccionar las .*órdenes\?$/ });
  await question.getByRole('button', { name: 'Cancelar', exact: true }).tap();
  await expect(question).toHaveCount(0);
  await expect(chosen(page)).toHaveCount(0);

  await rows(page).first().tap();
  await showPane(page, 'Mapa');
  await chosen(page).getByRole('button', { name: 'Quitar la selección (Esc)' }).focus();
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Vista' }).getByRole('button', { name: 'Mapa' })).toBeFocused();

  await test.step('the whole top bar is within reach on the smallest phone', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await showPane(page, 'Órdenes');
    await expect(page.getByRole('button', { name: 'Nueva orden' })).toBeInViewport({ ratio: 1 });
  });
});
