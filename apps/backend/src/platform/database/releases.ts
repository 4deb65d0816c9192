import { VERSION } from '@despacho/server/version';
import * as migrations from './migrations.ts';

/** A release of the product, and the newest migration that it knows. */
interface Release {
  version: string;
  newest: string;
}

/** The release whose schema the first migration of this one, 065-baseline, repeats. */
export const BEFORE_BASELINE: Release = { version: '0.9.0', newest: '065-guest-authors' };

/** Releases before that one, oldest first. */
const OLDER: readonly Release[] = [{ version: '0.8.0', newest: '029-courier-settings' }];

/** This release. CHANGELOG.md states the same; a test compares them. */
export const RELEASE: Release = { version: VERSION, newest: Object.keys(migrations).at(-1) ?? '' };

/** The releases whose databases `database upgrade` accepts. */
export const UPGRADES_FROM: readonly Release[] = [BEFORE_BASELINE];

/**
 * @param schema newest migration of a database from before the baseline.
 * @returns the first release that knows it.
 */
export const releaseOfSchema = (schema: string): string =>
  [...OLDER, BEFORE_BASELINE].find(({ newest }) => schema <= newest)?.version ?? BEFORE_BASELINE.version;
