import { expect, it } from 'vitest';
import { readPastedPlace } from './written-place.ts';

const POINT = { kind: 'point', point: { lat: -12.1211, lng: -77.0305 } };

it.each([
  '-12.1211, -77.0305',
  '(-12.1211,-77.0305)',
  'lat: -12.1211 lng: -77.0305',
  '12.1211° S, 77.0305° O',
  'https://www.google.com/maps/place/Larcomar/@-12.13,-77.04,17z/data=!3m1!4b1!8m2!3d-12.1211!4d-77.0305',
  'https://maps.google.com/?q=-12.1211,-77.0305',
  'https://maps.google.com/maps?q=-12.1211%2C-77.0305&z=17&hl=es',
  'Te paso mi ubicación: https://maps.google.com/?q=-12.1211,-77.0305 toca el timbre',
  'https://www.google.com/maps/dir/?api=1&origin=-12.05,-77.02&destination=-12.1211,-77.0305',
  'https://www.google.com/maps/search/-12.1211,+-77.0305?entry=tts',
  'https://maps.apple.com/?ll=-12.1211,-77.0305&q=Casa',
  'https://maps.apple.com/place?coordinate=-12.1211,-77.0305&name=Casa',
  'https://waze.com/ul?ll=-12.1211%2C-77.0305&navigate=yes',
  'https://www.waze.com/live-map/directions?to=ll.-12.1211%2C-77.0305',
  'https://www.openstreetmap.org/?mlat=-12.1211&mlon=-77.0305#map=19/-12.13/-77.04',
  'https://www.openstreetmap.org/#map=19/-12.1211/-77.0305',
  'geo:-12.1211,-77.0305?z=17',
  'geo:0,0?q=-12.1211,-77.0305(Casa)',
])('reads the place of %s', (text) => {
  expect(readPastedPlace(text)).toEqual(POINT);
});

it.each([
  ['shortened', 'https://maps.app.goo.gl/AbC123dEf'],
  ['shortened', 'Mi casa maps.app.goo.gl/AbC123dEf'],
  ['shortened', 'https://goo.gl/maps/AbC123'],
  ['shortened', 'https://waze.com/ul/h6mc3k2'],
  ['shortened', 'https://maps.apple.com/p/AbC123'],
  ['link', 'https://www.google.com/maps/search/?api=1&query=Av.+Larco+345'],
  ['link', 'https://maps.google.com/?q=-95.1211,-77.0305'],
  ['none', 'Av. Larco 345'],
  ['none', '-95.1211, -77.0305'],
  ['none', ''],
])('finds no place, but %s, in %s', (kind, text) => {
  expect(readPastedPlace(text)).toEqual({ kind });
});
