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

/** A folder of a workspace: the first below `src`, and the second in the web, where each feature has one. */
const FOLDER = /^(?:apps\/web\/src\/features|[a-z]+\/[a-z]+\/src)\/[^/]+(?=\/)/;

export const MUTUAL_FOLDERS = 'no-mutual-folders';

const folderOf = (path: string): string | undefined => FOLDER.exec(path)?.[0];

/** @returns pairs of folders that import each other, each pair once. */
function mutualFolders(modules: ICruiseResult['modules']): Breach[] {
  const imported = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === undefined || source.includes('.test.')) continue;
    const targets = dependencies.map(({ resolved }) => folderOf(resolved)).filter((to) => to !== undefined);
    imported.set(from, new Set([...(imported.get(from) ?? []), ...targets]));
  }
  return [...imported].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => from < to && imported.get(to)?.has(from))
      .map((to) => ({ rule: MUTUAL_FOLDERS, from, to })),
  );
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
    breaches: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...mutualFolders(modules),
    ],
    unseen: sources.filter((file) => !seen.has(file)),
    modules: modules.length,
  };
}
