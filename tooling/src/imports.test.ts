import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { RULE_NAMES } from '../config/import-rules.ts';
import { checkImports, MUTUAL_FOLDERS } from './imports.ts';

/** A small repository that follows every rule and has each kind of import of the real one. */
const SOUND: Record<string, string> = {
  'packages/contracts/package.json': JSON.stringify({
    name: '@despacho/contracts',
    exports: {
      '.': './src/index.ts',
      './legacy': './src/legacy/index.ts',
      './assertion': './src/assertion.ts',
      './openapi': './src/openapi/index.ts',
    },
    dependencies: { zod: '*' },
    devDependencies: { vitest: '*' },
  }),
  'packages/contracts/src/index.ts': `export * from './subjects/users.ts';`,
  'packages/contracts/src/operations.ts': `import { user } from './subjects/users.ts';\nexport const OPERATIONS = { user };`,
  'packages/contracts/src/subjects/users.ts': `import * as z from 'zod/mini';\nexport const user = z;`,
  'packages/contracts/src/subjects/users.test.ts': `import { it } from 'vitest';\nimport 'node:fs';\nit;`,
  'packages/contracts/src/legacy/index.ts': `import { user } from '../subjects/users.ts';\nexport const legacy = user;`,
  'packages/contracts/src/assertion.ts': `export const assertion = 1;`,
  'packages/contracts/src/openapi/index.ts': `import { OPERATIONS } from '../operations.ts';\nexport const openApi = OPERATIONS;`,
  'packages/contracts/src/openapi/write.ts': `import 'node:fs';\nimport { openApi } from './index.ts';\nopenApi;`,
  'packages/server/package.json': JSON.stringify({ name: '@despacho/server', exports: { './*': './src/*.ts' } }),
  'packages/server/src/listen.ts': `import 'node:events';\nexport const listen = 1;`,
  'apps/bff/package.json': JSON.stringify({
    name: '@despacho/bff',
    dependencies: { express: '*' },
    devDependencies: { '@despacho/contracts': '*', '@despacho/server': '*', vitest: '*' },
  }),
  'apps/bff/src/main.ts': `import 'express';\nimport '@despacho/server/listen';\nimport { legacy } from '@despacho/contracts/legacy';\nlegacy;`,
  'apps/bff/src/main.test.ts': `import 'vitest';\nimport '../test/upstream.ts';\nimport './main.ts';`,
  'apps/bff/src/http/server.ts': `import '../policy/table.ts';\nexport const server = 1;`,
  'apps/bff/src/policy/table.ts': `import '../session/record.ts';\nexport const table = 1;`,
  'apps/bff/src/session/record.ts': `export const record = 1;`,
  'apps/bff/src/config.ts': `export const config = 1;`,
  'apps/bff/test/upstream.ts': `export const upstream = 1;`,
  'apps/backend/package.json': JSON.stringify({ name: '@despacho/backend' }),
  'apps/backend/src/main.ts': `export const main = 1;`,
  ...Object.fromEntries(
    ['platform', 'people', 'fleet', 'orders', 'work', 'field', 'insight', 'upkeep', 'edge'].map((group) => [
      `apps/backend/src/${group}/new.ts`,
      `export const ${group} = 1;`,
    ]),
  ),
  'apps/backend/src/edge/demo/world/door-points.ts': `export const trueDoor = 1;`,
  'apps/backend/src/edge/demo/fill.ts': `import './world/door-points.ts';\nexport const fill = 1;`,
  'apps/backend/tools/demo.ts': `export { main } from '../src/main.ts';\nexport { trueDoor } from '../src/edge/demo/world/door-points.ts';`,
  'tooling/src/start.ts': `import '../../apps/backend/tools/demo.ts';`,
  'e2e/specs/sign-in.spec.ts': `import '../../tooling/src/start.ts';`,
  'apps/web/package.json': JSON.stringify({ name: '@despacho/web', devDependencies: { '@despacho/contracts': '*' } }),
  'apps/web/src/app/main.tsx': `import { user } from '@despacho/contracts';\nuser;\nawait import('../features/clients/Clients.tsx');`,
  'apps/web/src/shared/http.ts': `export const http = 1;`,
  'apps/web/src/shared/map/MapView.tsx': `import { http } from '../http.ts';\nexport const MapView = http;`,
  'apps/web/src/features/session/session.ts': `export const useSession = 1;`,
  'apps/web/src/features/clients/Clients.tsx': `import { useSession } from '../session/session.ts';\nimport { row } from './row.ts';\nexport const Component = [useSession, row];`,
  'apps/web/src/features/clients/row.ts': `export const row = 1;`,
  'apps/web/src/features/users/Users.tsx': `export const Component = 1;`,
  'apps/web/src/features/orders/selection.ts': `import '../session/session.ts';\nexport const useSelection = 1;`,
  'apps/web/src/features/couriers/Pane.tsx': `import { useSelection } from '../orders/selection.ts';\nexport const Pane = useSelection;`,
  'apps/web/src/features/dispatch-desk/Screen.tsx': `import '../session/session.ts';\nimport '../orders/selection.ts';\nimport '../couriers/Pane.tsx';\nexport const Component = 1;`,
};

const PACKAGES = ['zod', 'express', 'vitest', 'lodash'];
const made: string[] = [];

/** Writes the valid repository to disk, with some files replaced or added. */
function repository(changes: Record<string, string> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'despacho-imports-'));
  made.push(root);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of PACKAGES) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  write('node_modules/zod/mini/index.js', '');
  write('package.json', JSON.stringify({ name: 'repository' }));
  for (const [path, text] of Object.entries({ ...SOUND, ...changes })) write(path, text);
  mkdirSync(join(root, 'node_modules/@despacho'), { recursive: true });
  for (const name of ['contracts', 'server'])
    symlinkSync(join(root, `packages/${name}`), join(root, `node_modules/@despacho/${name}`));
  return root;
}

afterEach(() => {
  for (const root of made.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** Imports that break each rule. */
const BREACHES: [rule: string, from: string, text: string][] = [
  ['apps-are-strangers', 'apps/web/src/shared/http.ts', `import '../../../bff/test/upstream.ts';`],
  ['apps-are-strangers', 'apps/backend/src/main.ts', `import type { legacy } from '../../bff/src/other.ts';`],
  ['tooling-enters-apps-by-tools', 'tooling/src/new.ts', `import { main } from '../../apps/backend/src/main.ts';`],
  ['tooling-enters-apps-by-tools', 'e2e/specs/new.spec.ts', `await import('../../apps/web/src/shared/http.ts');`],
  ['apps-do-not-import-their-tools', 'apps/backend/src/main.ts', `import '../tools/demo.ts';`],
  ['demonstration-world-stays-in-it', 'apps/backend/src/edge/new.ts', `import './demo/world/door-points.ts';`],
  [
    'demonstration-world-stays-in-it',
    'apps/backend/src/main.ts',
    `import type { trueDoor } from './edge/demo/world/door-points.ts';`,
  ],
  ['contracts-import-zod-alone', 'packages/contracts/src/assertion.ts', `import 'lodash';`],
  ['contracts-import-zod-alone', 'packages/contracts/src/assertion.ts', `import 'node:crypto';`],
  ['contracts-import-zod-alone', 'packages/contracts/src/assertion.ts', `import '../../../apps/bff/src/other.ts';`],
  ['server-imports-node-alone', 'packages/server/src/listen.ts', `import 'lodash';`],
  ['server-imports-node-alone', 'packages/server/src/listen.ts', `import '../../contracts/src/index.ts';`],
  ['server-imports-node-alone', 'packages/server/src/listen.ts', `import '../../../apps/bff/src/other.ts';`],
  ['contracts-import-zod-alone', 'packages/contracts/src/index.ts', `import '@despacho/server/listen';`],
  ['subjects-know-no-operations', 'packages/contracts/src/subjects/new.ts', `import '../operations.ts';`],
  ['browser-cannot-reach-the-inside', 'apps/web/src/app/new.ts', `import '@despacho/contracts/legacy';`],
  ['browser-cannot-reach-the-inside', 'apps/web/src/app/new.ts', `import '@despacho/contracts/assertion';`],
  ['browser-cannot-reach-the-inside', 'apps/web/src/app/new.ts', `await import('@despacho/contracts/openapi');`],
  ['browser-cannot-reach-the-inside', 'apps/web/src/app/new.ts', `import '@despacho/server/listen';`],
  ['browser-cannot-reach-the-inside', 'packages/contracts/src/index.ts', `import './legacy/index.ts';`],
  ['shared-knows-no-feature', 'apps/web/src/shared/new.ts', `import '../features/session/session.ts';`],
  ['shared-knows-no-feature', 'apps/web/src/shared/map/new.ts', `import '../../features/users/Users.tsx';`],
  ['features-are-strangers', 'apps/web/src/features/users/new.ts', `import '../clients/row.ts';`],
  ['features-are-strangers', 'apps/web/src/features/session/new.ts', `import '../clients/row.ts';`],
  ['features-are-strangers', 'apps/web/src/features/orders/new.ts', `import '../dispatch-desk/Screen.tsx';`],
  ['dispatch-desk-imports-its-parts', 'apps/web/src/features/dispatch-desk/new.ts', `import '../clients/row.ts';`],
  ['dashboard-imports-its-parts', 'apps/web/src/features/dashboard/new.ts', `import '../clients/row.ts';`],
  ['people-imports-its-parts', 'apps/web/src/features/people/new.ts', `import '../clients/row.ts';`],
  ['permissions-imports-its-parts', 'apps/web/src/features/permissions/new.ts', `import '../clients/row.ts';`],
  ['settings-imports-its-parts', 'apps/web/src/features/settings/new.ts', `import '../clients/row.ts';`],
  ['map-imports-its-parts', 'apps/web/src/features/map/new.ts', `import '../clients/row.ts';`],
  ['features-know-no-app', 'apps/web/src/features/users/new.ts', `import '../../app/new.ts';`],
  ['features-know-no-app', 'apps/web/src/shared/new.ts', `await import('../app/new.ts');`],
  ['gateway-imports-lower-parts', 'apps/bff/src/policy/new.ts', `import '../http/server.ts';`],
  ['gateway-imports-lower-parts', 'apps/bff/src/session/new.ts', `import type { table } from '../policy/table.ts';`],
  ['gateway-imports-lower-parts', 'apps/bff/src/upstream/new.ts', `import '../config.ts';`],
  ['gateway-imports-lower-parts', 'apps/bff/src/config.ts', `import './session/record.ts';`],
  ['service-platform-imports-lower-groups', 'apps/backend/src/platform/new.ts', `import '../people/new.ts';`],
  ['service-people-imports-lower-groups', 'apps/backend/src/people/new.ts', `import '../fleet/new.ts';`],
  ['service-fleet-imports-lower-groups', 'apps/backend/src/fleet/new.ts', `import '../orders/new.ts';`],
  ['service-orders-imports-lower-groups', 'apps/backend/src/orders/new.ts', `import '../work/new.ts';`],
  ['service-work-imports-lower-groups', 'apps/backend/src/work/new.ts', `import '../field/new.ts';`],
  ['service-field-imports-lower-groups', 'apps/backend/src/field/new.ts', `import '../insight/new.ts';`],
  ['service-insight-imports-lower-groups', 'apps/backend/src/insight/new.ts', `import '../upkeep/new.ts';`],
  ['service-upkeep-imports-lower-groups', 'apps/backend/src/upkeep/new.ts', `import '../edge/new.ts';`],
  ['service-edge-imports-lower-groups', 'apps/backend/src/edge/new.ts', `import '../main.ts';`],
  ['no-cycles', 'apps/web/src/features/clients/row.ts', `import './Clients.tsx';`],
  ['no-mutual-folders', 'apps/web/src/features/orders/new.ts', `import '../couriers/Pane.tsx';`],
  ['services-ship-what-they-import', 'apps/bff/src/new.ts', `import 'lodash';`],
  ['services-ship-what-they-import', 'apps/bff/src/new.ts', `import 'vitest';`],
  ['products-import-no-tests', 'apps/bff/src/new.ts', `import '../test/upstream.ts';`],
  ['everything-resolves', 'apps/bff/src/new.ts', `import './nowhere.ts';`],
];

describe('import rules', () => {
  it('reports nothing for a valid repository and sees all its files', async () => {
    const report = await checkImports(repository());
    expect(report.breaches).toEqual([]);
    expect(report.unseen).toEqual([]);
    expect(report.modules).toBeGreaterThanOrEqual(Object.keys(SOUND).filter((path) => path.includes('/src/')).length);
  });

  it.each(BREACHES)('%s reports %s: %s', async (rule, from, text) => {
    const report = await checkImports(
      repository({ 'apps/bff/src/other.ts': '', 'apps/web/src/app/new.ts': '', [from]: text }),
    );
    expect(new Set(report.breaches.map((breach) => breach.rule))).toContain(rule);
  });

  it('tests each of its rules', () => {
    expect(new Set(BREACHES.map(([rule]) => rule))).toEqual(new Set([...RULE_NAMES, MUTUAL_FOLDERS]));
  });
});
