import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ROOT } from '../root.ts';

/** What the images run, and what is bundled into the pages they serve. */
const SHIPPED = ['apps/bff', 'apps/backend', 'apps/web'];

interface LockedPackage {
  name?: string;
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/** The part of a CycloneDX document this reads. */
export interface Bom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** @returns where Node would find a package from a folder, as a key of the lock file. */
function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    const found = lock[path];
    if (found) return found.link ? found.resolved : path;
    if (folder === '') return undefined;
  }
}

const needed = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

/**
 * @param lock `packages` of package-lock.json.
 * @returns `name@version` of everything that the shipped workspaces need in production, themselves included.
 */
export function shippedPackages(lock: Lock, workspaces: readonly string[] = SHIPPED): Set<string> {
  const seen = new Set<string>();
  const refs = new Set<string>();
  const visit = (path: string): void => {
    const found = lock[path];
    if (!found || seen.has(path)) return;
    seen.add(path);
    refs.add(`${found.name ?? path.split('node_modules/').at(-1) ?? ''}@${found.version ?? ''}`);
    for (const name of needed(found)) {
      const next = locate(lock, path, name);
      if (next !== undefined) visit(next);
    }
  };
  workspaces.forEach(visit);
  return refs;
}

/** @returns the document with the shipped packages alone, under the product's own name rather than that of a folder. */
export function onlyShipped(bom: Bom, shipped: ReadonlySet<string>): Bom {
  const { metadata } = bom;
  return {
    ...bom,
    metadata: { ...metadata, component: { ...metadata.component, name: 'despacho' } },
    components: bom.components.filter((component) => shipped.has(component['bom-ref'])),
    dependencies: bom.dependencies
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => shipped.has(one)) })),
  };
}

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as { packages: Lock }).packages;

/**
 * The software bill of materials of the shipped images, in CycloneDX. npm writes it from the lock file; its own `--omit dev`
 * also leaves out what both production and a development tool need (pino and zod), so that is done here.
 */
export async function makeSbom(): Promise<Bom> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return onlyShipped(JSON.parse(stdout) as Bom, shippedPackages(readLock()));
}
