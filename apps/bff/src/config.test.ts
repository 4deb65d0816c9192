import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { geoDatabase } from '#test/support/geo-database.ts';
import { providersFile } from '#test/support/lying-provider.ts';
import { altered, ARCHIVE, writeArchive } from '#test/support/tile-file.ts';
import { ConfigError, readConfig, VARIABLES } from './config.ts';

const GOOD = {
  SESSION_SECRET: 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa',
  API_URL: 'https://legacy.example.pe/api',
  BASE_URL: 'http://10.0.0.5/base',
  STORAGE_URL: 'http://almacen:8080',
  STORAGE_USER: 'user',
  STORAGE_PASSWORD: 'key',
};

function faultsOf(changes: Record<string, string | undefined>): readonly string[] {
  try {
    readConfig({ ...GOOD, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const geoFile = join(mkdtempSync(join(tmpdir(), 'despacho-config-')), 'places.mmdb');
writeFileSync(geoFile, geoDatabase({ '190.12.80.0/24': { country_code: 'PE' } }));

describe('readConfig', () => {
  it('uses the documented defaults', () => {
    const config = readConfig(GOOD);
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      ADMIN_PORT: 9090,
      SESSION_IDLE_MINUTES: 30,
      secure: false,
    });
    expect(config.PUBLIC_ORIGIN).toEqual(['http://localhost:3000']);
    expect(readConfig({ ...GOOD, PORT: '8080' }).PUBLIC_ORIGIN).toEqual(['http://localhost:8080']);
    expect(readConfig({ ...GOOD, PUBLIC_ORIGIN: 'https://a.pe, https://b.pe' }).secure).toBe(true);
  });

  it('S46: has no default for the URL of an upstream', () => {
    expect(faultsOf({ API_URL: undefined, BASE_URL: '' })).toEqual(['API_URL is required.', 'BASE_URL is required.']);
    expect(VARIABLES.filter(({ name }) => name.endsWith('_URL')).map(({ default: fallback }) => fallback)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('reports every invalid setting together, and never a value', () => {
    const faults = faultsOf({
      PORT: 'eighty',
      SESSION_SECRET: 'too-short-secret',
      API_URL: undefined,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'TRUST_PROXY',
      'SESSION_SECRET',
      'API_URL',
      'LOG_LEVEL',
    ]);
    expect(faults.join()).not.toMatch(/eighty|too-short-secret|loud/);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://despacho.example.pe'],
    ['PUBLIC_ORIGIN', 'http://192.168.1.4:3000'],
    ['PUBLIC_ORIGIN', 'https://a.pe,http://localhost:3000'],
    ['PUBLIC_ORIGIN', 'https://a.pe/'],
    ['PUBLIC_ORIGIN', 'https://a.pe/despacho'],
    ['PUBLIC_ORIGIN', 'localhost:3000'],
    ['PUBLIC_ORIGIN', ','],
    ['SECURITY_EXPIRES', '2027-06-30'],
    ['SECURITY_EXPIRES', '2027-13-01T00:00:00Z'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '::/1'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0'],
    ['NODE_OPTIONS', '--max-old-space-size=512 --insecure-http-parser'],
    ['NODE_OPTIONS', '--tls-min-v1.0'],
    ['NODE_OPTIONS', '--inspect=0.0.0.0'],
    ['ALLOW_PLAIN_UPSTREAMS', 'legacy.example.pe'],
    ['ALLOW_PLAIN_UPSTREAMS', '*'],
    ['DRAIN_SECONDS', '61'],
    ['API_URL', 'http://legacy.example.pe/api'],
    ['API_URL', 'http://8.8.8.8/'],
    ['API_URL', 'https://user:pass@legacy.example.pe/'],
    ['API_URL', 'https://legacy.example.pe/?x=1'],
    ['API_URL', 'ftp://legacy.example.pe/'],
    ['TILES_URL', 'http://tiles.example/{z}/{x}/{y}.png'],
    ['TILES_URL', 'https://user:pass@tiles.example/{z}/{x}/{y}.png'],
    ['TILES_URL', 'https://{s}.tiles.example/{z}/{x}/{y}.png'],
    ['TILES_URL', 'https://{z}.tiles.example/{x}/{y}.png'],
    ['TILES_URL', 'https://tiles.example/{z}/{x}/{y}{r}.png'],
    ['TILES_URL', 'https://tiles.example/{z}/{x}.png'],
    ['TILES_URL', 'https://tiles.example/{z}/{x}/{x}.png'],
    ['TILES_URL', 'tiles.example'],
    ['TILES_FILE', '/no/such.pmtiles'],
    ['TILES_FILE', 'package.json'],
    ['TILES_FILE', '/'],
    ['TILES_ATTRIBUTION', 'Mapa: nadie'],
    ['REDIS_URL', 'redis://cache.example.pe:6379'],
    ['REDIS_URL', 'http://localhost'],
    ['GEO_DATABASE', '/no/such.mmdb'],
    ['GEO_DATABASE', 'package.json'],
    ['SESSION_SECRET', 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa,short'],
    ['SESSION_SECRET', 's'.repeat(64)],
    ['SESSION_SECRET', `b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa,${'ab'.repeat(20)}`],
    ['SESSION_IDLE_MINUTES', '1440'],
    ['UPSTREAM_TIMEOUT_MS', '10000'],
    ['STORAGE_PASSWORD', 'line\nbreak'],
    ['BASE_PATH', 'despacho'],
    ['BASE_PATH', '/despacho/'],
    ['BASE_PATH', '/../x'],
    ['OPERATIONS_URL', 'http://localhost:4000/operations'],
    ['OPERATIONS_KEY', 'Qw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC'],
    ['OPERATIONS_KEY', 'short'],
  ])('rejects %s=%s', (name, value) => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ [name]: value })).not.toEqual([]);
  });

  it.each([
    ['PUBLIC_ORIGIN', 'http://127.0.0.1:3000'],
    ['PUBLIC_ORIGIN', 'http://[::1]:3000'],
    ['TRUST_PROXY', '10.0.0.0/8, ::1, 172.18.0.2'],
    ['API_URL', 'http://[fd00::1]/api'],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '1'],
    ['NODE_OPTIONS', '--max-old-space-size=512'],
    ['TILES_URL', 'http://localhost:8080'],
    ['TILES_URL', 'https://tiles.example/{z}/{x}/{y}.png?key=abc'],
    ['TILES_URL', 'https://tiles.example/one?level={z}&row={y}&column={x}'],
    ['TILES_FILE', writeArchive()],
    ['REDIS_URL', 'redis://redis:6379/1'],
    ['REDIS_URL', 'rediss://user:pass@cache.example.pe:6380'],
    ['GEO_DATABASE', geoFile],
    ['BASE_PATH', '/despacho/v2'],
    ['SESSION_SECRET', 'n9Xq2mW8tR4vZ7nL1cF6hJ3kD5gS0pYb, o8Yw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xCvBnMq1'],
    ['STORAGE_TAX_ID', '20000000001'],
  ])('accepts %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([]);
  });

  it.each([
    ['mailto:seguridad@example.pe, https://example.pe/avisos', 0],
    ['tel:+51-1-555-0100', 0],
    ['seguridad@example.pe', 1],
    ['http://example.pe/avisos', 1],
    ['mailto:seguridad@example.pe, nadie', 1],
  ])('security contact %s: %i faults', (contact, faults) => {
    const SECURITY_EXPIRES = '2027-06-30T00:00:00Z';
    expect(faultsOf({ SECURITY_CONTACT: contact, SECURITY_EXPIRES })).toHaveLength(faults);
    expect(faultsOf({ SECURITY_CONTACT: contact })).not.toEqual([]);
  });

  it('S31: works without the storage call, which requires its service account', () => {
    const none = { STORAGE_URL: undefined, STORAGE_USER: undefined, STORAGE_PASSWORD: undefined };
    expect(faultsOf(none)).toEqual([]);
    expect(faultsOf({ ...none, STORAGE_URL: 'http://almacen:8080' })).toEqual([
      'STORAGE_USER is needed with STORAGE_URL.',
      'STORAGE_PASSWORD is needed with STORAGE_URL.',
    ]);
  });

  it.each([' ruc', 'a..b', 'a.b.c.d.e.f', 'ru c', "x']"])('S29: rejects %j as the name of a field', (name) => {
    expect(faultsOf({ LOGIN_TAX_ID_FIELD: name })).not.toEqual([]);
    expect(readConfig({ ...GOOD, LOGIN_TAX_ID_FIELD: 'empresa.ruc' }).LOGIN_TAX_ID_FIELD).toBe('empresa.ruc');
  });

  it('reads a secret from a file, unless the variable is set too', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'despacho-config-')), 'secret');
    writeFileSync(file, 'f1Zq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYc\n');
    expect(readConfig({ ...GOOD, SESSION_SECRET: undefined, SESSION_SECRET_FILE: file }).SESSION_SECRET).toEqual([
      'f1Zq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYc',
    ]);
    expect(faultsOf({ SESSION_SECRET_FILE: file })).toEqual([
      'SESSION_SECRET and SESSION_SECRET_FILE are both set; keep one.',
    ]);
    expect(faultsOf({ SESSION_SECRET: undefined, SESSION_SECRET_FILE: '/no/such' })[0]).toBe(
      'SESSION_SECRET_FILE names a file that cannot be read.',
    );
  });

  it('lists every variable of the configuration, and no others', () => {
    const all = {
      ...GOOD,
      OPERATIONS_URL: 'http://localhost:1',
      OPERATIONS_KEY: 'Qw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC',
      GEO_DATABASE: geoFile,
      REDIS_URL: 'redis://localhost',
      STORAGE_TAX_ID: '1',
      TILES_ATTRIBUTION: 'x',
      IDENTITY_PROVIDERS_FILE: providersFile([]),
      SECURITY_EXPIRES: '2027-06-30T00:00:00Z',
    };
    const config = {
      ...readConfig({ ...all, TILES_FILE: writeArchive() }),
      ...readConfig({ ...all, TILES_URL: 'http://localhost:2' }),
    };
    const names = VARIABLES.map(({ name }) => name);
    expect(
      Object.keys(config)
        .filter((name) => name !== 'secure')
        .sort(),
    ).toEqual([...names].sort());
  });
});

describe('IDENTITY_PROVIDERS_FILE', () => {
  const ACME = {
    issuer: 'https://login.acme.example',
    clientId: 'despacho',
    secretFile: 'secret',
    ruc: '20100066603',
    label: 'Cuenta de Acme',
  };
  /** @param secret content of the file, undefined for none. */
  const faultOf = (entries: readonly object[], secret?: string) => {
    const path = providersFile(entries);
    if (secret !== undefined) writeFileSync(join(dirname(path), 'secret'), secret);
    return faultsOf({ IDENTITY_PROVIDERS_FILE: path });
  };

  it('names the fault, without values', () => {
    expect(faultOf([ACME], 'canary-secret')).toEqual([]);
    const faults = [
      faultOf([ACME]),
      faultOf([ACME], ' \n'),
      faultOf([{ ...ACME, privateNetworks: ['10.0.0.0/99'] }], 'x'),
      faultOf([{ ...ACME, issuer: 'http://login.acme.example' }], 'x'),
      faultOf([ACME, ACME], 'x'),
      faultsOf({ IDENTITY_PROVIDERS_FILE: '/nowhere/providers.json' }),
    ];
    expect(faults.flat()).toEqual([
      'IDENTITY_PROVIDERS_FILE providers.0.secretFile: cannot be read.',
      'IDENTITY_PROVIDERS_FILE providers.0.secretFile: is empty.',
      'IDENTITY_PROVIDERS_FILE providers.0.privateNetworks: must hold addresses or CIDR ranges.',
      'IDENTITY_PROVIDERS_FILE providers.0.issuer: https.',
      'IDENTITY_PROVIDERS_FILE providers: an issuer is repeated; providers: a company is repeated.',
      'IDENTITY_PROVIDERS_FILE names a file that cannot be read.',
    ]);
  });
});

describe('TILES_FILE', () => {
  const faultOf = (bytes: Uint8Array) => faultsOf({ TILES_FILE: writeArchive(bytes) });

  it.each<[what: string, bytes: Buffer, fault: string]>([
    ['an empty file', Buffer.alloc(0), 'must name a PMTiles archive (version 3)'],
    ['a page', Buffer.from('<!doctype html>'.repeat(20)), 'must name a PMTiles archive (version 3)'],
    ['an older version', altered(7, 2), 'must name a PMTiles archive (version 3)'],
    [
      'half of an archive',
      ARCHIVE.subarray(0, 600),
      `names an archive that is cut short: it has 600 of ${ARCHIVE.length} bytes`,
    ],
    ['images', altered(99, 2), 'must name an archive of vector tiles (MVT); images come from TILES_URL'],
    ['brotli', altered(98, 3), 'must name an archive compressed with gzip, or not compressed'],
    [
      'a root directory beyond the first bytes',
      altered(8, 20_000n),
      'names a damaged archive: its root directory is out of place',
    ],
    ['a root directory that is no gzip', altered(128, 0), 'names a damaged archive: its root directory cannot be read'],
    ['levels in the wrong order', altered(100, 14), 'names a damaged archive: its header covers no area'],
  ])('rejects %s in one sentence', (_what, bytes, fault) => {
    expect(faultOf(bytes)).toEqual([`TILES_FILE ${fault}.`]);
  });

  it('rejects a directory that announces more entries than it has bytes', () => {
    // Uncompressed, so that the count can be replaced: 2^35 - 1.
    const bytes = altered(97, 1);
    bytes.set([0xff, 0xff, 0xff, 0xff, 0x7f], 127);
    expect(faultOf(bytes)).toEqual(['TILES_FILE names a damaged archive: its root directory cannot be read.']);
  });

  it('rejects both a file and a server', () => {
    expect(faultsOf({ TILES_FILE: writeArchive(), TILES_URL: 'https://tiles.example' })).toEqual([
      'TILES_FILE and TILES_URL are both set; keep one.',
    ]);
  });
});

describe('plain http', () => {
  const plain = { API_URL: 'http://legacy.example.pe:8080/api', BASE_URL: 'http://8.8.8.8/base' };

  it('G39: requires each host outside private networks to be listed with its port', () => {
    expect(faultsOf(plain).map((fault) => fault.split(' ')[0])).toEqual(['API_URL', 'BASE_URL']);
    expect(faultsOf({ ...plain, ALLOW_PLAIN_UPSTREAMS: 'legacy.example.pe, 8.8.8.8' })[0]).toMatch(/^API_URL/);
    expect(faultsOf({ ...plain, ALLOW_PLAIN_UPSTREAMS: 'Legacy.example.pe:8080, 8.8.8.8' })).toEqual([]);
  });

  it('G39: the same applies to tiles', () => {
    const TILES_URL = 'http://tiles.example/{z}/{x}/{y}.png';
    expect(faultsOf({ TILES_URL })).toHaveLength(1);
    expect(faultsOf({ TILES_URL, ALLOW_PLAIN_UPSTREAMS: 'tiles.example' })).toEqual([]);
  });

  it('G39: rejects a listed host that no setting uses', () => {
    expect(faultsOf({ ...plain, ALLOW_PLAIN_UPSTREAMS: 'legacy.example.pe:8080,8.8.8.8,other.example' })).toEqual([
      'ALLOW_PLAIN_UPSTREAMS names a host that no upstream needs it for; take it out.',
    ]);
  });
});
