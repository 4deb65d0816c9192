import { expect, it } from 'vitest';
import { zonedFormat } from './zoned-format.ts';

const hours = zonedFormat('es-PE', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

it('formats in each zone and caches one formatter per zone', () => {
  const instant = new Date('2026-11-21T02:30:00Z');
  expect(hours('America/Lima').format(instant)).toBe('21:30');
  expect(hours('Europe/Madrid').format(instant)).toBe('03:30');
  expect(hours('America/Lima')).toBe(hours('America/Lima'));
});
