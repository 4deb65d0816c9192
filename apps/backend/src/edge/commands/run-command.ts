import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '#platform/clock.ts';
import { readDatabaseConfig } from '#platform/config.ts';
import { settleKind } from '../demo/settle-kind.ts';
import { createLogger } from '#platform/logger.ts';
import { RELEASE, UPGRADES_FROM } from '#platform/database/releases.ts';
import { PasswordRefusal } from '#people/passwords/check-password.ts';
import { Refusal } from '#platform/refusal.ts';
import { StartupError } from '#platform/startup-error.ts';
import { askService } from './admin-socket.ts';
import { type Command } from './command.ts';
import { commandOf, commandsAbout } from './commands.ts';
import { HELP } from './help.ts';
import { openForCommand } from './open-for-command.ts';
import { readPassword } from './read-password.ts';

function parseOptions(name: string, command: Command, args: string[]): Record<string, string | undefined> {
  const { flags = [], choices = {} } = command;
  const names = [...command.required, ...Object.keys(command.optional)];
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
  const missing = command.required.filter((option) => !values[option]);
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
  return { ...command.optional, ...(values as Record<string, string | undefined>) };
}

/** @throws StartupError with the message of a refusal, or the original error. */
function describeRefusal(error: unknown): never {
  if (error instanceof PasswordRefusal) throw new StartupError(error.english);
  throw error instanceof Refusal ? new StartupError(error.message) : error;
}

const VERSION_TEXT = `Despacho ${RELEASE.version}, the dispatch service.
Newest migration: ${RELEASE.newest}. Upgrades databases of ${UPGRADES_FROM.map(({ version }) => version).join(', ')}.
`;

/**
 * Runs an administrative command, or lists the commands.
 * @returns the exit code.
 * @throws StartupError for anything the operator can fix.
 */
export async function runCommand(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (args[0] === 'version' || args[0] === '--version') {
    process.stdout.write(VERSION_TEXT);
    return 0;
  }
  const name = args.slice(0, 2).join(' ');
  const command = commandOf(name);
  if (!command) {
    const others = commandsAbout(args[0] ?? '');
    const choice = others.length > 0 ? `Choose from ${others.join(', ')}. See --help.` : `\n${HELP}`;
    throw new StartupError(`There is no command "${name}". ${choice}`);
  }
  const options = parseOptions(name, command, args.slice(2));
  const config = readDatabaseConfig();
  const password = command.takesPassword ? await readPassword(options['password-file']) : '';
  const print = (answer: string) => process.stdout.write(`${answer}\n`);
  const given = (option: string): string => options[option] ?? '';

  if (command.runAlone) {
    print(await command.runAlone(config, given).catch(describeRefusal));
    return 0;
  }
  const answer =
    config.databaseUrl === undefined ? await askService(config.dataDir, { name, options, password }) : undefined;
  if (answer !== undefined) {
    print(answer);
    return 0;
  }
  const { db, close } = await openForCommand(config);
  try {
    await settleKind(db, config.demo, systemClock, config.demoOrders);
    // The command prints its result; warnings go to standard error.
    const logger = createLogger('warn', process.stderr);
    print(await command.run(db, given, password, logger).catch(describeRefusal));
    return 0;
  } finally {
    await close();
  }
}
