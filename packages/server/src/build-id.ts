import { hash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @param file path of the module that runs. For a bundle, all scripts next to it count; unbundled source changes without
 * a build, so each process counts as a separate build.
 * @returns the id of a build: the same in every process that runs the same scripts.
 */
export function buildIdOf(file: string): string {
  if (file.endsWith('.ts')) return randomUUID();
  const folder = path.dirname(file);
  const scripts = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .sort();
  return hash('sha256', scripts.map((name) => hash('sha256', readFileSync(path.join(folder, name)))).join()).slice(
    0,
    12,
  );
}

/** The build of this process. */
export const BUILD_ID = buildIdOf(import.meta.filename);
