import { type Logger } from 'pino';
import { type DatabaseConfig } from '#platform/config.ts';
import { type Database } from '#platform/database/open-database.ts';

export interface Command {
  required: readonly string[];
  optional: Readonly<Record<string, string | undefined>>;
  /** Options without a value, such as --json; `option` returns "yes" for those that are given. */
  flags?: readonly string[];
  /** The values that an option may have, if given. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Whether it requires a password, which is read before the database is opened. */
  takesPassword?: boolean;
  /** Options that are paths; the operator's may be relative. */
  paths?: readonly string[];
  /** Runs instead of `run`, without opening the database, and only while no service uses it. */
  runAlone?: (config: DatabaseConfig, option: (name: string) => string) => Promise<string>;
  /** @returns the text for the operator. `option` returns the value of an option that is required or has a default. */
  run: (db: Database, option: (name: string) => string, password: string, logger: Logger) => Promise<string>;
}

/** By their two-word names. */
export type Commands = Readonly<Record<string, Command>>;
