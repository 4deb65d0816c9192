import { randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { Visitor } from './visitor.ts';

const OFFICE = 'officeId=LIMA';
/** Requests at the same time while the office is prepared. */
const AT_ONCE = 8;
const PAGE = 200;
/** Of the imported orders, to find them. */
const NAME = 'benchx';
const HEADER = 'Cliente;Referencia del cliente;Destinatario;Teléfono;Dirección;Distrito;Fecha';

interface Ref {
  id: string;
  version: number;
}

type Stop = Ref & { state: string; attempt: number };

/** @throws Error for any other status than 200. @returns the answer. */
async function done<T>(visitor: Visitor, path: string, body?: object | string, type?: string): Promise<T> {
  const { status, headers, body: bytes } = await visitor.send(path, body, type, body === undefined ? '' : randomUUID());
  const text = (headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Where a phone is, moving slowly enough to be believed. */
let north = -12.06;

/** A courier on the way, with a connected phone. */
class Courier {
  readonly #phone: Visitor;
  #stops: Stop[] = [];
  /** A poll that was answered before a closing still shows the stop as open. */
  readonly #closed = new Set<string>();

  private constructor(port: number) {
    this.#phone = new Visitor(port, 1);
  }

  /** Creates a courier in the office, with these orders and a connected phone, and sets out. */
  static async create(port: number, office: Visitor, serial: number, orders: readonly Ref[]): Promise<Courier> {
    const { id: courierId } = await done<Ref>(office, `/api/couriers?${OFFICE}`, {
      name: `Repartidor ${serial}`,
      phone: null,
      vehicle: 'moto',
      plate: null,
      zones: [],
      shift: { from: '00:00', to: '23:59' },
      capacityOrders: 1000,
      capacityGrams: 1_000_000,
    });
    await done(office, `/api/assignments?${OFFICE}`, { courierId, orders });
    const link = `/api/couriers/${courierId}/link?${OFFICE}`;
    const { fragment, code } = await done<{ fragment: string; code: string }>(office, link, '');
    const courier = new Courier(port);
    await courier.#phone.send('/api/field/session');
    await done(courier.#phone, '/api/field/connect', { secret: fragment, code });
    await done(courier.#phone, '/api/field/start', { id: randomUUID(), at: new Date().toISOString() });
    await courier.poll();
    return courier;
  }

  /** Reads the route, as the page does every 20 seconds. */
  async poll(): Promise<void> {
    this.#stops = (await done<{ stops: Stop[] }>(this.#phone, '/api/field/route')).stops;
  }

  /** Sends where it is. @throws Error if that is refused. */
  async move(): Promise<void> {
    const fix = { at: new Date().toISOString(), lat: (north += 1e-7), lng: -77.05, accuracy: 10, speed: 4, heading: 0 };
    const { accepted } = await done<{ accepted: number }>(this.#phone, '/api/field/positions', { fixes: [fix] });
    if (accepted !== 1) throw new Error('A fix was refused');
  }

  /** Delivers the first open stop it has read. @throws Error if that is not applied. */
  async close(): Promise<void> {
    const stop = this.#stops.find(({ id, state }) => state === 'en_ruta' && !this.#closed.has(id));
    if (!stop) throw new Error('A courier has no stops left');
    const { id: order, version, attempt } = stop;
    this.#closed.add(order);
    const at = new Date().toISOString();
    const place = { lat: north, lng: -77.05, accuracy: 10 };
    const visit = { id: randomUUID(), order, version, attempt, to: 'entregada', at, place, photos: [] };
    const { result, why } = await done<{ result: string; why: string | null }>(this.#phone, '/api/field/visits', visit);
    if (result !== 'applied') throw new Error(`A closing was not applied: ${why ?? result}`);
  }

  leave(): void {
    this.#phone.close();
  }
}

/** Imports orders for today. @returns them. */
async function importOrders(office: Visitor, count: number): Promise<Ref[]> {
  const today = new Intl.DateTimeFormat('es-PE', { timeZone: 'America/Lima', dateStyle: 'short' }).format();
  const lines = Array.from(
    { length: count },
    (_, line) => `Botica;${NAME}${line};José Peña;987654321;Av. Larco ${line};150122;${today}`,
  );
  const file = [HEADER, ...lines, ''].join('\r\n');
  const { id } = await done<Ref>(office, `/api/imports?${OFFICE}&fileName=x.csv`, Buffer.from(file), 'text/csv');
  await done(office, `/api/imports/${id}/commit?${OFFICE}`, { orders: count });
  const found: Ref[] = [];
  for (let cursor = ''; found.length < count;) {
    const path = `/api/orders?${OFFICE}&buscar=${NAME}&orden=codigo&limite=${PAGE}${cursor}`;
    const page = await done<{ orders: Ref[]; next: string | null }>(office, path);
    found.push(...page.orders.map(({ id: order, version }) => ({ id: order, version })));
    if (page.next === null) break;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
  if (found.length !== count) throw new Error(`${found.length} of ${count} imported orders were found`);
  return found;
}

/** Creates couriers on the way, each with this many stops. */
export async function createCouriers(port: number, office: Visitor, count: number, stops: number): Promise<Courier[]> {
  const orders = await importOrders(office, count * stops);
  const couriers: Courier[] = [];
  const create = async (): Promise<void> => {
    for (let own = orders.splice(0, stops); own.length > 0; own = orders.splice(0, stops))
      couriers.push(await Courier.create(port, office, orders.length / stops + 1, own));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
  return couriers;
}
