import { type ICruiseOptions, type IForbiddenRuleType, type IResolveOptions } from 'dependency-cruiser';

/** Which folder may import which. Enforces the layout in docs/architecture.md. */
const forbidden: IForbiddenRuleType[] = [
  {
    name: 'apps-are-strangers',
    comment: 'What two apps share is in packages/contracts.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
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
    name: 'subjects-know-no-operations',
    comment: 'The map is put together from the subjects; the other way round would be a circle.',
    from: { path: '^packages/contracts/src/subjects/' },
    to: { path: '^packages/contracts/src/operations[.]ts$' },
  },
  {
    name: 'browser-cannot-reach-the-inside',
    comment:
      'Answers of legacy hosts, the assertion between our services and the map of everything must not get into the bundle.',
    from: { path: '^apps/web/src/' },
    to: { path: '^packages/contracts/src/(legacy|openapi|assertion|settings|operations)', reachable: true },
  },
  {
    name: 'shared-knows-no-feature',
    comment: 'What all features use cannot lean on one of them.',
    from: { path: '^apps/web/src/shared/' },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'features-are-strangers',
    comment:
      'A feature can be removed by removing its folder. Who is signed in, which orders are meant, their photos, who delivers them and how much waits for a person are what all may ask.',
    from: { path: '^apps/web/src/features/([^/]+)/', pathNot: '^apps/web/src/features/(dispatch-desk|dashboard)/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/($1|session|orders|photos|couriers/api|attention/AttentionBadge)[/.]',
    },
  },
  {
    name: 'dispatch-desk-imports-its-parts',
    comment: 'The dispatch desk is composed of these features. It must not become a way around the rule above.',
    from: { path: '^apps/web/src/features/dispatch-desk/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(dispatch-desk|session|orders|couriers|days|reviews|imports|exports|views)/',
    },
  },
  {
    name: 'dashboard-imports-its-parts',
    comment:
      'The tabs and widgets of the Dashboard are features of their own. It must not become a way around the rule above.',
    from: { path: '^apps/web/src/features/dashboard/' },
    to: {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/(dashboard|session|orders|settlement|attention|reports)/',
    },
  },
  {
    name: 'features-know-no-app',
    comment:
      'app/ puts the product together from its parts. A part that reached back could not be had without the whole.',
    from: { path: '^apps/web/src/(features|shared)/' },
    to: { path: '^apps/web/src/app/' },
  },
  {
    name: 'gateway-policy-below-http',
    comment:
      'The layers of the gateway, from the top: http, policy, session, upstream. A layer imports only those below it.',
    from: { path: '^apps/bff/src/policy/', pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/bff/src/(app[.]ts|start[.]ts|(http|admin|manifest)/)' },
  },
  {
    name: 'gateway-session-below-policy',
    comment: 'Sessions, limits and upstreams are the same whatever the operations are.',
    from: { path: '^apps/bff/src/(session|throttle|upstream|problems|redis)/', pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/bff/src/((app|start|services)[.]ts|(http|policy|admin|manifest)/)' },
  },
  {
    name: 'gateway-upstream-below-session',
    comment: 'What calls an upstream is given the credentials, and does not look them up.',
    from: { path: '^apps/bff/src/(throttle|upstream|problems|redis)/', pathNot: '[.]test[.]ts$' },
    to: { path: '^apps/bff/src/session/' },
  },
  {
    name: 'no-cycles',
    comment: 'Modules in a circle can only be understood, tested and loaded together.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'services-ship-what-they-import',
    comment: 'The image installs production dependencies alone; our own packages are inside the bundle.',
    from: { path: '^apps/(bff|backend)/src/', pathNot: '[.]test[.]ts$' },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: '^packages/' },
  },
  {
    name: 'products-import-no-tests',
    comment: 'Test code in a product would ship fixtures, and hide that the product needs them.',
    from: { path: '/src/', pathNot: '[.]test[.]tsx?$' },
    to: { path: '^(apps|packages)/[^/]+/(test/|.*[.]test[.]tsx?$)' },
  },
  {
    name: 'everything-resolves',
    comment: 'What cannot be found cannot be judged by the other rules either.',
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
    exclude: { path: '^(apps|packages)/[^/]+/(dist|coverage|[.]turbo)/' },
  };
}

export const RESOLVE: Partial<IResolveOptions> = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'browser', 'node', 'types', 'default'],
  extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json', '.css'],
};

export const RULE_NAMES = forbidden.map((rule) => rule.name ?? '');
