import { expect, it } from 'vitest';
import { aDay, aStop } from '#test/a-stop.ts';
import { contactLinks, wayLinks } from './contact.ts';

const { office } = aDay([]);
const words = { courier: 'Hugo Paredes', office: 'Lima' };

it('writes to the recipient with the words of the office', () => {
  const { tel, whatsApp } = contactLinks(aStop(), office, words);
  expect(tel).toBe('tel:987654321');
  const url = new URL(whatsApp ?? '');
  expect(url.origin + url.pathname).toBe('https://wa.me/51987654321');
  expect(url.searchParams.get('text')).toBe('Hola, Elena Rojas: soy Hugo Paredes, con ORD-1.');
});

it('does not write to a landline, nor call without a number', () => {
  const at = (phone: string | null) => contactLinks(aStop({ recipient: { name: 'Ana', phone } }), office, words);
  expect(at('014567890')).toEqual({ tel: 'tel:014567890', whatsApp: null });
  expect(at(null)).toEqual({ tel: null, whatsApp: null });
});

it('leads to the point, or to the address while only the district is known', () => {
  const hrefs = (approximate: boolean, more = {}) =>
    wayLinks(aStop({ place: { ...aStop().place, approximate, ...more } })).map(({ href }) => href);
  expect(hrefs(false)).toEqual([
    'https://www.google.com/maps/dir/?api=1&destination=-12.119,-77.028',
    'https://waze.com/ul?ll=-12.119,-77.028&navigate=yes',
    'geo:-12.119,-77.028?q=-12.119,-77.028',
  ]);
  const long = { lat: -12.119_000_123_456_78, lng: -77.028_300_049_999_9 };
  for (const href of hrefs(false, long)) expect(href).toMatch(/[=:]-12\.119,-77\.0283(&|\?|$)/);
  for (const href of hrefs(true)) expect(href).toContain('Av.%20Larco%20345%2C%20Miraflores%2C%20Per%C3%BA');
});
