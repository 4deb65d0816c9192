import { type DatabaseConfig } from '#platform/config.ts';
import { DatabaseUnavailable } from '#platform/database/database-error.ts';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.ts';
import { StartupError } from '#platform/startup-error.ts';
import { migrateKind } from '../demo/settle-kind.ts';

/**
 * Opens the database for a command, which exits if the embedded one stops.
 * @param prepare brings the schema up to date; by default as a start does.
 * @throws StartupError for anything the operator can fix.
 */
export function openForCommand(
  config: DatabaseConfig,
  prepare: Parameters<typeof openDatabase>[0]['prepare'] = migrateKind(config.demo),
): Promise<OpenDatabase> {
  return openDatabase({ ...config, prepare }, (error) => {
    process.stderr.write(`The embedded database stopped: ${error.message}\n`);
    process.exit(1);
  }).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw new StartupError(`The database server cannot be reached now (${error.message}).`);
  });
}
