import { existsSync, globSync } from 'node:fs';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { cruiseOptions, RESOLVE } from '../config/import-rules.ts';

/** A violation of an import rule. */
interface Breach {
  rule: string;
  from: string;
  to: string;
}

/** Result of checking all imports. */
interface ImportReport {
  breaches: Breach[];
  /** Source files that the cruise did not visit, so that no rule was applied to them. */
  unseen: string[];
  modules: number;
}

/**
 * A module folder: the first below `src`; below a feature, shared code, the contracts of dispatch, or a group of the
 * service, the next.
 */
const FOLDER =
  /^(?:apps\/web\/src\/(?:features|shared)|packages\/contracts\/src\/dispatch|apps\/backend\/src\/[^/]+|(?!apps\/backend)[a-z]+\/[a-z]+\/src)\/[^/]+(?=\/)/;

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

const PLACES = ['apps', 'packages', 'tooling', 'e2e'];
const SOURCES = ['{apps,packages}/*/src/**/*.{ts,tsx}', 'tooling/src/**/*.ts', 'e2e/{specs,support,bench}/**/*.ts'];

/**
 * Checks every import in `baseDir`. Reports unseen files too, because dependency-cruiser reports no violation when it
 * cannot use its compiler and visits no modules.
 */
export async function checkImports(baseDir: string): Promise<ImportReport> {
  const places = PLACES.filter((place) => existsSync(`${baseDir}/${place}`));
  const sources = globSync(SOURCES, { cwd: baseDir });
  const { output } = await cruise(places, cruiseOptions(baseDir), RESOLVE);
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
