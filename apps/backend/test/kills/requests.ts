import { randomUUID } from 'node:crypto';
import {
  type Courier,
  type ImportPreview,
  type ImportReceipt,
  type OrderCounts,
  type OrderList,
  type OrderRef,
  type Receipt,
} from '@despacho/contracts/dispatch';
import { courierInput } from '../dispatch-world.ts';
import { type KilledDesk } from './killed-desk.ts';

/** Orders per bulk request. */
const BULK = 150;
/** Lines per imported file. */
const LINES = 250;

/** A request that changes many orders. */
export interface KeyedRequest {
  kind: 'bulk' | 'import';
  path: string;
  body: object;
  key: string;
  /** Number of orders it changes. */
  orders: number;
  /** @returns how many of them are in the requested state. */
  done: () => Promise<number>;
  /** Receives the service's final response. */
  answered: (receipt: { batch: string | null }) => void;
}

/** Prefix of a file's references, unique to it. */
const nameOf = (file: number): string => `lote${file}x`;

/** Assigns the orders of the first import alternately to two couriers: each request changes all of them. */
export async function bulkRequests(desk: KilledDesk): Promise<() => KeyedRequest> {
  const couriers: string[] = [];
  for (const name of ['Pedro', 'Sara'])
    couriers.push((await desk.ask<Courier>('/couriers', courierInput({ name }), randomUUID())).id);
  const { orders } = await desk.ask<OrderList>(`/orders?buscar=${nameOf(1)}&limite=${BULK}`);
  let refs: OrderRef[] = orders.map(({ id, version }) => ({ id, version }));
  if (refs.length < BULK) throw new Error(`Only ${refs.length} orders were imported`);
  let turn = 0;
  return () => {
    const courierId = couriers[turn++ % 2] ?? '';
    return {
      kind: 'bulk',
      path: '/assignments',
      body: { courierId, orders: refs },
      key: randomUUID(),
      orders: BULK,
      done: async () => {
        const own = await desk.ask<OrderList>(`/orders?repartidor=${courierId}&limite=200`);
        return own.orders.length;
      },
      answered: (receipt) => {
        refs = (receipt as Receipt).outcomes.flatMap((each) =>
          each.ok ? [{ id: each.id, version: each.version }] : [],
        );
      },
    };
  };
}

const HEADER = 'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha';

/** Imports one file after another. The preview is made before: the kill hits the import itself. */
export function importRequests(desk: KilledDesk): () => Promise<KeyedRequest> {
  let file = 0;
  return async () => {
    const name = nameOf((file += 1));
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/');
    const lines = Array.from(
      { length: LINES },
      (_, line) => `Botica;${name}${line};José Peña;987654321;Av. Larco 345;150122;${day}`,
    );
    const text = [HEADER, ...lines, ''].join('\r\n');
    const seen = await desk.ask<ImportPreview>(`/imports?fileName=${name}.csv`, text);
    if (!seen.readable || seen.good !== LINES)
      throw new Error(`Not all lines are good: ${JSON.stringify(seen).slice(0, 500)}`);
    // The company has clients, so those that are not among them are asked about.
    await desk.ask(`/imports/${seen.id}/clients`, { clients: [], keepOthers: true }, randomUUID());
    return {
      kind: 'import',
      path: `/imports/${seen.id}/commit`,
      body: { orders: LINES },
      key: randomUUID(),
      orders: LINES,
      done: async () => (await desk.ask<OrderCounts>(`/orders/counts?buscar=${name}`)).total,
      answered: (receipt) => {
        if ((receipt as ImportReceipt).orders !== LINES) throw new Error('Not all lines were imported');
      },
    };
  };
}
