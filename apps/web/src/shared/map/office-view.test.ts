import { expect, it } from 'vitest';
import { officeView } from './office-view.ts';

it.each(['Lima', 'LIMA', 'Oficina Lima', 'lima-2'])('%s starts at Lima', (name) => {
  expect(officeView(name)).toEqual({ center: [-12.046, -77.043], zoom: 12 });
});

it('finds another city, with or without accents', () => {
  expect(officeView('Oficina Arequipa')?.center).toEqual([-16.399, -71.537]);
  const places = [{ name: 'Chimbóte', lat: 1, lng: 2, zoom: 6, kind: 'city' as const }];
  expect(officeView('CHIMBOTE', places)?.center).toEqual([1, 2]);
});

it('finds nothing for other names or parts of words', () => {
  expect(officeView('Limatambo')).toBeUndefined();
  expect(officeView('Perú')).toBeUndefined();
  expect(officeView('')).toBeUndefined();
});
