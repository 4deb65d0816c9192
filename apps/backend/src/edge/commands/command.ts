import { type Logger } from 'pino';
import { type DatabaseConfig } from '#platform/config.ts';
import { type Database } from '#platform/database/open-database.ts';
import { type Services } from '../services.ts';

/** Returns the value of an option that is required or has a default. */
export type Option = (name: string) => string;

/** An administrative command. It has one of the three functions, which returns the text for the operator. */
export interface Command {
  required?: readonly string[];
  /** With their defaults. */
  optional?: Readonly<Record<string, string | undefined>>;
  /** Options without a value, such as --json; `option` returns "yes" for those that are given. */
  flags?: readonly string[];
  /** The values that an option may have, if given. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Whether it requires a password, which is read before the database is opened. */
  takesPassword?: boolean;
  /** Options that are paths; the operator's may be relative. */
  paths?: readonly string[];
  run?: (db: Database, option: Option, password: string, logger: Logger) => Promise<string>;
  /** Runs with the services of the running process, or with the complete configuration of one. */
  runWith?: (services: Services, option: Option) => Promise<string>;
  /** Runs without opening the database, and only while no service uses it. */
  runAlone?: (config: DatabaseConfig, option: Option) => Promise<string>;
}

/** By their names: two words, except `call`. */
export type Commands = Readonly<Record<string, Command>>;
