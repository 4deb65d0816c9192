import { expect, it } from 'vitest';
import { addressOfGuestLink, DURATIONS, openingsText, subjectText } from './guest-link.ts';

it('puts the secret into the fragment of the page below the base path', () => {
  expect(addressOfGuestLink('s3cret', 'https://despacho.example.pe/oficina/')).toBe(
    'https://despacho.example.pe/oficina/c/#s3cret',
  );
});

it('names what a link shows', () => {
  const client = { id: 'c1', name: 'Bodega Ñandú' };
  expect(subjectText({ order: { id: '1', code: 'LIM-0042' }, client, day: null }, '2026-11-20')).toBe('LIM-0042');
  expect(subjectText({ order: null, client, day: '2026-11-19' }, '2026-11-20')).toBe('Bodega Ñandú, 19 nov');
});

it('counts openings in words', () => {
  expect([0, 1, 1234].map(openingsText)).toEqual(['Todavía no se abrió', 'Se abrió 1 vez', 'Se abrió 1,234 veces']);
});

it('offers the default and the maximum duration', () => {
  expect(DURATIONS.map(({ value }) => value)).toEqual(['1', '3', '7', '15', '30', '90']);
});
