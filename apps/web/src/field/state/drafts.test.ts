import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_FORM, type VisitForm } from '../rules/visit-form.ts';
import type * as draftsModule from './drafts.ts';

const KEY = '1/1/entregada/';
const OWNER = { courierId: '7', connectedAt: '2026-11-23T12:00:00.000Z' };

const form: VisitForm = {
  ...EMPTY_FORM,
  name: 'Rosa Huamán',
  document: '45678912',
  paid: { efectivo: '20' },
  photos: [
    { id: 'a', kind: 'entrega', blob: new Blob(['foto de la puerta'], { type: 'image/jpeg' }) },
    { id: 'b', kind: 'guia', blob: new Blob(['foto de la guía'], { type: 'image/jpeg' }) },
  ],
  signature: new Blob(['firma'], { type: 'image/png' }),
};

let drafts: typeof draftsModule;

/** Loads new modules, as after the tab was killed. */
async function openTab(): Promise<void> {
  vi.resetModules();
  drafts = await import('./drafts.ts');
}

const openDrafts = () =>
  openDB('despacho-reparto-formularios', 1, {
    upgrade: (database) => {
      database.createObjectStore('drafts', { keyPath: 'key' });
    },
  });

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  await openTab();
});

const textOf = (value: unknown): string =>
  value instanceof ArrayBuffer || ArrayBuffer.isView(value)
    ? new TextDecoder().decode(value)
    : value instanceof Object
      ? Object.values(value).map(textOf).join(' ')
      : String(value);

it('G41: encrypts a form and its pictures, and restores them in another tab', async () => {
  await drafts.saveDraft(KEY, OWNER, form);
  const stored: unknown = await (await openDrafts()).get('drafts', KEY);
  expect(textOf(stored)).toContain(KEY);
  expect(textOf(stored)).not.toMatch(/Rosa|45678912|efectivo|puerta|firma/);

  await openTab();
  const restored = await drafts.readDraft(KEY, OWNER);
  expect(restored).toEqual(form);
  expect(await restored?.photos[1]?.blob.text()).toBe('foto de la guía');
  expect(await restored?.signature?.text()).toBe('firma');
});

it('restores no form of another connection or courier', async () => {
  await drafts.saveDraft(KEY, OWNER, form);
  expect(await drafts.readDraft(KEY, { ...OWNER, connectedAt: '2026-11-24T12:00:00.000Z' })).toBeUndefined();
  expect(await drafts.readDraft(KEY, { ...OWNER, courierId: '8' })).toBeUndefined();
});

it('drops a form that is still being stored', async () => {
  await Promise.all([drafts.saveDraft(KEY, OWNER, form), drafts.dropDraft(KEY)]);
  expect(await drafts.readDraft(KEY, OWNER)).toBeUndefined();
});

it('G41: erases forms of an earlier version, which were not encrypted, and those of the day before', async () => {
  await drafts.saveDraft(KEY, OWNER, form);
  const database = await openDrafts();
  const stored = (await database.get('drafts', KEY)) as object;
  await database.put('drafts', { ...stored, key: 'old', at: Date.now() - 25 * 60 * 60_000 });
  await database.put('drafts', { key: 'plain', owner: OWNER.connectedAt, at: Date.now(), form });
  await openTab();
  await drafts.readDraft(KEY, OWNER);
  expect(await database.getAllKeys('drafts')).toEqual([KEY]);
});
