import { afterEach, expect, it, vi } from 'vitest';
import { forgetPerson, readStored, STORED_VALUES, writeStored } from './browser-storage.ts';

const NAMES = Object.keys(STORED_VALUES) as (keyof typeof STORED_VALUES)[];
const keyOf = (name: string): string => (name.endsWith('.') ? `${name}LIMA` : name);

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

function storeAll(): void {
  for (const name of NAMES)
    (STORED_VALUES[name].in === 'local' ? localStorage : sessionStorage).setItem(keyOf(name), 'x');
  localStorage.setItem('other.first-day.LIMA', 'x');
}

it('removes what belongs to a person, of every id, and keeps the rest', () => {
  storeAll();
  forgetPerson();
  const kept = NAMES.filter((name) => STORED_VALUES[name].until === 'kept').map(keyOf);
  expect(Object.keys(localStorage).sort()).toEqual([...kept, 'other.first-day.LIMA'].sort());
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('removes only the values of this tab when another tab has signed in somebody else', () => {
  storeAll();
  forgetPerson(['session']);
  expect(localStorage.getItem('despacho.officeId')).toBe('x');
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('reads nothing and reports no write where the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(writeStored('dark', 'despacho.theme')).toBe(false);
  expect(readStored('despacho.theme')).toBeNull();
});
