import { SERVICES } from '../docs/variables.ts';

/** Settings of the services that may be set when starting the demonstration. */
const CHOSEN = new Set([
  'LOG_LEVEL',
  'DEMO_ORDERS',
  'TILES_FILE',
  'TILES_URL',
  'TILES_ATTRIBUTION',
  'REQUESTS_PER_MINUTE',
  'ADDRESS_REQUESTS_PER_MINUTE',
  'LOGIN_FAILURES_PER_ADDRESS',
]);

/**
 * @param environment of a shell, in which the variables of an installation may be exported.
 * @returns the environment without them, so that the demonstration never uses the installation's data, Redis or secrets.
 */
export function demoEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = SERVICES.flatMap(({ variables }) => variables.flatMap(({ name }) => [name, `${name}_FILE`]));
  const dropped = new Set(names.filter((name) => !CHOSEN.has(name)));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !dropped.has(name)));
}
