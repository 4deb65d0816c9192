import { describe, expect, it } from 'vitest';
import { DISTRICTS } from '#platform/districts/districts.ts';
import { callGeocoder } from '#orders/geocoder/geocoder.ts';
import { useGeocoder } from './use-geocoder.ts';

const MIRAFLORES = DISTRICTS.of('150122') ?? DISTRICTS.all[0]!; // oxlint-disable-line typescript/no-non-null-assertion

const geocoder = useGeocoder();

describe.each(['photon', 'nominatim'] as const)('%s', (kind) => {
  const call = (street: string, timeoutMs?: number) =>
    callGeocoder(geocoder.config(kind), `${street}, Miraflores, Lima, Perú`, MIRAFLORES, timeoutMs);

  it('finds a street, and not the district that is listed before it', async () => {
    expect(await call('Av. Larco 345')).toEqual({ lat: -12.125_812, lng: -77.029_654, degree: 'calle', radius: 500 });
  });

  it('finds nothing in another city or country', async () => {
    expect(await call('Calle Nada 1')).toBeUndefined();
    expect(await call('Calle Lejana 1')).toBeUndefined();
    expect(await call('Calle Extranjera 1')).toBeUndefined();
  });

  it('fails without an answer, or with one of invalid content, shape or size', async () => {
    for (const street of ['Caída', 'Rota', 'Ajena', 'Enorme'])
      await expect(call(`Calle ${street} 1`), street).rejects.toThrow(
        /^(?:status 503|SyntaxError|ZodError|the answer is too large)$/,
      );
    await expect(call('Calle Muda 1', 1)).rejects.toThrow('TimeoutError');
    await expect(callGeocoder({ url: 'http://127.0.0.1:65535', kind }, 'x', MIRAFLORES)).rejects.toThrow(
      'ECONNREFUSED',
    );
  });

  it('does not follow a redirect', async () => {
    await geocoder.calls();
    await expect(call('Calle Redirigida 1')).rejects.toThrow('status 302');
    expect((await geocoder.calls()).map(({ path }) => path)).toEqual([kind === 'photon' ? '/api' : '/search']);
  });

  it('sends the query, the area around the district and its own name, and nothing else', async () => {
    await geocoder.calls();
    await call('Av. Larco 345');
    const [sent] = await geocoder.calls();
    const area = '-77.119982,-12.208932,-76.936018,-12.029068';
    const common = { q: 'Av. Larco 345, Miraflores, Lima, Perú', limit: '5' };
    expect(sent?.query).toEqual(
      kind === 'photon'
        ? { ...common, lat: '-12.119', lon: '-77.028', bbox: area }
        : {
            ...common,
            format: 'jsonv2',
            addressdetails: '1',
            countrycodes: 'pe',
            viewbox: area,
            bounded: '1',
            'accept-language': 'es',
          },
    );
    expect(sent?.headers['user-agent']).toBe('Despacho');
    expect(Object.keys(sent?.headers ?? {})).not.toContain('cookie');
  });

  it('keeps the path and the parameters of the operator’s address', async () => {
    await geocoder.calls();
    const { url } = geocoder.config();
    const path = kind === 'photon' ? '/api' : '/search';
    await callGeocoder({ url: `${url}${path}/?key=k1`, kind }, 'x', MIRAFLORES);
    expect((await geocoder.calls())[0]).toMatchObject({ path, query: { key: 'k1', q: 'x' } });
  });
});
