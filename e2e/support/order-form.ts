import { type Page } from '@playwright/test';
import { Desk, type MadeOrder, uniqueTag } from './desk.ts';
import { openSession } from './sign-in.ts';

/** Creates an order with only a district and opens its form as Ana. */
export async function openOrderForm(page: Page): Promise<{ desk: Desk; order: MadeOrder; tag: string }> {
  await openSession(page, 'ana');
  const desk = new Desk(page);
  const tag = uniqueTag();
  const [order] = await desk.makeOrders(tag, 1);
  if (!order) throw new Error('No order was made');
  await page.goto(`/assing?todas=1&buscar=${tag}&editar=${order.id}`);
  return { desk, order, tag };
}
