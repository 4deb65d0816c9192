import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOfInput } from '#orders/order/order-input.ts';
import { insertOrders, type NewOrder } from '#orders/order/insert-orders.ts';
import { DispatchClient, dispatcherOf, orderInput, type Worker } from './dispatch-world.ts';
import { resetPeople } from './people.ts';
import { createClock, createServices, createTestApp, NOW, openTestDatabase } from './test-services.ts';

/** More than are scanned before the index is used. */
const ORDERS = 5000;

/**
 * Recipient of the nth order. Some names are everywhere, some only far from the newest and oldest order, some only near
 * one of them.
 */
function recipientOf(index: number): string {
  const words = [`Nº ${String(index)}`];
  if (index % 3 === 0) words.push('Común');
  if (index % 200 < 4) words.push('Raro');
  if (index >= 2400 && index < 2410) words.push('Medio');
  if (index === 4990 || index === 7) words.push('Extremo');
  return words.join(' ');
}

describe('a search among many orders', () => {
  let close: () => Promise<void>;
  let dispatch: DispatchClient;

  beforeAll(async () => {
    const opened = await openTestDatabase();
    ({ close } = opened);
    await resetPeople(opened.db);
    dispatch = new DispatchClient(createTestApp(createServices(opened.db, createClock())));
    const write = (as: Worker, recipients: string[]) =>
      opened.db.transaction().execute((trx) => {
        const orders = recipients.map((name) =>
          fieldsOfInput(
            orderInput({ client: { id: null, name: 'Bodega', phone: null }, recipient: { name, phone: null } }),
          ),
        );
        return insertOrders(trx, dispatcherOf(as), { id: randomUUID(), now: NOW }, orders as NewOrder[]);
      });
    const all = Array.from({ length: ORDERS }, (_, index) => recipientOf(index));
    await write('ana', all.slice(0, ORDERS / 2));
    // Orders of another office lie between those of the office.
    await write('neighbour', all.slice(0, 1000));
    await write('stranger', all.slice(0, 1000));
    await write('ana', all.slice(ORDERS / 2));
  });
  afterAll(() => close());

  const expected = (words: string[]): string[] =>
    Array.from({ length: ORDERS }, (_, index) => recipientOf(index)).filter((name) =>
      words.every((word) => name.includes(word)),
    );

  /** All pages in sequence. */
  async function found(buscar: string, orden: string, limite: number): Promise<string[]> {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { buscar, orden, limite: String(limite), ...(cursor !== null && { cursor }) };
      const page: { orders: { recipient: { name: string } }[]; next: string | null } = await dispatch.ok(
        'orders.list',
        { query },
      );
      expect(page.next === null || page.orders.length === limite).toBe(true);
      names.push(...page.orders.map(({ recipient }) => recipient.name));
      cursor = page.next;
    } while (cursor !== null);
    return names;
  }

  it.each([
    [['Común', 'Raro'], 7],
    [['Raro'], 30],
    [['Raro'], 200],
    [['Medio'], 3],
    [['Medio'], 50],
    [['Extremo'], 1],
    [['Extremo'], 50],
    [['Común', 'Medio', 'Nadie'], 50],
  ])('%j by %i: returns each order once, in both directions', async (words, limit) => {
    const oldestFirst = expected(words);
    expect(await found(words.join(' '), 'codigo', limit)).toEqual(oldestFirst);
    expect(await found(words.join(' '), '-codigo', limit)).toEqual(oldestFirst.toReversed());
  });
});
