import { districtOperations } from '@despacho/contracts/dispatch';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { loadDistricts, PROVINCES } from '#test/districts.ts';
import { fakeGateway } from '#test/fake-gateway.ts';
import { districtOf, districtsVersion } from './districts.ts';
import { districtsQuery } from './districts-query.ts';

afterEach(loadDistricts);

it('names the version it has, and keeps it if the service sends none', async () => {
  const gateway = fakeGateway();
  gateway.on(districtOperations['districts.list'], () => ({ version: '0123456789ab', near: '1501', provinces: null }));
  expect(await new QueryClient().query(districtsQuery('LIMA'))).toEqual({ near: '1501', maxKm: 80 });
  expect(gateway.sent[0]?.query).toEqual({ officeId: 'LIMA', version: '0123456789ab' });
  expect(districtOf('070101')?.name).toBe('Callao');
});

it('replaces its districts by those of a new version', async () => {
  fakeGateway().on(districtOperations['districts.list'], () => ({
    version: 'ba9876543210',
    near: null,
    provinces: PROVINCES.slice(0, 1),
  }));
  expect(await new QueryClient().query(districtsQuery('LIMA'))).toEqual({ near: null, maxKm: 80 });
  expect(districtsVersion()).toBe('ba9876543210');
  expect(districtOf('070101')).toBeUndefined();
});
