import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { makeSbom, readLock, shippedPackages } from './sbom.ts';

const namedBy = (workspace: string): string[] => {
  const { dependencies } = JSON.parse(readFileSync(`${ROOT}${workspace}/package.json`, 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies);
};

describe('shipped packages', () => {
  it('resolves packages as Node does, without development dependencies', () => {
    const lock = {
      'apps/a': { name: 'a', version: '1.0.0', dependencies: { b: '*', shared: '*' }, devDependencies: { tool: '*' } },
      'apps/a/node_modules/b': { version: '2.0.0', dependencies: { c: '*' }, optionalDependencies: { gone: '*' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': {
        version: '3.0.0',
        peerDependencies: { b: '*', d: '*' },
        peerDependenciesMeta: { d: { optional: true } },
      },
      'node_modules/d': { version: '4.0.0' },
      'node_modules/shared': { link: true, resolved: 'packages/shared' },
      'packages/shared': { name: 'shared', version: '1.0.0' },
      'node_modules/tool': { version: '9.0.0' },
    };
    expect([...shippedPackages(lock, ['apps/a'])].sort()).toEqual([
      'a@1.0.0',
      'b@1.0.0',
      'b@2.0.0',
      'c@3.0.0',
      'shared@1.0.0',
    ]);
  });
});

describe('the software bill of materials', async () => {
  const bom = await makeSbom();
  const names = bom.components.map(({ 'bom-ref': ref }) => ref.slice(0, ref.lastIndexOf('@')));

  it('contains every shipped production dependency and its dependencies', () => {
    for (const workspace of ['apps/bff', 'apps/backend', 'apps/web', 'packages/contracts'])
      expect(names).toEqual(expect.arrayContaining(namedBy(workspace)));
    expect(new Set(bom.components.map((component) => component['bom-ref']))).toEqual(shippedPackages(readLock()));
  });

  it('contains no development package and no reference to a removed one', () => {
    for (const tool of ['vitest', 'typescript', 'oxlint', 'turbo', '@playwright/test', '@despacho/e2e'])
      expect(names).not.toContain(tool);
    const known = new Set(bom.dependencies.map(({ ref }) => ref));
    expect(bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
  });

  it('is CycloneDX, without folders of this machine or a registry', () => {
    const text = JSON.stringify(bom);
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'despacho' } } });
    expect(text).not.toContain(ROOT.slice(0, -1));
    expect(text.match(/https?:\/\/[^"]*/g)?.filter((url) => !url.startsWith('http://cyclonedx.org'))).toEqual([]);
  });
});
