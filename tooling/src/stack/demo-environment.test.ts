import { expect, it } from 'vitest';
import { readConfig as readService } from '../../../apps/backend/tools/settings.ts';
import { readConfig as readGateway } from '../../../apps/bff/tools/settings.ts';
import { SERVICES } from '../docs/variables.ts';
import { demoEnvironment } from './demo-environment.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from './environment.ts';

/** As a shell in which an installation was started by docs/operations.md, and its secrets as files. */
const EXPORTED: NodeJS.ProcessEnv = Object.fromEntries(
  SERVICES.flatMap(({ variables }) =>
    variables.flatMap(({ name, secret }) =>
      [name, ...(secret ? [`${name}_FILE`] : [])].map((each) => [each, 'x'] as const),
    ),
  ),
);

it('keeps no variable of an installation, except optional settings', () => {
  const {
    LOG_LEVEL: _1,
    DEMO_ORDERS: _2,
    TILES_FILE: _3,
    TILES_URL: _4,
    TILES_ATTRIBUTION: _5,
    ...rest
  } = demoEnvironment({ ...EXPORTED, PATH: '/bin' });
  expect(Object.keys(rest).toSorted()).toEqual([
    'ADDRESS_REQUESTS_PER_MINUTE',
    'LOGIN_FAILURES_PER_ADDRESS',
    'PATH',
    'REQUESTS_PER_MINUTE',
  ]);
});

it('starts both services of the demonstration in such a shell', () => {
  const secrets = makeSecrets();
  const place = { port: 3000, adminPort: 9090, upstream: 'http://127.0.0.1:4000' };
  const { OPERATIONS_KEY_FILE, STORAGE_PASSWORD_FILE, SESSION_SECRET_FILE } = EXPORTED;
  const shell = { OPERATIONS_KEY_FILE, STORAGE_PASSWORD_FILE, SESSION_SECRET_FILE, DATA_DIR: '/data', REDIS_URL: 'x' };
  const started = (environment: NodeJS.ProcessEnv) => [
    readService({ ...environment, ...backendEnvironment(4000, '/demo', secrets) }).dataDir,
    readGateway({ ...environment, ...gatewayEnvironment(place, secrets) }).REDIS_URL,
  ];
  expect(started(demoEnvironment(shell))).toEqual(['/demo', undefined]);
  expect(() => started(shell)).toThrow();
});
