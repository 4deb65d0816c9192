import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deletePhoneDb, openPhoneDb, type PhoneDb } from './database.ts';
import { type NewItem, queueOf } from './queue.ts';
import { PhoneFull } from './types.ts';

const NAME = 'queue-test';
const COURIER = '7';

let db: PhoneDb;
beforeEach(async () => {
  db = await openPhoneDb(NAME);
});
afterEach(async () => {
  db.close();
  await deletePhoneDb(NAME);
});

const visit = (id: string): NewItem => ({
  id,
  body: {
    kind: 'visit',
    draft: {
      order: { id: '1', code: 'LIM-1', attempt: 1, version: 3 },
      to: 'entregada',
      receiver: { name: 'Rosa Huamán', document: '40506070' },
    },
    at: '2026-11-23T15:00:00.000Z',
    clockOffsetMs: 0,
    place: { lat: -12.05, lng: -77.04, accuracy: 9 },
    photos: [{ id: `${id}-photo`, kind: 'entrega' }],
  },
});

const photo = (id: string): NewItem => ({
  id: `${id}-photo`,
  after: id,
  bytes: new TextEncoder().encode('JFIF of a doorstep').buffer,
  body: {
    kind: 'photo',
    visit: id,
    code: 'LIM-1',
    type: 'entrega',
    sha256: '',
    takenAt: '2026-11-23T15:00:00.000Z',
    clockOffsetMs: 0,
    place: null,
  },
});

/** Everything the database contains, as text. */
async function contents(): Promise<string> {
  const text = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
    if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer).toString('latin1');
    if (typeof value === 'object' && value !== null) return Object.entries(value).flat().map(text).join(' ');
    return String(value);
  };
  const stores = ['session', 'route', 'clock', 'queue', 'photos'] as const;
  return (await Promise.all(stores.map((store) => db.getAll(store)))).map(text).join('\n');
}

it('G41: stores nothing of a person, place or photo in plain text', async () => {
  const queue = queueOf(db);
  await queue.add(COURIER, [visit('a'), photo('a')], 1);
  const stored = await contents();
  expect(stored).toContain('waiting');
  for (const secret of ['Rosa', '40506070', 'LIM-1', '-12.05', 'doorstep']) expect(stored).not.toContain(secret);
  const [row] = await queue.rows();
  expect(row && (await queue.open(row))).toEqual(visit('a').body);
});

it('G41: encrypts with a key that no script can read', async () => {
  await queueOf(db).add(COURIER, [visit('a')], 1);
  const key = await db.get('keys', COURIER);
  if (!key) throw new Error('no key');
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow('not extractable');
});

it('G41: opens no row under another courier or id', async () => {
  const queue = queueOf(db);
  await queue.add(COURIER, [visit('a'), photo('a')], 1);
  await queue.add('8', [visit('b')], 1);
  const [row, picture] = await queue.rows();
  if (!row || !picture) throw new Error('no rows');
  await expect(queue.open({ ...row, courierId: '8' })).rejects.toThrow();
  await expect(queue.open({ ...row, id: 'c' })).rejects.toThrow();
  expect(Buffer.from(await queue.photo(picture)).toString()).toBe('JFIF of a doorstep');
});

it('creates one key when two tabs store their first closing concurrently', async () => {
  const other = await openPhoneDb(NAME);
  await Promise.all([queueOf(db).add(COURIER, [visit('a')], 1), queueOf(other).add(COURIER, [visit('b')], 1)]);
  other.close();
  const queue = queueOf(db);
  for (const row of await queue.rows()) expect(await queue.open(row)).toMatchObject({ kind: 'visit' });
});

it('stores a closing with all its photos or not at all', async () => {
  const queue = queueOf(db);
  await queue.add(COURIER, [visit('a'), photo('a')], 1);
  // The id of the photo is used already.
  await expect(queue.add(COURIER, [visit('b'), photo('a')], 1)).rejects.toThrow();
  expect((await queue.rows()).map(({ id }) => id)).toEqual(['a', 'a-photo']);
});

it('asks the browser to write a closing to the disk before it counts as stored', async () => {
  const transaction = vi.spyOn(db, 'transaction');
  await queueOf(db).add(COURIER, [visit('a')], 1);
  expect(transaction).toHaveBeenCalledWith(['queue', 'photos'], 'readwrite', { durability: 'strict' });
});

/** A database whose next writes fail, by default because the phone is full. */
function full(times: number, ...errors: DOMException[]): PhoneDb {
  let left = times;
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...input: unknown[]) => unknown;
      return (...input: unknown[]) => {
        if (name !== 'transaction' || !Array.isArray(input[0]) || left === 0) return method(...input);
        left -= 1;
        throw errors[times - left - 1] ?? new DOMException('full', 'QuotaExceededError');
      };
    },
  });
}

it('removes sent items when the phone is full, and stores the closing', async () => {
  const queue = queueOf(db);
  await queue.add(COURIER, [visit('old')], 1);
  await queue.update(1, { state: 'sent' });
  await queueOf(full(1)).add(COURIER, [visit('a')], 2);
  expect((await queue.rows()).map(({ id }) => id)).toEqual(['a']);
});

it('reports a full phone, and loses nothing that was stored', async () => {
  const queue = queueOf(db);
  await queue.add(COURIER, [visit('unsent'), photo('unsent')], 1);
  await expect(queueOf(full(2)).add(COURIER, [visit('a')], 2)).rejects.toBeInstanceOf(PhoneFull);
  expect((await queue.rows()).map(({ id }) => id)).toEqual(['unsent', 'unsent-photo']);
});

it.each([
  ['DataError', 'Failed to write blobs (IOError)'],
  ['UnknownError', 'Connection is closing because of: IO error: 000003.log: FILE_ERROR_NO_SPACE'],
])('reports a full disk when Chromium calls it %s', async (name, message) => {
  const closed = new DOMException('The database connection is closing.', 'InvalidStateError');
  const phone = full(2, new DOMException(message, name), closed);
  await expect(queueOf(phone).add(COURIER, [visit('a')], 1)).rejects.toBeInstanceOf(PhoneFull);
});
