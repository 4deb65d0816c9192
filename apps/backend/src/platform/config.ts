import { plainAddresses } from '@despacho/server/settings';
import { type Environment, readVariables } from '@despacho/server/variables';
import * as z from 'zod';
import { SETTINGS } from './settings.ts';
import { StartupError } from './startup-error.ts';

type Name = keyof typeof SETTINGS;

/** A bucket of an S3-compatible server. */
export interface Bucket {
  /** As https://s3.example.com; the bucket is addressed by path. */
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
}

/** The settings as documentation and .env.example show them; `default` is null if there is none. */
export const VARIABLES = (Object.keys(SETTINGS) as Name[]).map((name) => {
  const { description, ...setting } = SETTINGS[name];
  return {
    name,
    secret: 'secret' in setting,
    default: 'default' in setting ? setting.default : null,
    description,
  };
});

type Forms = { [N in Name]: (typeof SETTINGS)[N]['form'] };

const serviceSchema = z.object(
  Object.fromEntries(Object.entries(SETTINGS).map(([name, { form }]) => [name, form])) as Forms,
);

/** What administrative commands need: the database and the photos. */
const databaseSchema = serviceSchema.pick({
  SECRETS_KEY: true,
  DATABASE_URL: true,
  DATABASE_CONNECTIONS: true,
  DATABASE_CONNECTIONS_PER_OFFICE: true,
  DATA_DIR: true,
  DAY_TURNS_AT: true,
  DEMO: true,
  DEMO_CLOCK: true,
  DEMO_ORDERS: true,
  EVIDENCE_S3_ENDPOINT: true,
  EVIDENCE_S3_BUCKET: true,
  EVIDENCE_S3_KEY: true,
  EVIDENCE_S3_SECRET: true,
  EVIDENCE_S3_REGION: true,
});

/** Personal data that is removed after a number of days. */
export const RETAINED = ['photos', 'signatures', 'documents'] as const;

/** Addresses of other hosts that the service connects to. */
const OUTGOING = ['DATABASE_URL', 'EVIDENCE_S3_ENDPOINT', 'GEOCODER_URL', 'GEOCODER_2_URL', 'ROUTING_URL'];

const BUCKET = ['EVIDENCE_S3_ENDPOINT', 'EVIDENCE_S3_BUCKET', 'EVIDENCE_S3_KEY', 'EVIDENCE_S3_SECRET'];

function bucketOf(given: z.output<typeof databaseSchema>): Bucket | undefined {
  const { EVIDENCE_S3_ENDPOINT: endpoint, EVIDENCE_S3_BUCKET: bucket, EVIDENCE_S3_KEY: key } = given;
  const { EVIDENCE_S3_SECRET: secret, EVIDENCE_S3_REGION: region } = given;
  // Given together, as checked before.
  if (endpoint === undefined || bucket === undefined || key === undefined || secret === undefined) return undefined;
  return { endpoint, bucket, key, secret, region };
}

function parse<S extends z.ZodType>(schema: S, environment: Environment): z.output<S> {
  const read = readVariables(VARIABLES, environment, {
    both: (name) => `${name} and ${name}_FILE are both given; keep one`,
    unreadable: (name) => `${name}_FILE cannot be read`,
  });
  const values: Record<string, string | undefined> = read.values;
  // An empty file counts as absent.
  for (const { name, secret } of VARIABLES) if (secret && values[name] === '') values[name] = undefined;
  const faults = read.faults.map(({ text }) => text);
  if ((values['STORAGE_USER'] === undefined) !== (values['STORAGE_PASSWORD'] === undefined))
    faults.push('STORAGE_USER and STORAGE_PASSWORD must be given together or not at all');
  const bucket = BUCKET.filter((name) => values[name] !== undefined);
  if (bucket.length > 0 && bucket.length < BUCKET.length)
    faults.push(`${BUCKET.join(', ')} must be given together or not at all`);
  for (const name of ['GEOCODER', 'GEOCODER_2'])
    if ((values[`${name}_URL`] === undefined) !== (values[`${name}_KIND`] === undefined))
      faults.push(`${name}_URL and ${name}_KIND must be given together or not at all`);
  if (values['GEOCODER_2_URL'] !== undefined && values['GEOCODER_URL'] === undefined)
    faults.push('GEOCODER_2_URL requires GEOCODER_URL');
  const outgoing = Object.fromEntries(OUTGOING.map((name) => [name, values[name]]));
  for (const name of plainAddresses(outgoing, values['ALLOW_PLAIN_UPSTREAMS']).refused)
    faults.push(
      `${name} must be ${name === 'DATABASE_URL' ? 'encrypted (?sslmode=verify-full)' : 'https'}: plain connections are accepted for loopback and private networks, and for hosts named in ALLOW_PLAIN_UPSTREAMS`,
    );
  const result = schema.safeParse(values);
  // A variable whose file could not be read would otherwise be reported twice.
  const reported = new Set(faults.map((fault) => fault.split(/_FILE| /)[0]));
  for (const issue of result.error?.issues ?? []) {
    const name = issue.path.join('.');
    if (!reported.has(name)) faults.push(`${name} ${issue.message}`);
  }
  if (faults.length > 0 || !result.success)
    throw new StartupError(`The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return result.data;
}

const databaseConfig = (given: z.output<typeof databaseSchema>) => ({
  databaseUrl: given.DATABASE_URL,
  /** Newest first; undefined if nobody can set up a second factor. */
  secretsKeys: given.SECRETS_KEY,
  connections: given.DATABASE_CONNECTIONS,
  connectionsPerOffice: given.DATABASE_CONNECTIONS_PER_OFFICE,
  dataDir: given.DATA_DIR,
  demo: given.DEMO,
  demoOrders: given.DEMO_ORDERS,
  demoClock: given.DEMO_CLOCK,
  dayTurnsAt: given.DAY_TURNS_AT,
  /** Where photos are; undefined for the folder `evidence` of `dataDir`. */
  bucket: bucketOf(given),
});

/** A server that finds addresses. */
export interface GeocoderHost {
  url: string;
  kind: 'photon' | 'nominatim';
  callsPerMinute: number;
}

export interface GeocoderConfig extends GeocoderHost {
  /** Of all offices, to both servers. */
  callsPerDay: number;
  /** Called where the first one did not find the street. */
  second?: GeocoderHost;
}

/** An OSRM server. */
export interface RoutingHost {
  url: string;
  /** Sources and destinations of one call. */
  tableSize: number;
}

function geocoderOf(given: z.output<typeof serviceSchema>): GeocoderConfig | undefined {
  const { GEOCODER_URL: url, GEOCODER_KIND: kind, GEOCODER_2_URL: url2, GEOCODER_2_KIND: kind2 } = given;
  if (url === undefined || kind === undefined) return undefined;
  const first = {
    url,
    kind,
    callsPerMinute: given.GEOCODER_CALLS_PER_MINUTE,
    callsPerDay: given.GEOCODER_CALLS_PER_DAY,
  };
  return url2 === undefined || kind2 === undefined
    ? first
    : { ...first, second: { url: url2, kind: kind2, callsPerMinute: given.GEOCODER_2_CALLS_PER_MINUTE } };
}

/** Bytes of the unit of OFFICE_PHOTO_GB_PER_DAY. */
const GB = 1024 ** 3;

/** Orders that one person may read for each that may be exported. */
const READS_PER_EXPORT = 5;

/**
 * @returns the configuration of the running service.
 * @throws StartupError listing every fault, without values: some are secrets.
 */
export function readConfig(environment: Environment = process.env) {
  const given = parse(serviceSchema, environment);
  const { INGEST_URL: ingestUrl } = given;
  const { STORAGE_USER: user, STORAGE_PASSWORD: password } = given;
  return {
    ...databaseConfig(given),
    port: given.PORT,
    host: given.HOST,
    operationsKeys: given.OPERATIONS_KEY,
    /** Undefined without IDENTITY_PROVIDERS_FILE. */
    identityProviders: given.IDENTITY_PROVIDERS_FILE,
    // Undefined if not configured: the call answers 503.
    storageAccess: user !== undefined && password !== undefined ? { user, password } : undefined,
    logLevel: given.LOG_LEVEL,
    tokenHours: given.TOKEN_HOURS,
    positionRetentionDays: given.POSITION_RETENTION_DAYS,
    doorRetentionDays: given.DOOR_RETENTION_DAYS,
    moneyRetentionDays: given.MONEY_RETENTION_DAYS,
    exportOrdersPerDay: given.EXPORT_ORDERS_PER_DAY,
    readOrdersPerDay: given.READ_ORDERS_PER_DAY ?? READS_PER_EXPORT * given.EXPORT_ORDERS_PER_DAY,
    officeDay: { photos: given.OFFICE_PHOTOS_PER_DAY, bytes: given.OFFICE_PHOTO_GB_PER_DAY * GB },
    placeMaxKm: given.PLACE_MAX_KM,
    retention: {
      photos: given.PHOTO_RETENTION_DAYS,
      signatures: given.SIGNATURE_RETENTION_DAYS,
      documents: given.DOCUMENT_RETENTION_DAYS,
    } satisfies Record<(typeof RETAINED)[number], number>,
    ingest:
      ingestUrl === undefined
        ? undefined
        : { url: ingestUrl, port: given.INGEST_PORT, trustProxy: given.INGEST_TRUST_PROXY ?? '' },
    geocoder: geocoderOf(given),
    routing:
      given.ROUTING_URL === undefined
        ? undefined
        : ({ url: given.ROUTING_URL, tableSize: given.ROUTING_TABLE_SIZE } satisfies RoutingHost),
    finishSeconds: given.FINISH_SECONDS,
  };
}

/** The configuration of administrative commands: only the database. */
export function readDatabaseConfig(environment: Environment = process.env) {
  return databaseConfig(parse(databaseSchema, environment));
}

export type Config = ReturnType<typeof readConfig>;
export type DatabaseConfig = ReturnType<typeof readDatabaseConfig>;
export type IngestConfig = NonNullable<Config['ingest']>;
/** Days by kind of data; 0 for data that is kept. */
export type Retention = Config['retention'];

/** The environment of a program that this service starts, with its secrets: arguments are visible in the process list. */
export const programEnvironment = (secrets: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...secrets,
});
