import { type OperationId } from '@despacho/contracts/operations';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attention,
  type CourierLink,
  type CreatedPerson,
  type Handover,
  type MoneyDay,
  type MoneyReceipt,
  type NewGuestLink,
  type Receipt,
  type ReviewsPage,
  type ShiftNote,
} from '@despacho/contracts/dispatch';
import { blackPng } from '@despacho/tooling/pictures/black-png';
import { type Browser, Phone } from './browser.ts';
import { send } from './send.ts';
import { type Parts, requestOf } from './sweep.ts';

/** A valid new order. */
export const NEW_ORDER = {
  client: { id: null, name: 'Bodega Sur', phone: null },
  recipient: { name: 'Rosa Quispe', phone: '987 654 321' },
  place: { address: 'Av. Arequipa 100', reference: null, ubigeo: '150122', point: null },
  date: '2026-11-24',
  window: null,
  packages: 1,
  weightGrams: 500,
  clientReference: null,
  guide: null,
  note: null,
  collectDue: null,
  priority: 'normal',
};
export const NEW_ZONE = {
  name: 'Zona',
  color: 'azul',
  corners: [
    [-12, -77],
    [-12, -76.9],
    [-11.9, -76.9],
  ],
};

export const NEW_COURIER = {
  name: 'Luis Huamán',
  phone: null,
  vehicle: 'moto',
  plate: null,
  zones: [],
  shift: { from: '08:00', to: '18:00' },
  capacityOrders: 30,
  capacityGrams: 100_000,
};

/** `double`: several tests create it. */
export const NEW_CLIENT = {
  code: null,
  name: 'Botica San Juan',
  taxId: null,
  contacts: [],
  addresses: [],
  terms: null,
  double: true,
};

/** Identifies an order, a courier or a view. */
export interface Row {
  id: string;
  version: number;
}

/** A response of the dispatch domain: its status, and the value or the problem. */
interface Answered<T = unknown> {
  status: number;
  value: T;
}

/** Calls a dispatch operation in an office. */
export async function askIn<T = Record<string, unknown>>(
  browser: Browser,
  office: string,
  id: OperationId,
  { query, ...parts }: Parts = {},
): Promise<Answered<T>> {
  const request = requestOf(browser, id, { ...parts, query: { officeId: office, ...query } });
  const { status, headers, text } = await send(browser.gateway, request);
  // The value of a file is its text.
  return { status, value: (headers['content-disposition'] === undefined ? JSON.parse(text) : text) as T };
}

/** @throws Error with the response if it was refused. */
async function done<T>(asked: Promise<Answered<T>>): Promise<T> {
  const { status, value } = await asked;
  if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(value)}`);
  return value;
}

let doors = 0;

/** Each at an address of its own: an answer of «Por ubicar» moves all orders of an address. */
export function newOrder(browser: Browser, office: string): Promise<Row> {
  const place = { ...NEW_ORDER.place, address: `Av. Arequipa ${100 + (doors += 1)}` };
  return done(askIn<Row>(browser, office, 'orders.create', { body: { ...NEW_ORDER, place } }));
}

export const newClient = (browser: Browser, office: string): Promise<Row> =>
  done(askIn<Row>(browser, office, 'clients.create', { body: NEW_CLIENT }));

/** @returns the id of a new client with notes. */
export async function newNotedClient(browser: Browser, office: string): Promise<string> {
  const { id } = await newClient(browser, office);
  const body = { version: 0, notes: 'Recibe por atrás', proof: { delivered: [], failed: [] } };
  await done(askIn(browser, office, 'clients.editNotes', { params: { id }, body }));
  return id;
}

/** The smallest file of clients. */
export const clientsFile = (name: string): string => `Nombre\n${name}\n`;

/** Uploads such a file. @returns the id of the preview. */
export async function newClientImport(browser: Browser, office: string, name: string): Promise<string> {
  const upload = { query: { fileName: 'clientes.csv' }, file: clientsFile(name) };
  return (await done(askIn<{ id: string }>(browser, office, 'clients.importPreview', upload))).id;
}

export const newCourier = (browser: Browser, office: string): Promise<Row> =>
  done(askIn<Row>(browser, office, 'couriers.create', { body: NEW_COURIER }));

/** A link for guests that shows a new order. */
export async function newGuestLink(browser: Browser, office: string): Promise<NewGuestLink> {
  const { id: orderId } = await newOrder(browser, office);
  const body = { subject: { kind: 'order', orderId }, days: 7 };
  return done(askIn<NewGuestLink>(browser, office, 'guestLinks.create', { body }));
}

/** The smallest file that can be imported: one order on one line. */
export const importFile = (reference: string): string =>
  `Cliente;Referencia del cliente;Destinatario;Dirección;Distrito;Fecha\n20100000001;${reference};Rosa Quispe;Av. Arequipa 100;150116;24/11/2026\n`;

/** Uploads such a file, and keeps its client, which no company has, as text. @returns the id of the preview. */
export async function newImport(browser: Browser, office: string, reference: string): Promise<string> {
  const upload = { query: { fileName: 'pedidos.csv' }, file: importFile(reference) };
  const { id } = await done(askIn<{ id: string }>(browser, office, 'imports.preview', upload));
  await done(askIn(browser, office, 'imports.clients', { params: { id }, body: { clients: [], keepOthers: true } }));
  return id;
}

/** @returns a ticket for an export in the user's office; an invalid word for users without permission. */
export async function ticketOf(browser: Browser, office: string): Promise<string> {
  const body = { format: 'csv', filter: { estado: 'pendiente' } };
  const { value } = await askIn<{ ticket?: string }>(browser, office, 'exports.prepare', { body });
  return value.ticket ?? 'x'.repeat(86);
}

/** @returns the same for an archive of one photo. */
export async function zipOf(browser: Browser, office: string, photo: string): Promise<string> {
  const { value } = await askIn<{ ticket?: string }>(browser, office, 'evidence.prepare', {
    body: { photos: [photo] },
  });
  return value.ticket ?? 'x'.repeat(86);
}

export const newView = (browser: Browser, office: string, name: string): Promise<Row> =>
  done(askIn<Row>(browser, office, 'views.create', { body: { name, filter: { estado: 'pendiente' }, sort: null } }));

/** A new account without modules. The user needs G01. */
export async function newPerson(browser: Browser, office: string, username: string): Promise<CreatedPerson> {
  const body = { people: [{ name: 'Persona Nueva', username, charge: 'O', modules: [] }] };
  const { people } = await done(askIn<{ people: CreatedPerson[] }>(browser, office, 'people.create', { body }));
  const [person] = people;
  if (!person) throw new Error(`no account for ${username}`);
  return person;
}

export async function newDisabledPerson(browser: Browser, office: string, id: string): Promise<string> {
  await done(askIn(browser, office, 'people.disable', { params: { id }, body: { version: 1 } }));
  return id;
}

export const newProfile = (browser: Browser, office: string, name: string): Promise<Row> =>
  done(askIn<Row>(browser, office, 'people.createProfile', { body: { name, modules: ['D01'] } }));

export const newZone = (browser: Browser, office: string, name: string): Promise<Row> =>
  done(askIn<Row>(browser, office, 'zones.create', { body: { ...NEW_ZONE, name } }));

export async function newRemovedZone(browser: Browser, office: string, name: string): Promise<Row> {
  const { id, version } = await newZone(browser, office, name);
  await done(askIn(browser, office, 'zones.remove', { params: { id }, body: { version } }));
  return { id, version: version + 1 };
}

/** A new office of the same company. @returns its id. */
export async function newOffice(browser: Browser, office: string, id: string): Promise<string> {
  const body = { id, name: 'Nueva', timeZone: 'America/Lima', province: null };
  return (await done(askIn<Row>(browser, office, 'offices.create', { body }))).id;
}

/** A photo of an order. */
export const newPhoto = (browser: Browser, office: string, { id }: Row): Promise<{ id: string }> =>
  done(
    askIn<Row>(browser, office, 'evidence.add', {
      params: { id },
      query: { kind: 'entrega' },
      file: blackPng(64, 64, { text: `${office} ${id}` }),
      type: 'image/png',
    }),
  );

/** @returns the receipt of assigning an order to a courier. */
export const assign = (browser: Browser, office: string, courier: Row, { id, version }: Row): Promise<Receipt> =>
  done(
    askIn<Receipt>(browser, office, 'assignments.assign', {
      body: { courierId: courier.id, orders: [{ id, version }] },
    }),
  );

/** An order of a courier that was paid by Yape today, and the newest entry of the courier's money. */
export async function newPaid(
  browser: Browser,
  office: string,
  courier: Row,
): Promise<{ order: Row; day: string; version: number }> {
  const body = { ...NEW_ORDER, collectDue: 500 };
  const order = await done(askIn<Row>(browser, office, 'orders.create', { body }));
  await assign(browser, office, courier, order);
  const closing = { id: order.id, version: 2, to: 'entregada', payments: [{ means: 'yape', amount: 500 }] };
  await done(askIn(browser, office, 'assignments.close', { body: { orders: [closing] } }));
  const { day, couriers } = await done(askIn<MoneyDay>(browser, office, 'money.day'));
  return { order, day, version: couriers.find((each) => each.courier.id === courier.id)?.version ?? 0 };
}

/** More cash than a courier collected. */
export const SURPLUS = { amount: 100, difference: { amount: -100, reason: 'sobrante' } } as const;

/** Receives it on a day on which the courier delivered something. */
export async function receiveSurplus(
  browser: Browser,
  office: string,
  courier: Row,
): Promise<{ act: string; day: string }> {
  const { day, version } = await newPaid(browser, office, courier);
  const body = { courierId: courier.id, day, version, ...SURPLUS };
  return { day, act: (await done(askIn<MoneyReceipt>(browser, office, 'money.receive', { body }))).act };
}

let phones = 0;

/** A phone that is connected to a courier. */
async function newPhoneOf(browser: Browser, office: string, { id }: Row): Promise<Phone> {
  phones += 1;
  const phone = new Phone(browser.gateway, { 'x-forwarded-for': `10.5.${phones >> 8}.${phones & 255}` });
  await phone.get('/api/field/session');
  const { fragment, code } = await done(askIn<CourierLink>(browser, office, 'couriers.connect', { params: { id } }));
  const { status, text } = await phone.post('/api/field/connect', { secret: fragment, code });
  if (status !== 200) throw new Error(`The phone was not connected: ${status} ${text}`);
  return phone;
}

/** A visit that waits for review, because its order was reassigned meanwhile. `version` is that of the order. */
export async function newReview(browser: Browser, office: string): Promise<Row & { order: Row }> {
  const [first, second] = [await newCourier(browser, office), await newCourier(browser, office)];
  const phone = await newPhoneOf(browser, office, first);
  const order = await newOrder(browser, office);
  await assign(browser, office, first, order);
  await assign(browser, office, second, { ...order, version: 2 });
  const visit = randomUUID();
  const { status, text } = await phone.post('/api/field/visits', {
    id: visit,
    order: order.id,
    attempt: 1,
    version: 2,
    to: 'entregada',
    at: new Date().toISOString(),
    receiver: { name: 'Rosa Quispe', document: '12345678' },
  });
  if (status !== 200) throw new Error(`The visit was refused: ${status} ${text}`);
  const { reviews } = await done(askIn<ReviewsPage>(browser, office, 'reviews.list'));
  const review = reviews.find((each) => each.visit === visit);
  if (!review) throw new Error('The visit is not in the first page of reviews');
  return { id: review.id, version: 3, order: { id: order.id, version: 3 } };
}

const lines = async (browser: Browser, office: string) =>
  (await done(askIn<Attention>(browser, office, 'attention.list', { query: { limite: '500' } }))).lines;

const SEARCHES_MS = 6000;

/** A line of «Por atender» that nobody has taken. The user needs D04 and U01. */
export async function newLine(browser: Browser, office: string): Promise<Row> {
  const isNew = ({ version }: Row): boolean => version === 1;
  const known = (await lines(browser, office)).find(isNew);
  if (known) return known;
  // An order of a past day is late. An office is searched some seconds after an event.
  await newOrder(browser, office);
  // waits: the service searches an office on its own timer, in another process
  await pause(SEARCHES_MS);
  const found = (await lines(browser, office)).find(isNew);
  if (!found) throw new Error('A late order has no line');
  return found;
}

/** @returns who has taken a line; null if nobody has. */
export const takenBy = async (browser: Browser, office: string, id: string): Promise<string | null> =>
  (await lines(browser, office)).find((line) => line.id === id)?.taken?.by.username ?? null;

/** A note to the next shift. */
export const newShiftNote = (browser: Browser, office: string): Promise<ShiftNote> =>
  done(askIn<ShiftNote>(browser, office, 'handover.write', { body: { text: 'Falta recoger la llave' } }));

/** @returns how many people have read a note. */
export async function readersOf(browser: Browser, office: string, id: string): Promise<number | undefined> {
  const { notes } = await done(askIn<Handover>(browser, office, 'handover.read'));
  return notes.find((note) => note.id === id)?.reads.length;
}
