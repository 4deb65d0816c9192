import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type Bucket } from './evidence/s3-store.ts';
import { GEOCODER_KINDS, type GeocoderKind } from './geocoder/kinds.ts';
import { trustedProxies } from './ingest/client-address.ts';
import { StartupError } from './startup-error.ts';

export interface Variable {
  name: string;
  /** May also come from a file, named by `NAME_FILE`. */
  secret: boolean;
  /** The default; null if there is none. */
  default: string | null;
  description: string;
}

/** Every variable the service reads. Documentation and .env.example are compared with this list. */
export const VARIABLES = [
  { name: 'PORT', secret: false, default: '4000', description: 'Port of the service.' },
  { name: 'HOST', secret: false, default: '127.0.0.1', description: 'Address the service listens on.' },
  {
    name: 'OPERATIONS_KEY',
    secret: true,
    default: null,
    description:
      "Key shared with the gateway, which signs the caller's identity with it. At least 32 characters. Required.",
  },
  {
    name: 'DATABASE_URL',
    secret: true,
    default: null,
    description: 'A Postgres-compatible server. If empty, an embedded database in DATA_DIR is used.',
  },
  {
    name: 'DATABASE_CONNECTIONS',
    secret: false,
    default: '10',
    description:
      'Maximum number of connections of this process to the server, from 2 to 200; two more serve /health and live changes.',
  },
  {
    name: 'DATABASE_CONNECTIONS_PER_OFFICE',
    secret: false,
    default: '4',
    description: 'Maximum for one office, so that others always get one. At most half of them write.',
  },
  {
    name: 'INGEST_URL',
    secret: false,
    default: null,
    description:
      'Public https address at which Traccar Client reaches INGEST_PORT through a proxy. Empty: that listener is off.',
  },
  {
    name: 'INGEST_PORT',
    secret: false,
    default: '4100',
    description: 'Port of the listener for Traccar Client. Never put it behind a proxy that logs queries.',
  },
  {
    name: 'INGEST_TRUST_PROXY',
    secret: false,
    default: null,
    description: 'Addresses or ranges of the proxies in front of INGEST_PORT, comma-separated.',
  },
  { name: 'DATA_DIR', secret: false, default: './.data', description: 'Folder of the embedded database.' },
  {
    name: 'DEMO',
    secret: false,
    default: '0',
    description: 'With 1, fills an empty database with demonstration data. Never mixes with real data.',
  },
  {
    name: 'DEMO_ORDERS',
    secret: false,
    default: '10000',
    description: 'Number of orders in the demonstration data, from 0 to 1000000.',
  },
  {
    name: 'DEMO_CLOCK',
    secret: false,
    default: '0',
    description: 'With 1, and DEMO=1, the demonstration runs by itself: orders arrive, are assigned and delivered.',
  },
  { name: 'STORAGE_USER', secret: false, default: null, description: 'User required by the storage call (usuario).' },
  { name: 'STORAGE_PASSWORD', secret: true, default: null, description: 'Key required by the storage call (clave).' },
  {
    name: 'EVIDENCE_S3_ENDPOINT',
    secret: false,
    default: null,
    description:
      'S3-compatible server for photos, as https://s3.example.com. Without it they are in DATA_DIR/evidence, which all processes of one database must share.',
  },
  { name: 'EVIDENCE_S3_BUCKET', secret: false, default: null, description: 'Its bucket.' },
  { name: 'EVIDENCE_S3_KEY', secret: false, default: null, description: 'Its access key id.' },
  { name: 'EVIDENCE_S3_SECRET', secret: true, default: null, description: 'Its secret access key.' },
  { name: 'EVIDENCE_S3_REGION', secret: false, default: 'us-east-1', description: 'Its region.' },
  {
    name: 'PHOTO_RETENTION_DAYS',
    secret: false,
    default: '730',
    description: 'Days after which photos are removed; 0 keeps them.',
  },
  {
    name: 'SIGNATURE_RETENTION_DAYS',
    secret: false,
    default: '730',
    description: 'Days after which signatures are removed; 0 keeps them.',
  },
  {
    name: 'DOCUMENT_RETENTION_DAYS',
    secret: false,
    default: '365',
    description: 'Days after which the DNI of the people who received orders is removed; 0 keeps it.',
  },
  {
    name: 'LOG_LEVEL',
    secret: false,
    default: 'info',
    description: 'One of fatal, error, warn, info, debug, trace, silent.',
  },
  {
    name: 'FINISH_SECONDS',
    secret: false,
    default: '25',
    description: 'Seconds that answers in flight, such as exports, may take after SIGTERM. Then they are cut off.',
  },
  {
    name: 'TOKEN_HOURS',
    secret: false,
    default: '12',
    description: 'Lifetime of an access token after sign-in, in hours.',
  },
  {
    name: 'POSITION_RETENTION_DAYS',
    secret: false,
    default: '60',
    description: 'Days after which the positions of couriers are erased, from 3.',
  },
  {
    name: 'EXPORT_ORDERS_PER_DAY',
    secret: false,
    default: '20000',
    description: "Orders that one person may export per day of the office's calendar, with charge S too; from 1.",
  },
  {
    name: 'GEOCODER_URL',
    secret: true,
    default: null,
    description:
      'A Photon or Nominatim server that finds addresses, which are sent to it. Empty: districts and places used before only.',
  },
  {
    name: 'GEOCODER_KIND',
    secret: false,
    default: null,
    description: 'Which of the two it is: photon or nominatim. Required with GEOCODER_URL.',
  },
  {
    name: 'GEOCODER_CALLS_PER_MINUTE',
    secret: false,
    default: '60',
    description: 'Maximum number of calls to GEOCODER_URL, of all offices and processes together.',
  },
] as const satisfies readonly Variable[];

type Environment = Record<string, string | undefined>;

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .default('0')
  .transform((value) => value === '1' || value === 'true');

const database = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  DATABASE_CONNECTIONS: z.coerce.number('must be a number').int().min(2).max(200).default(10),
  DATABASE_CONNECTIONS_PER_OFFICE: z.coerce.number('must be a number').int().min(1).max(200).default(4),
  DATA_DIR: z.string().default('./.data'),
  DEMO: flag,
  DEMO_CLOCK: flag,
  DEMO_ORDERS: z.coerce.number('must be a number').int().min(0).max(1_000_000).default(10_000),
};

/** The store of photos; all of these or none. */
const evidence = {
  EVIDENCE_S3_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be the address of a server, without a path')
    .optional(),
  EVIDENCE_S3_BUCKET: z.string().optional(),
  EVIDENCE_S3_KEY: z.string().optional(),
  EVIDENCE_S3_SECRET: z.string().optional(),
  EVIDENCE_S3_REGION: z.string().default('us-east-1'),
};

/** At most 100 years, so that subtracting them from today gives a valid date. */
const days = (byDefault: number) =>
  z.coerce.number('must be a number of days').int().min(0).max(36_500).default(byDefault);

const databaseSchema = z.object({ ...database, ...evidence });

/** Hosts that may be reached by plain http: loopback, private ranges and names of private networks. */
const PRIVATE_HOST =
  /^(?:[^.:]+|(?:.+\.)?localhost|.+\.(?:internal|local)|127(?:\.\d+){3}|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[::1\]|\[f[cd].*\])$/i;

function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && PRIVATE_HOST.test(url.hostname));
}

const serviceSchema = z.object({
  ...database,
  ...evidence,
  PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  OPERATIONS_KEY: z.string('is required').min(32, 'must have at least 32 characters'),
  STORAGE_USER: z.string().optional(),
  STORAGE_PASSWORD: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  INGEST_URL: z
    .string()
    .refine(
      (text) => isUsableUrl(text) && URL.parse(text)?.search === '',
      'must be an https URL without user, query or fragment; http only in a private network',
    )
    .optional(),
  INGEST_PORT: z.coerce.number('must be a number').int().min(0).max(65_535).default(4100),
  INGEST_TRUST_PROXY: z
    .string()
    .refine((text) => trustedProxies(text) !== undefined, 'must list addresses or ranges, and not all of them')
    .optional(),
  FINISH_SECONDS: z.coerce.number('must be a number').min(1).max(3600).default(25),
  PHOTO_RETENTION_DAYS: days(730),
  SIGNATURE_RETENTION_DAYS: days(730),
  DOCUMENT_RETENTION_DAYS: days(365),
  TOKEN_HOURS: z.coerce.number('must be a number').positive().max(8760).default(12),
  POSITION_RETENTION_DAYS: z.coerce.number('must be a number').int().min(3).max(3650).default(60),
  EXPORT_ORDERS_PER_DAY: z.coerce.number('must be a number').int().min(1).max(1_000_000_000).default(20_000),
  GEOCODER_URL: z
    .string()
    .refine(isUsableUrl, 'must be an https URL without user or fragment; http only in a private network')
    .optional(),
  GEOCODER_KIND: z.enum(GEOCODER_KINDS, 'must be photon or nominatim').optional(),
  GEOCODER_CALLS_PER_MINUTE: z.coerce.number('must be a number').int().min(1).max(60_000).default(60),
});

export interface DatabaseConfig {
  databaseUrl: string | undefined;
  /** Maximum number of connections to a database server. */
  connections: number;
  /** Maximum number of them for one office. */
  connectionsPerOffice: number;
  dataDir: string;
  demo: boolean;
  /** Number of orders in the demonstration. */
  demoOrders: number;
  /** Whether the demonstration's day advances by itself. */
  demoClock: boolean;
  /** Where photos are; undefined for the folder `evidence` of `dataDir`. */
  bucket: Bucket | undefined;
}

export interface GeocoderConfig {
  url: string;
  kind: GeocoderKind;
  callsPerMinute: number;
}

/** Personal data that is removed after a number of days. */
export const RETAINED = ['photos', 'signatures', 'documents'] as const;

/** Days; 0 for data that is kept. */
export type Retention = Record<(typeof RETAINED)[number], number>;

/** The listener for Traccar Client. */
export interface IngestConfig {
  url: string;
  port: number;
  /** Validated by `trustedProxies`. */
  trustProxy: string;
}

export interface Config extends DatabaseConfig {
  port: number;
  host: string;
  operationsKey: string;
  /** Credentials the storage call must present; undefined if not configured, and the call answers 503. */
  storageAccess: { user: string; password: string } | undefined;
  logLevel: string;
  tokenHours: number;
  /** Days after which the positions of couriers are erased. */
  positionRetentionDays: number;
  /** How many orders one person may export per day. */
  exportOrdersPerDay: number;
  /** How long personal data is kept. */
  retention: Retention;
  /** Undefined if the listener is off. */
  ingest: IngestConfig | undefined;
  /** Undefined if no geocoder is configured. */
  geocoder: GeocoderConfig | undefined;
  /** Seconds that requests in flight get after SIGTERM. */
  finishSeconds: number;
}

/** Picks the known names from the environment, reads `NAME_FILE`, and treats an empty value as absent. */
function collect(environment: Environment, faults: string[]): Environment {
  const values: Environment = {};
  for (const { name, secret } of VARIABLES) {
    const direct = environment[name]?.trim() ? environment[name] : undefined;
    const file = secret && environment[`${name}_FILE`]?.trim() ? environment[`${name}_FILE`] : undefined;
    if (direct !== undefined && file !== undefined) faults.push(`${name} and ${name}_FILE are both given; keep one`);
    values[name] = direct;
    if (direct !== undefined || file === undefined) continue;
    try {
      // Editors and `echo` end a file with a line break that is not part of the secret.
      values[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined;
    } catch {
      faults.push(`${name}_FILE cannot be read`);
    }
  }
  return values;
}

const BUCKET = ['EVIDENCE_S3_ENDPOINT', 'EVIDENCE_S3_BUCKET', 'EVIDENCE_S3_KEY', 'EVIDENCE_S3_SECRET'];

function bucketOf(given: z.output<typeof databaseSchema>): Bucket | undefined {
  const { EVIDENCE_S3_ENDPOINT: endpoint, EVIDENCE_S3_BUCKET: bucket, EVIDENCE_S3_KEY: key } = given;
  const { EVIDENCE_S3_SECRET: secret, EVIDENCE_S3_REGION: region } = given;
  // Given together, as checked before.
  if (endpoint === undefined || bucket === undefined || key === undefined || secret === undefined) return undefined;
  return { endpoint, bucket, key, secret, region };
}

function parse<S extends z.ZodType>(schema: S, environment: Environment): z.output<S> {
  const faults: string[] = [];
  const values = collect(environment, faults);
  if ((values['STORAGE_USER'] === undefined) !== (values['STORAGE_PASSWORD'] === undefined))
    faults.push('STORAGE_USER and STORAGE_PASSWORD must be given together or not at all');
  const bucket = BUCKET.filter((name) => values[name] !== undefined);
  if (bucket.length > 0 && bucket.length < BUCKET.length)
    faults.push(`${BUCKET.join(', ')} must be given together or not at all`);
  if ((values['GEOCODER_URL'] === undefined) !== (values['GEOCODER_KIND'] === undefined))
    faults.push('GEOCODER_URL and GEOCODER_KIND must be given together or not at all');
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

const databaseConfig = (given: z.output<typeof databaseSchema>): DatabaseConfig => ({
  databaseUrl: given.DATABASE_URL,
  connections: given.DATABASE_CONNECTIONS,
  connectionsPerOffice: given.DATABASE_CONNECTIONS_PER_OFFICE,
  dataDir: given.DATA_DIR,
  demo: given.DEMO,
  demoOrders: given.DEMO_ORDERS,
  demoClock: given.DEMO_CLOCK,
  bucket: bucketOf(given),
});

/**
 * @returns the configuration of the running service.
 * @throws StartupError listing every fault, without values: some are secrets.
 */
export function readConfig(environment: Environment = process.env): Config {
  const given = parse(serviceSchema, environment);
  const { INGEST_URL: ingestUrl } = given;
  const { STORAGE_USER: user, STORAGE_PASSWORD: password, GEOCODER_URL: url, GEOCODER_KIND: kind } = given;
  return {
    ...databaseConfig(given),
    port: given.PORT,
    host: given.HOST,
    operationsKey: given.OPERATIONS_KEY,
    storageAccess: user !== undefined && password !== undefined ? { user, password } : undefined,
    logLevel: given.LOG_LEVEL,
    tokenHours: given.TOKEN_HOURS,
    positionRetentionDays: given.POSITION_RETENTION_DAYS,
    exportOrdersPerDay: given.EXPORT_ORDERS_PER_DAY,
    retention: {
      photos: given.PHOTO_RETENTION_DAYS,
      signatures: given.SIGNATURE_RETENTION_DAYS,
      documents: given.DOCUMENT_RETENTION_DAYS,
    },
    ingest:
      ingestUrl === undefined
        ? undefined
        : { url: ingestUrl, port: given.INGEST_PORT, trustProxy: given.INGEST_TRUST_PROXY ?? '' },
    geocoder:
      url !== undefined && kind !== undefined
        ? { url, kind, callsPerMinute: given.GEOCODER_CALLS_PER_MINUTE }
        : undefined,
    finishSeconds: given.FINISH_SECONDS,
  };
}

/** The configuration of administrative commands: only the database. */
export function readDatabaseConfig(environment: Environment = process.env): DatabaseConfig {
  return databaseConfig(parse(databaseSchema, environment));
}

/** The environment of a program that this service starts, with its secrets: arguments are visible in the process list. */
export const programEnvironment = (secrets: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...secrets,
});
