import { describe, expect, it } from 'vitest';
import { CHARGE_ALL_OFFICES, MODULE_CODES, isModuleCode } from '@despacho/contracts';
import { isRuc } from '#people/companies/ruc.ts';
import { demoData } from './demo-data.ts';
import { AREQUIPA, LIMA, TRUJILLO } from './places.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const data = demoData(NOW);
const clients = data.clients.filter(({ company_id }) => company_id === 'demo');
const office = (id: string) => data.users.filter(({ office_id }) => office_id === id);

describe('the demonstration', () => {
  it('is reproducible, relative to the given day', () => {
    expect(demoData(NOW)).toEqual(data);
    const later = demoData(new Date(NOW.getTime() + 86_400_000));
    expect(later.clients.map(({ name }) => name)).toEqual(data.clients.map(({ name }) => name));
    expect(later.clients).not.toEqual(data.clients);
    expect(data.clients.every(({ created_at }) => created_at !== undefined && new Date(created_at) < NOW)).toBe(true);
  });

  it('has three offices with forty people, and another company', () => {
    expect(['LIMA', 'AREQUIPA', 'TRUJILLO'].map((id) => office(id).length)).toEqual([20, 12, 10]);
    expect(data.offices.filter(({ company_id }) => company_id === 'demo').map(({ id }) => id)).toEqual([
      'LIMA',
      'AREQUIPA',
      'TRUJILLO',
    ]);
    expect(data.offices.find(({ id }) => id === 'CUSCO')?.company_id).not.toBe('demo');
    expect(new Set(data.users.map(({ id }) => id)).size).toBe(data.users.length);
    expect(new Set(data.users.map(({ username }) => username)).size).toBe(data.users.length);
    for (const { username, name } of data.users) {
      expect(username).toMatch(/^[a-z]+\.[a-z]+$/);
      expect(name.split(' ')).toHaveLength(3);
    }
  });

  it('has the documented sign-ins', () => {
    const of = (username: string) => data.users.find((user) => user.username === username);
    expect(of('ana.torres')).toMatchObject({
      office_id: 'LIMA',
      charge: CHARGE_ALL_OFFICES,
      permissions: MODULE_CODES,
    });
    expect(of('luis.quispe')?.permissions).toEqual(['D01', 'D02', 'D03', 'M01', 'U01']);
    expect(of('rosa.mamani')?.permissions).toEqual(['T02', '000']);
    expect(of('carla.rios')).toMatchObject({ charge: 'D', permissions: ['D01', 'D02', 'D04', 'M01', 'U01', 'T02'] });
    expect(of('elena.caja')?.permissions).toEqual(['D04', 'D05', 'U01']);
    expect(data.users.filter(({ charge }) => charge === CHARGE_ALL_OFFICES).map(({ username }) => username)).toEqual([
      'ana.torres',
      'elena.huaman',
    ]);
  });

  it('has an administrator per office, and permission lists with unknown codes', () => {
    for (const { id } of data.offices)
      expect(office(id).some(({ permissions }) => permissions.includes('G01'))).toBe(true);
    expect(data.users.some(({ permissions }) => permissions.some((code) => !isModuleCode(code)))).toBe(true);
    expect(data.users.some(({ permissions }) => permissions.length === 0)).toBe(true);
  });

  it('has 300 clients with valid tax ids, in their districts', () => {
    expect(clients).toHaveLength(300);
    expect(new Set(clients.map(({ tax_id }) => tax_id)).size).toBe(300);
    const districts = new Map([...LIMA, ...AREQUIPA, ...TRUJILLO].map((each) => [each.ubigeo, each]));
    for (const client of clients) {
      expect(isRuc(client.tax_id)).toBe(true);
      const district = districts.get(client.ubigeo ?? '');
      expect(district?.name).toBe(client.district);
      if (client.lat && client.lng) {
        expect(Math.abs(client.lat - (district?.lat ?? 0))).toBeLessThan(0.005);
        expect(Math.abs(client.lng - (district?.lng ?? 0))).toBeLessThan(0.005);
      }
      if (client.phone) expect(client.phone).toMatch(/^\+51 (9\d{2} \d{3} \d{3}|1 \d{3} \d{4}|(44|54) \d{6})$/);
      if (client.email) expect(client.email).toMatch(/^[a-z.]+@[a-z]+\.example$/);
    }
    expect(data.companies.every(({ ruc }) => isRuc(ruc))).toBe(true);
  });

  it('is realistic: gaps, long names, accents, inactive users', () => {
    for (const field of ['contact', 'phone', 'email', 'address', 'reference', 'lat'] as const) {
      const missing = clients.filter((client) => (client[field] ?? null) === null).length;
      expect(missing, field).toBeGreaterThan(0);
      expect(missing, field).toBeLessThan(250);
    }
    expect(clients.filter(({ name }) => name.length > 80)).toHaveLength(3);
    expect(clients.some(({ name }) => /ñ/i.test(name))).toBe(true);
    expect(clients.some(({ active }) => active === false)).toBe(true);
  });

  it('uses INEI codes: department, province and district of two digits each', () => {
    for (const [places, province] of [
      [LIMA, '1501'],
      [AREQUIPA, '0401'],
      [TRUJILLO, '1301'],
    ] as const)
      // prettier-ignore
      expect(places.every(({ ubigeo }) => /^\d{6}$/.test(ubigeo) && ubigeo.startsWith(province))).toBe(true);
  });
});
