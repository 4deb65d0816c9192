import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, readDatabaseConfig, VARIABLES } from './config.ts';

const KEY = 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa';
const folder = mkdtempSync(path.join(tmpdir(), 'despacho-config-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function secretFile(content: string): string {
  const file = path.join(folder, `secret-${String(Math.random())}`);
  writeFileSync(file, content);
  return file;
}

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''));
  }
  return [];
}

const PROVIDER = {
  issuer: 'https://cuentas.example',
  clientId: 'despacho',
  secretFile: 'secreto-del-cliente',
  ruc: '20100070970',
  label: 'Cuenta de Norte',
};

describe('the configuration', () => {
  it('requires only the key, and has the documented defaults', () => {
    expect(readConfig({ OPERATIONS_KEY: KEY })).toEqual({
      port: 4000,
      host: '127.0.0.1',
      operationsKeys: [KEY],
      secretsKeys: undefined,
      identityProviders: undefined,
      databaseUrl: undefined,
      connections: 10,
      connectionsPerOffice: 4,
      dataDir: './.data',
      demo: false,
      demoOrders: 10_000,
      demoClock: false,
      bucket: undefined,
      storageAccess: undefined,
      logLevel: 'info',
      tokenHours: 12,
      ingest: undefined,
      positionRetentionDays: 60,
      exportOrdersPerDay: 20_000,
      readOrdersPerDay: 100_000,
      officeDay: { photos: 12_000, bytes: 12 * 1024 ** 3 },
      placeMaxKm: 80,
      doorRetentionDays: 730,
      dayTurnsAt: '05:00',
      retention: { photos: 730, signatures: 730, documents: 365 },
      moneyRetentionDays: 3650,
      geocoder: undefined,
      finishSeconds: 25,
    });
  });

  const BUCKET = {
    EVIDENCE_S3_ENDPOINT: 'http://127.0.0.1:9000',
    EVIDENCE_S3_BUCKET: 'fotos',
    EVIDENCE_S3_KEY: 'llave',
    EVIDENCE_S3_SECRET: 'secreto',
  };

  const other: Record<(typeof VARIABLES)[number]['name'], string> = {
    PORT: '4105',
    HOST: '0.0.0.0',
    OPERATIONS_KEY: 'Qw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC',
    SECRETS_KEY: 'Zx1cV2bN3mA4sD5fG6hJ7kL8qW9eR0tY',
    IDENTITY_PROVIDERS_FILE: secretFile(JSON.stringify({ providers: [PROVIDER] })),
    ALLOW_PLAIN_UPSTREAMS: 's3.example.com',
    DATABASE_URL: 'postgres://db/despacho',
    DATABASE_CONNECTIONS: '20',
    DATABASE_CONNECTIONS_PER_OFFICE: '6',
    DATA_DIR: '/data',
    DEMO: '1',
    DEMO_ORDERS: '7',
    DEMO_CLOCK: '1',
    STORAGE_USER: 'u',
    STORAGE_PASSWORD: 'p',
    EVIDENCE_S3_ENDPOINT: 'https://s3.example.com',
    EVIDENCE_S3_BUCKET: 'otras',
    EVIDENCE_S3_KEY: 'otra',
    EVIDENCE_S3_SECRET: 'otro',
    EVIDENCE_S3_REGION: 'sa-east-1',
    LOG_LEVEL: 'trace',
    TOKEN_HOURS: '1',
    INGEST_URL: 'https://rastreo.example.pe',
    INGEST_PORT: '4200',
    INGEST_TRUST_PROXY: '10.0.0.0/8, ::1',
    POSITION_RETENTION_DAYS: '7',
    EXPORT_ORDERS_PER_DAY: '1',
    PHOTO_RETENTION_DAYS: '30',
    SIGNATURE_RETENTION_DAYS: '30',
    DOCUMENT_RETENTION_DAYS: '0',
    DOOR_RETENTION_DAYS: '400',
    MONEY_RETENTION_DAYS: '365',
    FINISH_SECONDS: '60',
    OFFICE_PHOTOS_PER_DAY: '7',
    OFFICE_PHOTO_GB_PER_DAY: '7',
    PLACE_MAX_KM: '120',
    DAY_TURNS_AT: '03:30',
    GEOCODER_URL: 'https://photon.example/api',
    GEOCODER_KIND: 'nominatim',
    READ_ORDERS_PER_DAY: '7',
    GEOCODER_CALLS_PER_MINUTE: '30',
    GEOCODER_2_URL: 'https://nominatim.example/search',
    GEOCODER_2_KIND: 'photon',
    GEOCODER_2_CALLS_PER_MINUTE: '20',
    GEOCODER_CALLS_PER_DAY: '999',
    ROUTING_URL: 'https://osrm.example/peru',
    ROUTING_TABLE_SIZE: '50',
  };
  const ROUTING = { ROUTING_URL: 'http://routing:5000' };
  const INGEST = { INGEST_URL: 'https://gps.example.pe' };
  const GEOCODER = { GEOCODER_URL: 'http://photon:2322', GEOCODER_KIND: 'photon' };
  const GEOCODER_2 = { GEOCODER_2_URL: 'http://nominatim:8080', GEOCODER_2_KIND: 'nominatim' };

  // The exceptions of other settings are tested with them.
  const read = VARIABLES.filter(({ name }) => name !== 'ALLOW_PLAIN_UPSTREAMS');

  it.each(read)('reads $name, as listed', ({ name, default: standard, description }) => {
    const base = {
      OPERATIONS_KEY: KEY,
      STORAGE_USER: 'a',
      STORAGE_PASSWORD: 'b',
      ...BUCKET,
      ...GEOCODER,
      ...GEOCODER_2,
      ...ROUTING,
      ...INGEST,
    };
    expect(readConfig({ ...base, [name]: other[name] })).not.toEqual(readConfig(base));
    if (standard !== null) expect(readConfig({ ...base, [name]: standard })).toEqual(readConfig(base));
    expect(description).toMatch(/^[A-Z0-9].*\.$/s);
  });

  it('reports every fault together, without values', () => {
    const environment = {
      PORT: 'eighty',
      OPERATIONS_KEY: 'short-secret',
      DATABASE_URL: 'mysql://root:secret@db',
      DEMO: 'maybe',
      STORAGE_USER: 'only-the-user',
      LOG_LEVEL: 'loud',
      TOKEN_HOURS: '-1',
      INGEST_URL: 'https://rastreo.example.pe/?id=hidden',
      INGEST_PORT: '70000',
      INGEST_TRUST_PROXY: '0.0.0.0/0',
      POSITION_RETENTION_DAYS: '2',
      EXPORT_ORDERS_PER_DAY: '0',
      GEOCODER_URL: 'http://geo.example/?key=hidden',
      GEOCODER_KIND: 'google',
      ROUTING_URL: 'http://osrm.example/?key=hidden',
    };
    const faults = faultsOf(environment);
    const named = faults.map((fault) => fault.split(' ')[0]).sort();
    expect(named).toEqual([
      'DATABASE_URL',
      'DEMO',
      'EXPORT_ORDERS_PER_DAY',
      'GEOCODER_KIND',
      'GEOCODER_URL',
      'INGEST_PORT',
      'INGEST_TRUST_PROXY',
      'INGEST_URL',
      'LOG_LEVEL',
      'OPERATIONS_KEY',
      'PORT',
      'POSITION_RETENTION_DAYS',
      'ROUTING_URL',
      'STORAGE_USER',
      'TOKEN_HOURS',
    ]);
    for (const value of ['eighty', 'short-secret', 'secret@db', 'maybe', 'only-the-user', 'loud', 'hidden'])
      expect(faults.join('\n')).not.toContain(value);
    expect(faultsOf({})).toEqual(['OPERATIONS_KEY is required']);
  });

  it('reports each fault of the identity providers by its place', () => {
    const read = (content: string) => faultsOf({ OPERATIONS_KEY: KEY, IDENTITY_PROVIDERS_FILE: secretFile(content) });
    const of = (...providers: object[]) => read(JSON.stringify({ providers }));
    expect(of(PROVIDER)).toEqual([]);
    expect(read('{')).toEqual(['IDENTITY_PROVIDERS_FILE is not JSON']);
    expect(of({ ...PROVIDER, issuer: 'http://cuentas.example', ruc: '1', secreto: 1 })).toEqual([
      expect.stringMatching(
        /^IDENTITY_PROVIDERS_FILE providers\.0\.issuer: https; providers\.0\.ruc: .*RUC; providers\.0: .*"secreto"$/,
      ),
    ]);
    expect(of(PROVIDER, { ...PROVIDER, issuer: 'https://otra.example' })).toEqual([
      'IDENTITY_PROVIDERS_FILE providers: a company is repeated',
    ]);
    expect(faultsOf({ OPERATIONS_KEY: KEY, IDENTITY_PROVIDERS_FILE: '/nowhere/file' })).toEqual([
      'IDENTITY_PROVIDERS_FILE cannot be read',
    ]);
  });

  it('requires both halves of the storage credentials or neither', () => {
    expect(faultsOf({ OPERATIONS_KEY: KEY, STORAGE_USER: 'u' })).toHaveLength(1);
    expect(faultsOf({ OPERATIONS_KEY: KEY, STORAGE_PASSWORD: 'p' })).toHaveLength(1);
    expect(readConfig({ OPERATIONS_KEY: KEY, STORAGE_USER: 'u', STORAGE_PASSWORD: 'p' }).storageAccess).toEqual({
      user: 'u',
      password: 'p',
    });
  });

  it('requires all bucket settings or none, and a server without path or credentials', () => {
    expect(readConfig({ OPERATIONS_KEY: KEY, ...BUCKET }).bucket).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'fotos',
      key: 'llave',
      secret: 'secreto',
      region: 'us-east-1',
    });
    for (const name of Object.keys(BUCKET))
      expect(faultsOf({ OPERATIONS_KEY: KEY, ...BUCKET, [name]: '' }), name).toHaveLength(1);
    for (const endpoint of ['s3.example.com', 'https://k:s@s3.example.com', 'https://s3.example.com/fotos', 'ftp://s3'])
      expect(faultsOf({ OPERATIONS_KEY: KEY, ...BUCKET, EVIDENCE_S3_ENDPOINT: endpoint }), endpoint).toHaveLength(1);
  });

  it('requires the kind of a geocoder with its address', () => {
    expect(faultsOf({ OPERATIONS_KEY: KEY, GEOCODER_URL: 'https://geo.example' })).toHaveLength(1);
    expect(faultsOf({ OPERATIONS_KEY: KEY, GEOCODER_KIND: 'photon' })).toHaveLength(1);
    const first = { url: 'http://photon:2322', kind: 'photon', callsPerMinute: 60, callsPerDay: 50_000 };
    expect(readConfig({ OPERATIONS_KEY: KEY, ...GEOCODER }).geocoder).toEqual(first);
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...GEOCODER_2 })).toEqual(['GEOCODER_2_URL requires GEOCODER_URL']);
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...GEOCODER, GEOCODER_2_KIND: 'photon' })).toHaveLength(1);
    expect(readConfig({ OPERATIONS_KEY: KEY, ...GEOCODER, ...GEOCODER_2 }).geocoder).toEqual({
      ...first,
      second: { url: 'http://nominatim:8080', kind: 'nominatim', callsPerMinute: 60 },
    });
  });

  it('G39: connects without TLS only in a private network, or to a host that is listed', () => {
    const bucket = { ...BUCKET, EVIDENCE_S3_ENDPOINT: 'http://s3.example.com:9000' };
    const database = { DATABASE_URL: 'postgres://db.example.com/despacho' };
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...bucket })).toEqual([expect.stringMatching(/^EVIDENCE_S3_ENDPOINT /)]);
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...database })).toEqual([expect.stringMatching(/^DATABASE_URL .*sslmode/)]);
    const listed = { ALLOW_PLAIN_UPSTREAMS: 's3.example.com:9000, db.example.com' };
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...bucket, ...database, ...listed })).toEqual([]);
  });

  it('G9: refuses a secret of few characters', () => {
    expect(faultsOf({ OPERATIONS_KEY: 'a'.repeat(64) })).toEqual([expect.stringMatching(/^OPERATIONS_KEY repeats/)]);
    const storage = { STORAGE_USER: 'almacen', STORAGE_PASSWORD: 'aaaaaaaa' };
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...storage })).toEqual([expect.stringMatching(/^STORAGE_PASSWORD repeats/)]);
    expect(faultsOf({ OPERATIONS_KEY: KEY, ...BUCKET, EVIDENCE_S3_SECRET: 'abababab' })).toHaveLength(1);
  });

  it('G39: sends addresses over plain http only in a private network', () => {
    const faults = (url: string) => faultsOf({ OPERATIONS_KEY: KEY, ...GEOCODER, GEOCODER_URL: url });
    for (const url of [
      'https://geo.example/x?key=1',
      'http://localhost:2322',
      'http://10.1.2.3',
      'http://[fd00::1]/',
      'http://geo.internal',
    ])
      // prettier-ignore
      expect([url, faults(url)]).toEqual([url, []]);
    for (const url of [
      'http://geo.example',
      'http://8.8.8.8',
      'http://172.32.0.1',
      'http://10.example.com',
      'https://user:word@geo.example',
      'ftp://geo',
      'geo.example',
    ])
      // prettier-ignore
      expect([url, faults(url)]).toEqual([url, [expect.stringMatching(/^GEOCODER_URL /)]]);
  });

  it('treats an empty variable as absent, as compose files write it', () => {
    expect(readConfig({ OPERATIONS_KEY: KEY, PORT: '', DATABASE_URL: ' ', STORAGE_USER: '' }).port).toBe(4000);
    expect(faultsOf({ OPERATIONS_KEY: '' })).toEqual(['OPERATIONS_KEY is required']);
  });

  const secrets = VARIABLES.filter(({ secret }) => secret);

  it('lists the secret variables', () => {
    expect(secrets.map(({ name }) => name)).toEqual([
      'OPERATIONS_KEY',
      'SECRETS_KEY',
      'DATABASE_URL',
      'STORAGE_PASSWORD',
      'EVIDENCE_S3_SECRET',
      'GEOCODER_URL',
      'GEOCODER_2_URL',
      'ROUTING_URL',
    ]);
  });

  it.each(secrets)('reads $name from a file', ({ name }) => {
    const base = {
      OPERATIONS_KEY: KEY,
      STORAGE_USER: 'a',
      STORAGE_PASSWORD: 'b',
      ...BUCKET,
      ...GEOCODER,
      ...GEOCODER_2,
    };
    const without: Record<string, string> = Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
    const direct = readConfig({ ...without, [name]: other[name] });
    expect(readConfig({ ...without, [`${name}_FILE`]: secretFile(`${other[name]}\n`) })).toEqual(direct);
    expect(faultsOf({ ...without, [`${name}_FILE`]: path.join(folder, 'none') })).toContain(
      `${name}_FILE cannot be read`,
    );
    expect(faultsOf({ ...without, [name]: other[name], [`${name}_FILE`]: secretFile('x') })).toEqual([
      `${name} and ${name}_FILE are both given; keep one`,
    ]);
  });

  it('reads only secrets from files', () => {
    expect(readConfig({ OPERATIONS_KEY: KEY, PORT_FILE: secretFile('4999') }).port).toBe(4000);
  });

  it('requires only the settings that a command uses', () => {
    expect(readDatabaseConfig({ PORT: 'wrong' })).toEqual({
      databaseUrl: undefined,
      connections: 10,
      connectionsPerOffice: 4,
      dataDir: './.data',
      demo: false,
      demoOrders: 10_000,
      demoClock: false,
      dayTurnsAt: '05:00',
      bucket: undefined,
    });
    expect(() => readDatabaseConfig({ DATABASE_URL: 'wrong' })).toThrow(/DATABASE_URL/);
  });
});
