import { describe, expect, it } from 'vitest';
import { forgetDrawnZones, setDrawnZones } from '#shared/zones/drawn-zones.ts';
import { zoneNames, zoneSummary } from './zone-names.ts';

const ofDistricts = (...zones: string[]) => ({ zones, zoneIds: [] });

describe('zone names', () => {
  it('sorts districts by name and shows unknown codes unchanged', () => {
    expect(zoneNames(ofDistricts('150122', '150116', '999999'))).toEqual(['999999', 'Lince', 'Miraflores']);
  });

  it('abbreviates a long list', () => {
    expect(zoneSummary(ofDistricts())).toBe('Todos los distritos');
    expect(zoneSummary(ofDistricts('150122', '150116'))).toBe('Lince, Miraflores');
    expect(zoneSummary(ofDistricts('150122', '150116', '150130', '150131'))).toBe('Lince, Miraflores y 2 más');
  });

  it('begins with the drawn zones, also removed ones', () => {
    setDrawnZones('LIMA', [{ id: '7', version: 1, name: 'Sur', color: 'azul', corners: [] }]);
    expect(zoneNames({ zones: ['150116'], zoneIds: ['7', '8'] })).toEqual(['Sur', 'Zona quitada', 'Lince']);
    // Another user in this browser.
    forgetDrawnZones();
    expect(zoneNames({ zones: [], zoneIds: ['7'] })).toEqual(['Zona dibujada']);
  });
});
