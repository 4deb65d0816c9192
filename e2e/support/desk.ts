import { randomUUID } from 'node:crypto';
import { type AttentionHistory, type ClosedAttention } from '@despacho/contracts/dispatch';
import { expect, type Page } from '@playwright/test';

/** Fields of orders and couriers that tests read. */
export interface MadeOrder {
  id: string;
  code: string;
  version: number;
  state: string;
  sequence: number | null;
  pinned?: true;
  /** Code of the reason for a failed visit. */
  reason: string | null;
  courier: { id: string; name: string } | null;
  collect: { due: number; payments: { means: string; amount: number }[]; difference: string | null } | null;
}

export interface NewCourier {
  id: string;
  name: string;
  version: number;
  state: string;
}

const OFFICE = 'officeId=LIMA';

/**
 * A dispatcher's API calls without a screen, to set up and inspect data.
 * @param page a page with a session, which may be blank; the calls are made as its user.
 */
export class Desk {
  readonly #page: Page;
  #origin: string | undefined;

  constructor(page: Page) {
    this.#page = page;
  }

  async read<T>(path: string): Promise<T> {
    const answer = await this.#page.request.get(`/api/${path}${path.includes('?') ? '&' : '?'}${OFFICE}`);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()) as T;
  }

  /** @param key idempotency key of a POST or PUT, for a request that is repeated. */
  async send<T>(
    path: string,
    data: unknown,
    method: 'POST' | 'PATCH' | 'PUT' = 'POST',
    key: string = randomUUID(),
  ): Promise<T> {
    const cookies = await this.#page.context().cookies();
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
    this.#origin ??= new URL((await this.#page.request.get('/api/config')).url()).origin;
    const answer = await this.#page.request.fetch(`/api/${path}?${OFFICE}`, {
      method,
      headers: {
        origin: this.#origin,
        'x-xsrf-token': decodeURIComponent(token),
        ...(method !== 'PATCH' && { 'idempotency-key': key }),
      },
      data,
    });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return (await answer.json()) as T;
  }

  /** Creates orders of today whose recipients have `tag` in their name, so that a search finds only these. */
  async makeOrders(tag: string, count: number, more: object = {}): Promise<MadeOrder[]> {
    const made: MadeOrder[] = [];
    for (let number = 1; number <= count; number += 1) {
      const order = await this.send<MadeOrder>('orders', {
        client: { id: null, name: 'Boticas de prueba', phone: null },
        recipient: { name: `${tag} ${number}`, phone: '987 654 321' },
        // Identifies no door, so that no test learns from another one where it is.
        place: { address: `Mz. P Lt. ${number}`, reference: null, ubigeo: '150122', point: null },
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

  makeCourier(name: string, capacityOrders = 20): Promise<NewCourier> {
    return this.send<NewCourier>('couriers', {
      name,
      phone: null,
      vehicle: 'moto',
      plate: null,
      zones: [],
      shift: { from: '00:00', to: '23:59' },
      capacityOrders,
      capacityGrams: 50_000,
    });
  }

  /** Creates a courier with five stops along a street that go back and forth: 1, 4, 2, 5, 3. */
  async makeCrossedRoute(tag: string, name: string): Promise<{ courier: NewCourier; orders: MadeOrder[] }> {
    const courier = await this.makeCourier(name);
    const orders: MadeOrder[] = [];
    for (const place of [1, 4, 2, 5, 3]) {
      const point = { lat: -12.12 + place / 250, lng: -77.03 };
      const [order] = await this.makeOrders(`${tag} ${place}`, 1, {
        place: { address: `Mz. P Lt. ${place}`, reference: null, ubigeo: '150122', point },
      });
      if (order) orders.push(order);
    }
    await this.assign(orders, courier.id);
    // The first stop is fixed: the same way backwards would be as short.
    const stops = await Promise.all(orders.map(({ id }) => this.order(id)));
    const pinned = orders.slice(0, 1).map(({ id }) => id);
    await this.send(
      `couriers/${courier.id}/stops`,
      { orders: stops.map(({ id, version }) => ({ id, version })), pinned },
      'PUT',
    );
    return { courier, orders };
  }

  async order(id: string): Promise<MadeOrder> {
    return (await this.read<{ order: MadeOrder }>(`orders/${id}`)).order;
  }

  /**
   * Waits until the line of an order in «Por atender» has ended. The window shows only the last twenty of the office, and
   * other tests end many together.
   */
  async endedLine({ code }: MadeOrder): Promise<ClosedAttention> {
    const found: ClosedAttention[] = [];
    await expect
      .poll(async () => {
        for (let cursor: string | null = ''; found.length === 0 && cursor !== null;) {
          const page: AttentionHistory = await this.read(`attention/history${cursor && `?cursor=${cursor}`}`);
          found.push(...page.lines.filter(({ order }) => order?.code === code));
          cursor = page.next;
        }
        return found.length;
      }, code)
      .toBe(1);
    const [line] = found;
    if (!line) throw new Error(`The line of ${code} has not ended`);
    return line;
  }

  /** Closes the visits of orders alike. */
  async close(orders: readonly (MadeOrder | undefined)[], closing: object): Promise<void> {
    const now = await Promise.all(orders.map((each) => this.order(each?.id ?? '')));
    const closings = now.map(({ id, version }) => ({ id, version, ...closing }));
    await this.send('assignments/close', { orders: closings });
  }

  async assign(orders: readonly MadeOrder[], courierId: string): Promise<void> {
    const now = await Promise.all(orders.map(({ id }) => this.order(id)));
    await this.send('assignments', { courierId, orders: now.map(({ id, version }) => ({ id, version })) });
  }
}

/** Today in Lima, the office's time zone. */
export const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Lima' });

/** A word that occurs nowhere else in the database. */
export const uniqueTag = (): string => `Zq${randomUUID().replaceAll('-', '').slice(0, 10)}`;

/** Opens the desk with exactly the orders of a tag in its table. */
export async function openDesk(page: Page, tag: string, count: number): Promise<void> {
  await page.goto(`/assing?todas=1&buscar=${tag}&orden=codigo`);
  await expect(rows(page)).toHaveCount(count);
  await expect(page.getByRole('list', { name: 'Repartidores de la oficina' })).toBeVisible();
}

/** Shows exactly the orders of a tag on a desk that is already open. */
export async function findOrders(page: Page, tag: string, count: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Buscar orden', exact: true }).fill(tag);
  await expect(page).toHaveURL(new RegExp(`buscar=${tag}(&|$)`));
  await expect(rows(page)).toHaveText(Array.from({ length: count }, () => new RegExp(tag)));
}

/** The rows of orders, without the header. */
export const rows = (page: Page) => page.getByRole('grid', { name: 'Órdenes' }).locator('[data-order-id]');

export const receipt = (page: Page) => page.getByRole('region', { name: 'Constancia del cambio', exact: true });

/** The bar of actions on chosen orders; present only while some are chosen. */
export const chosen = (page: Page) => page.getByRole('region', { name: 'Órdenes seleccionadas', exact: true });

/** A row by its position in the whole result, from 1. Exists only in or near the view. */
export const rowAt = (page: Page, place: number) =>
  page.getByRole('grid', { name: 'Órdenes' }).locator(`[aria-rowindex="${place + 1}"]`);
