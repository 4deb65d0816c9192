import { existsSync, globSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { cruiseOptions, RESOLVE } from '../config/import-rules.ts';

/** A breach of one of the import rules. */
export interface Breach {
  rule: string;
  from: string;
  to: string;
}

/** What a look at all imports found. */
export interface ImportReport {
  breaches: Breach[];
  /** Source files that the cruise never saw; a rule says nothing about these. */
  unseen: string[];
  modules: number;
}

const PLACES = ['apps', 'packages'];
const SOURCES = '{apps,packages}/*/src/**/*.{ts,tsx}';

/**
 * Judges every import of the house in `baseDir`.
 *
 * The list of unseen files is part of the answer because the cruiser is content with having found nothing: with a
 * compiler it cannot use it reports no breach in no module.
 */
export async function checkImports(baseDir: string): Promise<ImportReport> {
  const places = PLACES.filter((place) => existsSync(`${baseDir}/${place}`));
  const sources = globSync(SOURCES, { cwd: baseDir });
  const { output } = await cruise(places, cruiseOptions(baseDir), { ...RESOLVE, bustTheCache: true });
  const { modules, summary } = output as ICruiseResult;
  const seen = new Set(modules.map((module) => module.source));
  return {
    breaches: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unseen: sources.filter((file) => !seen.has(file)),
    modules: modules.length,
  };
}
