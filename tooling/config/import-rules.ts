import { type ICruiseOptions, type IForbiddenRuleType, type IResolveOptions } from 'dependency-cruiser';

/** Groups of the dispatch service, from the lowest. A group imports only those before it. */
const SERVICE_GROUPS = ['platform', 'people', 'fleet', 'orders', 'work', 'field', 'insight', 'upkeep', 'edge'];

/** Folders of the gateway and the files that combine them, from the lowest. Its other files are below all of them. */
const GATEWAY_PARTS = [
  ...['problems', 'redis', 'upstream', 'config-fields', 'config', 'runtime', 'throttle', 'session', 'providers'],
  ...[
    'security-events',
    'metrics',
    'operations',
    'services',
    'policy',
    'manifest',
    'http',
    'app',
    'admin',
    'start',
    'commands',
    'main',
  ],
];

/** Which folder may import which. Enforces the layout in docs/architecture.md. */
const forbidden: IForbiddenRuleType[] = [
  {
    name: 'apps-are-strangers',
    comment: 'Apps share code only through packages/contracts, and the services also through packages/server.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'tooling-enters-apps-by-tools',
    comment:
      'Scripts and browser tests use what an app offers in tools/, and the support files of its tests and benches.',
    from: { path: '^(tooling|e2e)/' },
    to: { path: '^apps/', pathNot: '^apps/[^/]+/(tools|test|bench)/' },
  },
  {
    name: 'apps-do-not-import-their-tools',
    comment: 'What is in tools/ is not part of the product.',
    from: { path: '^apps/[^/]+/src/', pathNot: '[.]test[.]tsx?$' },
    to: { path: '^apps/[^/]+/tools/' },
  },
  {
    name: 'demonstration-world-stays-in-it',
    comment:
      'The product learns places. Only what makes the demonstration, and the simulated phones through tools/, knows where its doors are.',
    from: { pathNot: '^apps/backend/(src/edge/demo/|tools/|scripts/)' },
    to: { path: '^apps/backend/src/edge/demo/world/' },
  },
  {
    name: 'contracts-import-zod-alone',
    comment: 'Contracts run in the browser and in both services. (The OpenAPI writer is a script, not part of them.)',
    from: {
      path: '^packages/contracts/src/',
      pathNot: ['[.]test[.]ts$', '^packages/contracts/src/openapi/write[.]ts$'],
    },
    to: { pathNot: ['^packages/contracts/src/', '(^|/)node_modules/zod/'] },
  },
  {
    name: 'server-imports-node-alone',
    comment: 'The gateway and the service share it: it does not depend on the product or on what one of them uses.',
    from: { path: '^packages/server/src/', pathNot: '[.]test[.]ts$' },
    to: { pathNot: '^packages/server/src/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'subjects-know-no-operations',
    comment: 'operations.ts combines the subjects; importing it back would be a cycle.',
    from: { path: '^packages/contracts/src/subjects/' },
    to: { path: '^packages/contracts/src/operations[.]ts$' },
  },
  {
    name: 'browser-cannot-reach-the-inside',
    comment:
      'The bundle must not contain responses of legacy hosts, the assertion between our services, the list of all operations, or code of the services.',
    from: { path: '^apps/web/src/' },
    to: {
      path: '^packages/(server/|contracts/src/(legacy|openapi|assertion|password-calls|factor-calls|provider-calls|identity-providers|operations))',
      reachable: true,
    },
  },
  {
    name: 'shared-knows-no-feature',
    comment: 'Shared code must not depend on a feature.',
    from: { path: '^apps/web/src/shared/' },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'features-are-strangers',
    comment:
      'Removing a folder removes the feature. Exceptions: session, orders, photos, the records of clients, their import, the requests for couriers, the number in the menu, and the guide above the content, which all features may use.',
    from: {
      path: '^apps/web/src/features/([^/]+)/',
      pathNot: '^apps/web/src/features/(dispatch-desk|dashboard|map|people|permissions|settings)/',
    },
    to: {
      path: '^apps/web/src/features/',
      pathNot:
        '^apps/web/src/features/($1|session|orders|photos|client-records|imports/ClientsImportWindow|couriers/api|attention/AttentionBadge|first-day/FirstDayBar)[/.]',
    },
  },
  {
    name: 'dispatch-desk-imports-its-parts',
    comment: 'The dispatch desk combines these features, and no others.',
    from: { path: '^apps/web/src/features/dispatch-desk/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(dispatch-desk|session|orders|couriers|days|reviews|imports|exports|views)/',
    },
  },
  {
    name: 'dashboard-imports-its-parts',
    comment: 'The Dashboard combines these features, and no others.',
    from: { path: '^apps/web/src/features/dashboard/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(dashboard|session|orders|settlement|attention|reports)/',
    },
  },
  {
    name: 'people-imports-its-parts',
    comment:
      'People are also created from a file, with the import that couriers and clients share, and no other feature.',
    from: { path: '^apps/web/src/features/people/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(people|session|imports)/',
    },
  },
  {
    name: 'permissions-imports-its-parts',
    comment: 'Permiso Usuario combines the permissions with the people of the office, and no other feature.',
    from: { path: '^apps/web/src/features/permissions/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(permissions|people|session)/',
    },
  },
  {
    name: 'map-imports-its-parts',
    comment:
      'The map acts on orders with the actions of the dispatch desk, shows couriers with their money, and holds the editor of zones. It combines no other features.',
    from: { path: '^apps/web/src/features/map/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(map|session|orders|photos|couriers|dispatch-desk|zones|settlement/api)/',
    },
  },
  {
    name: 'settings-imports-its-parts',
    comment: 'The settings screen combines the forms of these features, and no others.',
    from: { path: '^apps/web/src/features/settings/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(settings|session|couriers|attention)/',
    },
  },
  {
    name: 'features-know-no-app',
    comment: 'app/ combines the features; importing it back would be a cycle.',
    from: { path: '^apps/web/src/(features|shared)/' },
    to: { path: '^apps/web/src/app/' },
  },
  ...GATEWAY_PARTS.map((part, level) => ({
    name: 'gateway-imports-lower-parts',
    comment: 'Imports between the folders of the gateway run one way, with the files that combine them.',
    from: { path: `^apps/bff/src/${part}(/|[.]ts$)`, pathNot: '[.]test[.]ts$' },
    to: {
      path: `^apps/bff/src/([^/]+/|(${GATEWAY_PARTS.join('|')})[.]ts$)`,
      pathNot: `^apps/bff/src/(${GATEWAY_PARTS.slice(0, level + 1).join('|')})(/|[.]ts$)`,
    },
  })),
  ...SERVICE_GROUPS.map((group, level) => ({
    name: `service-${group}-imports-lower-groups`,
    comment: 'Imports between the groups of the service run one way; files directly in src combine them all.',
    from: { path: `^apps/backend/src/${group}/`, pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/backend/src/', pathNot: `^apps/backend/src/(${SERVICE_GROUPS.slice(0, level + 1).join('|')})/` },
  })),
  {
    name: 'no-cycles',
    comment: 'Modules in a cycle can only be understood, tested and loaded together.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'services-ship-what-they-import',
    comment: 'The image installs only production dependencies; our own packages are bundled.',
    from: { path: '^apps/(bff|backend)/src/', pathNot: '[.]test[.]ts$' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^packages/' },
  },
  {
    name: 'products-import-no-tests',
    comment: 'Product code that imports test code would ship fixtures.',
    from: { path: '/src/', pathNot: '[.]test[.]tsx?$' },
    to: { path: '^(apps|packages)/[^/]+/(test/|.*[.]test[.]tsx?$)' },
  },
  {
    name: 'everything-resolves',
    comment: 'The other rules cannot check an import that does not resolve.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @returns dependency-cruiser's options for the repository in `baseDir`. */
export function cruiseOptions(baseDir: string): ICruiseOptions {
  return {
    baseDir,
    validate: true,
    ruleSet: { forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })) },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no compiler API that dependency-cruiser could use.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((apps|packages)/[^/]+|e2e|tooling)/(dist|coverage|[.]turbo|[.]output)/' },
  };
}

export const RESOLVE: Partial<IResolveOptions> = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'browser', 'node', 'types', 'default'],
  extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json', '.css'],
};

export const RULE_NAMES = forbidden.map((rule) => rule.name ?? '');
