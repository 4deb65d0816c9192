import { describe, expect, it } from 'vitest';
import { zoneNames, zoneSummary } from './zone-names.ts';

describe('zone names', () => {
  it('sorts districts by name and shows unknown codes unchanged', () => {
    expect(zoneNames({ zones: ['150122', '150116', '999999'] })).toEqual(['999999', 'Lince', 'Miraflores']);
  });

  it('abbreviates a long list', () => {
    expect(zoneSummary({ zones: [] })).toBe('Todos los distritos');
    expect(zoneSummary({ zones: ['150122', '150116'] })).toBe('Lince, Miraflores');
    expect(zoneSummary({ zones: ['150122', '150116', '150130', '150131'] })).toBe('Lince, Miraflores y 2 más');
  });
});
