import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An empty cluster, which the build creates. */
const PREPARED = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/cluster' : './cluster', import.meta.url),
);

/**
 * Copies a prepared cluster to where the embedded database is created: initializing one takes three quarters of the CPU
 * of a first start. Does nothing if the folder has content, without a build, or where the folder cannot be replaced (a
 * mount point); PGlite then initializes a cluster.
 * @param folder of the database.
 * @param prepared an empty cluster that was shut down.
 */
export function copyCluster(folder: string, prepared = PREPARED): void {
  if (!existsSync(prepared) || (existsSync(folder) && readdirSync(folder).length > 0)) return;
  // Renamed when complete, so that a process killed meanwhile leaves no incomplete database.
  const copy = `${folder}.initializing`;
  try {
    rmSync(copy, { recursive: true, force: true });
    // Private, and so is a backup, which is a copy of it.
    mkdirSync(copy, { recursive: true, mode: 0o700 });
    cpSync(prepared, copy, { recursive: true });
    renameSync(copy, folder);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
}
