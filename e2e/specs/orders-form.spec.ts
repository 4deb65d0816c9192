import { type Page } from '@playwright/test';
import { Desk, openDesk, rows, uniqueTag } from '../support/desk.ts';
import { expect, expectAccessible, openSession, test } from '../support/test.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Datos de la orden', exact: true });
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });

test('an order is created by form, after its errors were corrected, and found by its district', async ({ page }) => {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  await desk.makeOrders(tag, 1);
  await openDesk(page, tag, 1);
  await page.getByRole('button', { name: 'Nueva orden', exact: true }).click();
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(field(page, 'Destinatario')).toBeFocused();
  await expectAccessible(page);
  await field(page, 'Destinatario').fill(`${tag} Callao`);
  await field(page, 'Dirección').fill('Av. La Marina 12');
  await field(page, 'Distrito').fill('la perla');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Distrito')).toHaveValue('La Perla, Callao');
  await field(page, 'Cliente').fill('Boticas de prueba');
  await form(page).getByRole('button', { name: 'Crear orden', exact: true }).click();
  await expect(page.getByRole('complementary', { name: /^Orden D/ })).toContainText('La Perla');
  await page.getByRole('textbox', { name: 'Buscar orden', exact: true }).fill(`${tag} la perla`);
  await expect(rows(page)).toHaveText([new RegExp(`${tag} Callao`)]);
});
