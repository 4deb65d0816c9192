import { type Environment, readVariables } from '@despacho/server/variables';
import * as z from 'zod';
import { VARIABLES } from './config-variables.ts';
import {
  contacts,
  fieldPath,
  geoDatabase,
  identityProviders,
  headerText,
  hostList,
  instant,
  publicOrigins,
  redisUrl,
  secrets,
  tilesFile,
  tilesUrl,
  trustedProxies,
  upstreamUrl,
  whole,
} from './config-fields.ts';
import { plainUpstreamFaults } from './plain-upstreams.ts';
import { unsafeProcessFaults } from './unsafe-process.ts';

export { VARIABLES } from './config-variables.ts';

const environment = z
  .object({
    PORT: whole(0, 65_535),
    HOST: z.string(),
    ADMIN_PORT: whole(0, 65_535),
    ADMIN_HOST: z.string(),
    PUBLIC_ORIGIN: publicOrigins,
    BASE_PATH: z.string().regex(/^(\/[A-Za-z0-9_-]+)*$/, 'must look like /despacho, without a final slash'),
    TRUST_PROXY: trustedProxies,
    SESSION_SECRET: secrets,
    SESSION_IDLE_MINUTES: whole(1, 1440),
    SESSION_ABSOLUTE_HOURS: whole(1, 168),
    GEO_DATABASE: geoDatabase.optional(),
    REDIS_URL: redisUrl.optional(),
    API_URL: upstreamUrl,
    BASE_URL: upstreamUrl,
    LOGIN_BRANCH_FIELD: fieldPath,
    LOGIN_TAX_ID_FIELD: fieldPath,
    STORAGE_URL: upstreamUrl.optional(),
    STORAGE_USER: headerText.optional(),
    STORAGE_PASSWORD: headerText.optional(),
    STORAGE_TAX_ID: headerText.optional(),
    OPERATIONS_URL: upstreamUrl.optional(),
    IDENTITY_PROVIDERS_FILE: identityProviders.optional(),
    // Assertions are signed with the newest; the dispatch service accepts the others as well.
    OPERATIONS_KEY: secrets.transform(([newest]) => newest).optional(),
    TILES_URL: tilesUrl.optional(),
    TILES_FILE: tilesFile.optional(),
    TILES_ATTRIBUTION: z.string().max(200, 'must have 200 characters or fewer').optional(),
    ALLOW_PLAIN_UPSTREAMS: hostList,
    UPSTREAM_TIMEOUT_MS: whole(50, 9900),
    DRAIN_SECONDS: whole(0, 60),
    FINISH_SECONDS: whole(1, 3600),
    REQUESTS_PER_MINUTE: whole(0, 1_000_000),
    ADDRESS_REQUESTS_PER_MINUTE: whole(0, 1_000_000),
    LOGIN_FAILURES_PER_ADDRESS: whole(10, 1_000_000),
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
    PROVIDER_NAME: z.string().max(120, 'must have 120 characters or fewer'),
    SECURITY_CONTACT: contacts,
    SECURITY_EXPIRES: instant.optional(),
  })
  .superRefine((values, context) => {
    const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (values.SESSION_IDLE_MINUTES > values.SESSION_ABSOLUTE_HOURS * 60)
      fault('SESSION_IDLE_MINUTES', 'must not be longer than SESSION_ABSOLUTE_HOURS');
    if (values.OPERATIONS_URL && !values.OPERATIONS_KEY) fault('OPERATIONS_KEY', 'is needed with OPERATIONS_URL');
    if (!values.OPERATIONS_URL && values.OPERATIONS_KEY) fault('OPERATIONS_URL', 'is needed with OPERATIONS_KEY');
    for (const name of ['STORAGE_USER', 'STORAGE_PASSWORD'] as const)
      if (values.STORAGE_URL && values[name] === undefined) fault(name, 'is needed with STORAGE_URL');
    if (values.SECURITY_CONTACT.length > 0 && !values.SECURITY_EXPIRES)
      fault('SECURITY_EXPIRES', 'is needed with SECURITY_CONTACT');
    if (values.TILES_URL && values.TILES_FILE) fault('TILES_FILE', 'and TILES_URL are both set; keep one');
    if (!values.TILES_URL && !values.TILES_FILE && values.TILES_ATTRIBUTION)
      fault('TILES_ATTRIBUTION', 'needs TILES_FILE or TILES_URL');
  });

type Values = z.output<typeof environment>;

/** The validated configuration. `secure`: whether people connect over https, which decides cookies and HSTS. */
export type Config = Readonly<Values> & { readonly secure: boolean };

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n${faults.map((f) => `- ${f}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Kept out of logs like secrets, but issued by the state: a RUC may have few different digits. */
const NUMBERS = ['STORAGE_TAX_ID'];

function collect(source: Environment, faults: string[]): Record<string, string> {
  const read = readVariables(
    VARIABLES,
    source,
    {
      both: (name) => `${name} and ${name}_FILE are both set; keep one`,
      unreadable: (name) => `${name}_FILE names a file that cannot be read`,
    },
    NUMBERS,
  );
  faults.push(...read.faults.map(({ text }) => `${text}.`));
  const { values } = read;
  const { PORT: port = '' } = values;
  values['PUBLIC_ORIGIN'] = values['PUBLIC_ORIGIN']?.replace(/:PORT$/, `:${/^\d+$/.test(port) ? port : '3000'}`) ?? '';
  return values;
}

/**
 * @param source the environment.
 * @param argv options that Node was started with.
 * @throws ConfigError that lists every fault, never a value.
 */
export function readConfig(source: Environment, argv: readonly string[] = []): Config {
  const faults: string[] = [];
  const values = collect(source, faults);
  faults.push(...unsafeProcessFaults(source, argv), ...plainUpstreamFaults(values));
  const parsed = environment.safeParse(values);
  if (!parsed.success)
    for (const { path, message, code } of parsed.error.issues) {
      const name = String(path[0]);
      faults.push(
        code === 'invalid_type' && values[name] === undefined ? `${name} is required.` : `${name} ${message}.`,
      );
    }
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const secure = parsed.data.PUBLIC_ORIGIN.every((origin) => origin.startsWith('https:'));
  return Object.freeze({ ...parsed.data, secure });
}

/** @returns the configuration of this process. */
export const configOfProcess = (): Config => readConfig(process.env, process.execArgv);

/** @returns SESSION_SECRET, newest first, for commands that need nothing else. @throws ConfigError. */
export function sessionSecretsOf(source: Environment = process.env): readonly string[] {
  const faults: string[] = [];
  const { SESSION_SECRET: value } = collect(source, faults);
  const parsed = secrets.safeParse(value);
  const own = faults.filter((fault) => fault.startsWith('SESSION_SECRET'));
  if (parsed.success && own.length === 0) return parsed.data;
  const fault = value === undefined ? 'is required' : (parsed.error?.issues[0]?.message ?? 'cannot be read');
  throw new ConfigError(own.length > 0 ? own : [`SESSION_SECRET ${fault}.`]);
}
