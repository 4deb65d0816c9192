import { beforeEach, expect, it, vi } from 'vitest';
import { forgetPerson } from '#shared/state/browser-storage.ts';
import { EMPTY_CLOSING, type Entries, failedFor } from '../rules/closing.ts';
import { readDraft, storeDraft } from './closing-draft.ts';

const KEY = { person: 'ana', officeId: 'LIMA', courierId: '30', day: '2026-11-20' };
const YAPE = { ...EMPTY_CLOSING, to: 'entregada' as const, paid: { yape: '40.00', efectivo: '' }, time: '14:05' };
const entries: Entries = new Map([
  ['1', YAPE],
  ['2', failedFor('ausente')],
]);

beforeEach(() => {
  sessionStorage.clear();
});

it('returns the entries of the same person, office, courier and day', () => {
  for (const other of [{ officeId: 'CALLAO' }, { courierId: '31' }, { person: 'luis' }, { day: '2026-11-21' }]) {
    storeDraft(KEY, entries);
    expect(readDraft({ ...KEY, ...other })).toEqual(new Map());
  }
  storeDraft(KEY, entries);
  expect(readDraft(KEY)).toEqual(entries);
});

it('keeps several routes, and erases one without entries', () => {
  storeDraft(KEY, entries);
  storeDraft({ ...KEY, courierId: '31' }, entries);
  storeDraft(KEY, new Map());
  expect([readDraft(KEY).size, readDraft({ ...KEY, courierId: '31' }).size]).toEqual([0, 2]);
  storeDraft({ ...KEY, courierId: '31' }, new Map());
  expect(sessionStorage).toHaveLength(0);
});

it.each([{ day: '2026-11-21' }, { person: 'luis' }])('erases drafts when they are read for %j', (other) => {
  storeDraft(KEY, entries);
  readDraft({ ...KEY, ...other });
  expect(sessionStorage).toHaveLength(0);
});

it('keeps only the common reasons of a difference, because others may name people', () => {
  const noted = (difference: string) => ({ ...YAPE, difference });
  storeDraft(
    KEY,
    new Map([
      ['1', noted('Descuento acordado')],
      ['2', noted('La señora Rojas paga mañana')],
    ]),
  );
  expect([...readDraft(KEY).values()].map(({ difference }) => difference)).toEqual(['Descuento acordado', '']);
});

it('is erased at sign-out', () => {
  storeDraft(KEY, entries);
  forgetPerson();
  expect(readDraft(KEY)).toEqual(new Map());
});

it('is empty without storage or with invalid data', () => {
  sessionStorage.setItem('despacho.closings', '{"person":"ana","day":"2026-11-20","routes":{"LIMA 30":[["1",{}]]}}');
  expect(readDraft(KEY)).toEqual(new Map());
  vi.stubGlobal('sessionStorage', undefined);
  storeDraft(KEY, entries);
  expect(readDraft(KEY)).toEqual(new Map());
  vi.unstubAllGlobals();
});
