import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

/** What of an order and a courier the tests look at. */
export interface MadeOrder {
  id: string;
  code: string;
  version: number;
  state: string;
  sequence: number | null;
  /** Why a visit was in vain, by its code. */
  reason: string | null;
  courier: { id: string; name: string } | null;
  collect: { due: number; collected: number | null; means: string | null } | null;
}

export interface MadeCourier {
  id: string;
  name: string;
  version: number;
  state: string;
}

const OFFICE = 'officeId=LIMA';

/**
 * A dispatcher's calls without a screen, for making what a test needs and looking at what became of it.
 * @param page of somebody signed in; the calls are that person's.
 */
export class Desk {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async read<T>(path: string): Promise<T> {
    const answer = await this.#page.request.get(`/api/${path}${path.includes('?') ? '&' : '?'}${OFFICE}`);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  }

  async send<T>(path: string, data: unknown, method: 'POST' | 'PATCH' = 'POST'): Promise<T> {
    const cookies = await this.#page.context().cookies();
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    const answer = await this.#page.request.fetch(`/api/${path}?${OFFICE}`, {
      method,
      headers: {
        origin: new URL(this.#page.url()).origin,
        'x-xsrf-token': decodeURIComponent(token),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      data,
    });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as T;
  }

  /** Orders of today for recipients who all have `tag` in their name, so that a search for it finds these and no others. */
  async makeOrders(tag: string, count: number, more: object = {}): Promise<MadeOrder[]> {
    const made: MadeOrder[] = [];
    for (let number = 1; number <= count; number += 1) {
      const order = await this.send<MadeOrder>('orders', {
        client: { id: null, name: 'Boticas de prueba', phone: null },
        recipient: { name: `${tag} ${number}`, phone: '987 654 321' },
        place: { address: `Av. de Prueba ${number}`, reference: null, ubigeo: '150122', point: null },
        date: today(),
        window: null,
        packages: 1,
        weightGrams: 500,
        clientReference: null,
        guide: null,
        note: null,
        collectDue: null,
        priority: 'normal',
        ...more,
      });
      made.push(order);
    }
    return made;
  }

  makeCourier(name: string): Promise<MadeCourier> {
    return this.send<MadeCourier>('couriers', {
      name,
      phone: null,
      vehicle: 'moto',
      plate: null,
      zones: [],
      shift: { from: '00:00', to: '23:59' },
      capacityOrders: 20,
      capacityGrams: 50_000,
    });
  }

  async order(id: string): Promise<MadeOrder> {
    return (await this.read<{ order: MadeOrder }>(`orders/${id}`)).order;
  }

  async assign(orders: readonly MadeOrder[], courierId: string): Promise<void> {
    const now = await Promise.all(orders.map(({ id }) => this.order(id)));
    await this.send('assignments', { courierId, orders: now.map(({ id, version }) => ({ id, version })) });
  }
}

/** A day of Lima's calendar, which is that of the office. */
const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

/** A word that nothing else in the database holds. */
export const uniqueTag = (): string => `Zq${randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** Milliseconds for a section to be fetched, started and filled; a busy machine takes its time over that. */
const OPENING = { timeout: 20_000 };

/** The desk with exactly the orders of a tag in its table. */
export async function openDesk(page: Page, tag: string, count: number): Promise<void> {
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(count, OPENING);
  await expect(page.getByRole('list', { name: 'Repartidores de la oficina' })).toBeVisible(OPENING);
}

/** The rows of orders, without the head. */
export const rows = (page: Page) => page.getByRole('grid', { name: 'Órdenes' }).locator('[data-order-id]');

export const receipt = (page: Page) => page.getByRole('region', { name: 'Recibo', exact: true });

/** What can be done with the chosen orders; there only while some are chosen. */
export const chosen = (page: Page) => page.getByRole('region', { name: 'Órdenes elegidas', exact: true });

/** A row by its place in the whole result, from 1. It exists only while it is in sight, or nearly. */
export const rowAt = (page: Page, place: number) =>
  page.getByRole('grid', { name: 'Órdenes' }).locator(`[aria-rowindex="${place + 1}"]`);
