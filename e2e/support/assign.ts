import { expect, type Page } from '@playwright/test';
import { chosen, rows } from './desk.ts';

/** Assigns the chosen orders by keyboard to the one courier that a search finds. The focus is in the table. */
async function assignChosenByKey(page: Page, courier: string): Promise<void> {
  await page.keyboard.press('a');
  const window = page.getByRole('dialog');
  const field = window.getByRole('combobox', { name: 'Repartidor', exact: true });
  await expect(field).toBeFocused();
  await field.fill(courier);
  await expect(window.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
}

/** Selects all orders of the table and assigns them in the same way. */
export async function assignAllByKey(page: Page, courier: string): Promise<void> {
  await rows(page).first().focus();
  await page.keyboard.press('Control+a');
  await expect(chosen(page)).toBeVisible();
  await assignChosenByKey(page, courier);
}
