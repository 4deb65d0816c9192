/* What tests of scripts use of the database. */
export { migrate } from '#platform/database/migrate.ts';
export { connect, type Database } from '#platform/database/open-database.ts';
export { PGliteClient } from '#platform/database/pglite-client.ts';
export { BEFORE_BASELINE, RELEASE, UPGRADES_FROM } from '#platform/database/releases.ts';
export { type Schema } from '#platform/database/schema.ts';
