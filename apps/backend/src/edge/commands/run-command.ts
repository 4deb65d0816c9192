import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDatabaseConfig } from '#platform/config.ts';
import { RELEASE, UPGRADES_FROM } from '#platform/database/releases.ts';
import { PasswordRefusal } from '#people/passwords/check-password.ts';
import { Refusal } from '#platform/refusal.ts';
import { StartupError } from '#platform/startup-error.ts';
import { askService } from './admin-socket.ts';
import { CALL_COMMAND, describeCall } from './call-command.ts';
import { type Command } from './command.ts';
import { commandOf, commandsAbout } from './commands.ts';
import { HELP } from './help.ts';
import { runHere } from './open-for-command.ts';
import { readPassword } from './read-password.ts';

function parseOptions(name: string, command: Command, args: string[]): Record<string, string | undefined> {
  const { required = [], optional = {}, flags = [], choices = {} } = command;
  const names = [...required, ...Object.keys(optional)];
  if (command.takesPassword) names.push('password-file');
  let values: ReturnType<typeof parseArgs>['values'];
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = {};
    for (const option of names) options[option] = { type: 'string' };
    for (const flag of flags) options[flag] = { type: 'boolean' };
    values = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new StartupError(`${(error as Error).message}\nSee --help.`);
  }
  const missing = required.filter((option) => !values[option]);
  if (missing.length > 0)
    throw new StartupError(`${name} needs ${missing.map((option) => `--${option}`).join(', ')}. See --help.`);
  for (const [option, allowed] of Object.entries(choices)) {
    const value = values[option];
    if (value !== undefined && !allowed.includes(String(value)))
      throw new StartupError(`--${option} must be one of ${allowed.join(', ')}, not "${String(value)}".`);
  }
  for (const flag of flags) if (values[flag] === true) values[flag] = 'yes';
  // The running service has another working directory.
  for (const name of command.paths ?? []) values[name] = path.resolve(String(values[name]));
  return { ...optional, ...(values as Record<string, string | undefined>) };
}

/** @throws StartupError with the message of a refusal, or the original error. */
function describeRefusal(error: unknown): never {
  if (error instanceof PasswordRefusal) throw new StartupError(error.english);
  throw error instanceof Refusal ? new StartupError(error.message) : error;
}

const VERSION_TEXT = `Despacho ${RELEASE.version}, the dispatch service.
Newest migration: ${RELEASE.newest}. Upgrades databases of ${UPGRADES_FROM.map(({ version }) => version).join(', ')}.`;

/** @throws StartupError for an operation that is refused. */
function explain(operation: string | undefined): string {
  try {
    return describeCall(operation);
  } catch (error) {
    return describeRefusal(error);
  }
}

/** Has the running service carry a command out, or does it here. @returns its text. @throws StartupError for a refusal. */
async function carryOut(name: string, command: Command, args: string[]): Promise<string> {
  const options = parseOptions(name, command, args);
  const config = readDatabaseConfig();
  const password = command.takesPassword ? await readPassword(options['password-file']) : '';
  const isAsked = config.databaseUrl === undefined && !command.runAlone;
  const answer = isAsked ? await askService(config.dataDir, { name, options, password }) : undefined;
  return answer ?? runHere(config, command, (option) => options[option] ?? '', password).catch(describeRefusal);
}

/**
 * Runs an administrative command, or lists the commands.
 * @returns the exit code.
 * @throws StartupError for anything the operator can fix.
 */
export async function runCommand(args: string[]): Promise<number> {
  const print = (text: string): number => {
    process.stdout.write(`${text}\n`);
    return 0;
  };
  const isHelp = args.includes('--help') || args.includes('-h');
  const [first = '', second = '', ...rest] = args;
  if (first === 'call') {
    // A name comes first; without one, the operations are listed.
    const operation = second === '' || second.startsWith('-') ? undefined : second;
    if (operation === undefined || isHelp) return print(explain(operation));
    return print(await carryOut('call', CALL_COMMAND, ['--operation', operation, ...rest]));
  }
  if (isHelp || first === 'help') return print(HELP.trimEnd());
  if (first === 'version' || first === '--version') return print(VERSION_TEXT);
  const name = args.slice(0, 2).join(' ');
  const command = commandOf(name);
  if (!command) {
    const others = commandsAbout(first);
    const choice = others.length > 0 ? `Choose from ${others.join(', ')}. See --help.` : `\n${HELP}`;
    throw new StartupError(`There is no command "${name}". ${choice}`);
  }
  return print(await carryOut(name, command, rest));
}
