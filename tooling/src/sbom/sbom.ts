import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { ROOT } from '../root.ts';

/** Workspaces that run in the images or are bundled into the served pages. */
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

/** The parts of a CycloneDX document that are used here. */
interface Bom {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string; name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/** @returns the lock file key of the package that Node would resolve from a folder. */
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
 * @returns `name@version` of all production dependencies of the shipped workspaces, and the workspaces.
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

/** @returns the document with only the shipped packages, named after the product instead of the folder. */
function onlyShipped(bom: Bom, shipped: ReadonlySet<string>): Bom {
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
 * The software bill of materials of the shipped images, in CycloneDX. npm writes it from the lock file; its `--omit
 * dev` also removes packages that both production and a development tool use (pino, zod), so the result is filtered
 * here.
 */
export async function makeSbom(): Promise<Bom> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return onlyShipped(JSON.parse(stdout) as Bom, shippedPackages(readLock()));
}
