import { DAY_TURNS_AT, MAX_PLACE_KM } from '@despacho/contracts/dispatch';
import { type IdentityProvider, parseProviders } from '@despacho/contracts/identity-providers';
import { entriesOf, isPrivateHost } from '@despacho/server/settings';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { trustedProxies } from './http/client-address.ts';

/** A variable of the environment. */
interface Setting {
  /** May also come from a file, named by `NAME_FILE`. */
  secret?: true;
  default?: string;
  /** Validates and converts the text. */
  form: z.ZodType;
  description: string;
}

const text = z.string();

const flag = z
  .enum(['0', '1', 'false', 'true'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');

const whole = (least: number, most: number) => z.coerce.number('must be a number').int().min(least).max(most);

const keyList = (given: z.ZodString) =>
  given
    .transform(entriesOf)
    .refine(
      (keys) => keys.length > 0 && keys.every((key) => key.length >= 32),
      'must hold keys of at least 32 characters, comma-separated',
    );

/** Reads the file of identity providers, and reports its faults in the context. */
function readProviders(path: string, context: z.RefinementCtx): IdentityProvider[] {
  try {
    return parseProviders(readFileSync(path, 'utf8'));
  } catch (error) {
    const isRead = !(error instanceof Error && 'code' in error);
    context.addIssue(isRead && error instanceof Error ? error.message : 'cannot be read');
    return z.NEVER;
  }
}

/** At most 100 years, so that subtracting them from today gives a valid date. */
const days = z.coerce.number('must be a number of days').int().min(0).max(36_500);

/** An http or https URL without user and fragment. `plainAddresses` checks where outgoing ones may be plain http. */
function isUsableUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || url.protocol === 'http:';
}

const isPublicUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return isUsableUrl(text) && (url?.protocol === 'https:' || isPrivateHost(url?.hostname ?? '')) && url?.search === '';
};

const outgoingUrl = z
  .string()
  .refine(isUsableUrl, 'must be an https URL without user or fragment; http only in a private network')
  .optional();
const geocoderKind = z.enum(['photon', 'nominatim'], 'must be photon or nominatim').optional();

/** Every variable the service reads. Documentation and .env.example are generated from this list. */
export const SETTINGS = {
  PORT: { default: '4000', form: whole(0, 65_535), description: 'Port of the service.' },
  HOST: { default: '127.0.0.1', form: text, description: 'Address the service listens on.' },
  OPERATIONS_KEY: {
    secret: true,
    form: keyList(z.string('is required')),
    description:
      "Key shared with the gateway, which signs the caller's identity with it: 32 characters or more each, comma-separated, newest first. All are accepted. Required.",
  },
  SECRETS_KEY: {
    secret: true,
    form: keyList(z.string()).optional(),
    description:
      'Encrypts the second factors of people: 32 characters or more each, comma-separated, newest first. All are accepted. Backups never contain it. Empty: nobody can set up a second factor.',
  },
  IDENTITY_PROVIDERS_FILE: {
    form: z.string().transform(readProviders).optional(),
    description:
      'JSON file of the identity providers with which people of a company may sign in; the gateway reads the same one. Read again on SIGHUP. Empty: none.',
  },
  DATABASE_URL: {
    secret: true,
    form: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .optional(),
    description: 'A Postgres-compatible server. If empty, an embedded database in DATA_DIR is used.',
  },
  DATABASE_CONNECTIONS: {
    default: '10',
    form: whole(2, 200),
    description:
      'Maximum number of connections of this process to the server, from 2 to 200; two more serve /health and live changes.',
  },
  DATABASE_CONNECTIONS_PER_OFFICE: {
    default: '4',
    form: whole(1, 200),
    description: 'Maximum for one office, so that others always get one. At most half of them write.',
  },
  INGEST_URL: {
    form: z
      .string()
      .refine(isPublicUrl, 'must be an https URL without user, query or fragment; http only in a private network')
      .optional(),
    description:
      'Public https address at which Traccar Client reaches INGEST_PORT through a proxy. Empty: that listener is off.',
  },
  INGEST_PORT: {
    default: '4100',
    form: whole(0, 65_535),
    description: 'Port of the listener for Traccar Client. Never put it behind a proxy that logs queries.',
  },
  INGEST_TRUST_PROXY: {
    form: z
      .string()
      .refine((text) => trustedProxies(text) !== undefined, 'must list addresses or ranges, and not all of them')
      .optional(),
    description: 'Addresses or ranges of the proxies in front of INGEST_PORT, comma-separated.',
  },
  DATA_DIR: { default: './.data', form: text, description: 'Folder of the embedded database.' },
  DEMO: {
    default: '0',
    form: flag,
    description: 'With 1, fills an empty database with demonstration data. Never mixes with real data.',
  },
  DEMO_ORDERS: {
    default: '10000',
    form: whole(0, 1_000_000),
    description: 'Number of orders in the demonstration data, from 0 to 1000000.',
  },
  DEMO_CLOCK: {
    default: '0',
    form: flag,
    description: 'With 1, and DEMO=1, orders of the demonstration arrive and are assigned.',
  },
  STORAGE_USER: { form: text.optional(), description: 'User required by the storage call (usuario).' },
  STORAGE_PASSWORD: { secret: true, form: text.optional(), description: 'Key required by the storage call (clave).' },
  EVIDENCE_S3_ENDPOINT: {
    form: z
      .string()
      .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be the address of a server, without a path')
      .optional(),
    description:
      'S3-compatible server for photos, as https://s3.example.com. Without it they are in DATA_DIR/evidence, which all processes of one database must share.',
  },
  EVIDENCE_S3_BUCKET: { form: text.optional(), description: 'Its bucket.' },
  EVIDENCE_S3_KEY: { form: text.optional(), description: 'Its access key id.' },
  EVIDENCE_S3_SECRET: { secret: true, form: text.optional(), description: 'Its secret access key.' },
  EVIDENCE_S3_REGION: { default: 'us-east-1', form: text, description: 'Its region.' },
  ALLOW_PLAIN_UPSTREAMS: {
    default: '',
    form: text,
    description:
      'Hosts of DATABASE_URL, EVIDENCE_S3_ENDPOINT, GEOCODER_URL, GEOCODER_2_URL and ROUTING_URL beyond loopback and private networks that may be reached without TLS, comma-separated. Best left empty.',
  },
  PHOTO_RETENTION_DAYS: {
    default: '730',
    form: days,
    description: 'Days after which photos are removed; 0 keeps them.',
  },
  SIGNATURE_RETENTION_DAYS: {
    default: '730',
    form: days,
    description: 'Days after which signatures are removed; 0 keeps them.',
  },
  DOCUMENT_RETENTION_DAYS: {
    default: '365',
    form: days,
    description: 'Days after which the DNI of the people who received orders is removed; 0 keeps it.',
  },
  DOOR_RETENTION_DAYS: {
    default: '730',
    form: whole(30, 3650),
    description: 'Days after its last delivery for which the place of a door is remembered, from 30 to 3650.',
  },
  MONEY_RETENTION_DAYS: {
    default: '3650',
    form: days,
    description: 'Days after which the entries of «Liquidación» are removed, whole days at a time; 0 keeps them.',
  },
  LOG_LEVEL: {
    default: 'info',
    form: z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    description: 'One of fatal, error, warn, info, debug, trace, silent.',
  },
  FINISH_SECONDS: {
    default: '25',
    form: z.coerce.number('must be a number').min(1).max(3600),
    description: 'Seconds that answers in flight, such as exports, may take after SIGTERM. Then they are cut off.',
  },
  TOKEN_HOURS: {
    default: '12',
    form: z.coerce.number('must be a number').positive().max(8760),
    description: 'Lifetime of an access token after sign-in, in hours.',
  },
  POSITION_RETENTION_DAYS: {
    default: '60',
    form: whole(3, 3650),
    description: 'Days after which the positions of couriers are erased, from 3.',
  },
  EXPORT_ORDERS_PER_DAY: {
    default: '20000',
    form: whole(1, 1_000_000_000),
    description: "Orders that one person may export per day of the office's calendar, with charge S too; from 1.",
  },
  READ_ORDERS_PER_DAY: {
    form: whole(1, 1_000_000_000).optional(),
    description:
      'Different orders, approximately, whose personal data one person may read per day; from 1. Empty: five times EXPORT_ORDERS_PER_DAY.',
  },
  OFFICE_PHOTOS_PER_DAY: {
    default: '12000',
    form: whole(1, 1_000_000),
    description:
      'Photos and signatures that one office may add in 24 hours, those of couriers included; from 1. The default is four of each of 3,000 orders.',
  },
  OFFICE_PHOTO_GB_PER_DAY: {
    default: '12',
    form: whole(1, 10_000),
    description: 'The same in GB as stored (1024³ bytes), three sizes of each; from 1.',
  },
  PLACE_MAX_KM: {
    default: String(MAX_PLACE_KM),
    form: whole(20, 2000),
    description:
      "Kilometres from its district, and from the office's province, above which the place of an order is rejected, from 20 to 2000.",
  },
  DAY_TURNS_AT: {
    default: DAY_TURNS_AT,
    form: z.string().regex(/^(0\d|1[01]):[0-5]\d$/, 'must be a time from 00:00 to 11:59'),
    description:
      "When the working day turns in the office's time zone, from 00:00 to 11:59: what is delivered between midnight and then counts in the day before, unless its courier set out for tomorrow's route.",
  },
  GEOCODER_URL: {
    secret: true,
    form: outgoingUrl,
    description:
      'A Photon or Nominatim server that finds addresses, which are sent to it. Empty: districts and places used before only.',
  },
  GEOCODER_KIND: {
    form: geocoderKind,
    description: 'Which of the two it is: photon or nominatim. Required with GEOCODER_URL.',
  },
  GEOCODER_CALLS_PER_MINUTE: {
    default: '60',
    form: whole(1, 60_000),
    description: 'Maximum number of calls to GEOCODER_URL, of all offices and processes together.',
  },
  GEOCODER_2_URL: {
    secret: true,
    form: outgoingUrl,
    description: 'A second server, called where the first one did not find the street. Requires GEOCODER_URL.',
  },
  GEOCODER_2_KIND: {
    form: geocoderKind,
    description: 'Which of the two it is: photon or nominatim. Required with GEOCODER_2_URL.',
  },
  GEOCODER_2_CALLS_PER_MINUTE: {
    default: '60',
    form: whole(1, 60_000),
    description: 'Maximum number of calls to GEOCODER_2_URL, of all offices and processes together.',
  },
  GEOCODER_CALLS_PER_DAY: {
    default: '50000',
    form: whole(2, 100_000_000),
    description:
      'Maximum number of calls to both in a day (UTC), of all offices together; one office makes at most half of them.',
  },
  ROUTING_URL: {
    secret: true,
    form: outgoingUrl,
    description:
      'An OSRM server for distances and times by road, which receives the coordinates of places. Empty: straight lines.',
  },
  ROUTING_TABLE_SIZE: {
    default: '100',
    form: whole(2, 120),
    description:
      'Its --max-table-size, from 2 to 120. Six times as many places are asked about, more are measured in straight lines.',
  },
} as const satisfies Record<string, Setting>;
