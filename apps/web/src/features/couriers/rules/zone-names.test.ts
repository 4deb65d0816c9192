import { describe, expect, it } from 'vitest';
import { zoneNames, zoneSummary } from './zone-names.ts';

describe('zone names', () => {
  it('tells districts by their names in their order, and a code that is none as it is', () => {
    expect(zoneNames({ zones: ['150122', '150116', '999999'] })).toEqual(['999999', 'Lince', 'Miraflores']);
  });

  it('is short', () => {
    expect(zoneSummary({ zones: [] })).toBe('Todos los distritos');
    expect(zoneSummary({ zones: ['150122', '150116'] })).toBe('Lince, Miraflores');
    expect(zoneSummary({ zones: ['150122', '150116', '150130', '150131'] })).toBe('Lince, Miraflores y 2 más');
  });
});
