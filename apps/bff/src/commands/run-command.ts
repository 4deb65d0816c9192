import { VERSION } from '@despacho/server/version';
import { type Environment } from '@despacho/server/variables';
import { parseArgs } from 'node:util';
import { ConfigError, sessionSecretsOf } from '../config.ts';
import { createAccountOf } from '#throttle/login-throttle.ts';
import { createKeyedHash } from '#throttle/keyed-hash.ts';

export const HELP = `Despacho, the gateway.

  node main.js                        starts the gateway
  node main.js user hash              prints the hash of an account in the log (\`account\`), with the newest SESSION_SECRET
      --office LIMA --username ana.torres
      [--json]                        as JSON
  node main.js version                prints the release
`;

/** A command that cannot be carried out, with the reason for the operator. */
class CommandFault extends Error {}

function optionsOf(args: string[]): { office: string; username: string; json: boolean } {
  const options = { office: { type: 'string' }, username: { type: 'string' }, json: { type: 'boolean' } } as const;
  let values: { office?: string; username?: string; json?: boolean };
  try {
    ({ values } = parseArgs({ args, options, strict: true }));
  } catch (error) {
    throw new CommandFault(`${(error as Error).message}\nSee --help.`);
  }
  const { office = '', username = '', json = false } = values;
  if (office === '' || username === '') throw new CommandFault('user hash needs --office, --username. See --help.');
  return { office, username, json };
}

function carryOut(args: readonly string[], environment: Environment | undefined): string {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') return HELP;
  if (args[0] === 'version' || args[0] === '--version') return `Despacho ${VERSION}, the gateway.\n`;
  const name = args.slice(0, 2).join(' ');
  if (name !== 'user hash') throw new CommandFault(`There is no command "${name}". Choose from user hash.\n\n${HELP}`);
  const { office, username, json } = optionsOf(args.slice(2));
  const account = createAccountOf(createKeyedHash(sessionSecretsOf(environment)))(office, username);
  return json ? `${JSON.stringify({ office, username, account }, undefined, 2)}\n` : `${account}\n`;
}

/** Carries out a command. @returns the exit code. */
export function runCommand(
  args: readonly string[],
  environment?: Environment,
  print: (text: string, isFault: boolean) => void = (text, isFault) =>
    void (isFault ? process.stderr : process.stdout).write(text),
): number {
  try {
    print(carryOut(args, environment), false);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandFault) && !(error instanceof ConfigError)) throw error;
    print(`${error.message}\n`, true);
    return 1;
  }
}
