import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite';
import { supportedBrowsers, TARGET } from './vite.browsers.ts';
import { plainIcons } from './vite.icons.ts';
import { screenFiles } from './vite.screens.ts';
import { css } from './vite.tokens.ts';

/**
 * Unused parts of axios and their replacements: the transport for browsers without XMLHttpRequest, forms as JSON or in a
 * query, nested queries, a table of status names, the old cancel API, progress events, interceptors, and checks of options,
 * which the compiler makes. Together 7 KB of the login page.
 */
const AXIOS_STAND_INS: Readonly<Record<string, string>> = {
  './fetch.js': 'export const getFetch = () => undefined;',
  '../helpers/formDataToJSON.js': 'export default (data) => data;',
  './helpers/formDataToJSON.js': 'export default (data) => data;',
  './helpers/HttpStatusCode.js': 'export default {};',
  './cancel/CancelToken.js': 'export default class {}',
  '../helpers/progressEventReducer.js': 'export const progressEventReducer = undefined;',
  '../helpers/toURLEncodedForm.js': 'export default (data) => data;',
  '../helpers/validator.js': `
    const any = () => undefined;
    export default { assertOptions: any, validators: { transitional: any, spelling: any } };`,
  // Turns the query of a call into parameters; contracts have no lists or objects there.
  './toFormData.js': `
    export default (params, target) => {
      for (const [name, value] of Object.entries(params)) if (value != null) target.append(name, value);
    };`,
  '../helpers/toFormData.js': 'export default undefined;',
  './helpers/toFormData.js': 'export default undefined;',
  './InterceptorManager.js': 'export default class { forEach() {} }',
};
const STAND_IN = '\0axios-stand-in:';

const axiosWithoutUnused: Plugin = {
  name: 'axios-without-unused',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source in AXIOS_STAND_INS && importer?.includes('/node_modules/axios/lib/') ? STAND_IN + source : null,
  load: (id) => (id.startsWith(STAND_IN) ? (AXIOS_STAND_INS[id.slice(STAND_IN.length)] ?? null) : null),
};

const ROUTER = fileURLToPath(new URL('../production/', import.meta.resolve('react-router')));

/**
 * The package exports its development build to everyone; this selects the production build, without the warnings. The
 * names it gives its components for React's developer tools go too: they would keep every unused component in the bundle.
 */
const routerForProduction: Plugin = {
  name: 'router-for-production',
  config: (_, { command }) =>
    command === 'build'
      ? {
          resolve: {
            alias: [
              { find: /^react-router$/, replacement: `${ROUTER}index.mjs` },
              { find: /^react-router\/dom$/, replacement: `${ROUTER}dom-export.mjs` },
            ],
          },
        }
      : null,
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) =>
      code.replace(/^\w+\.displayName = .*$/gm, '').replace(/= (?=React\d*\.forwardRef\()/g, '= /* @__PURE__ */ '),
  },
};

/** Properties of an operation that only the gateway, the dispatch service and the documentation use. */
const SERVER_ONLY = new Set(['summary', 'policy']);

/** Removes them from the browser bundle. */
const contractsWithoutPolicy: Plugin = {
  name: 'contracts-without-policy',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contracts\/src\/(?:subjects|dispatch)\// },
    handler(code) {
      let rest = '';
      let kept = 0;
      new Visitor({
        CallExpression({ callee, arguments: [, , definition] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'operation') return;
          if (definition?.type !== 'ObjectExpression') return;
          for (const [index, property] of definition.properties.entries()) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
            if (!SERVER_ONLY.has(property.key.name)) continue;
            rest += code.slice(kept, property.start);
            kept = definition.properties[index + 1]?.start ?? property.end;
          }
        },
      }).visit(parseSync('contract.ts', code).program);
      return rest + code.slice(kept);
    },
  },
};

const BEHIND_SIGN_IN =
  /packages\/contracts\/src\/(?:dispatch|subjects\/(?:clients|events|permissions|provider|storage|users))\b|\/src\/features\/dispatch-desk\//;

/** Marks the second copy of zod. */
const APART = '?apart';

/**
 * Contracts and receipts behind the login use far more of zod than the login page, and a bundle contains a module once,
 * in full, where it is first used. With a second copy the login page does not download what only they use.
 */
const zodBehindSignIn: Plugin = {
  name: 'zod-behind-sign-in',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    const from = importer ?? '';
    const isWanted = from.endsWith(APART) || (source === 'zod/mini' && BEHIND_SIGN_IN.test(from));
    if (!isWanted) return null;
    const found = await this.resolve(source, from.replace(APART, ''), { skipSelf: true });
    return found && { ...found, id: found.id + APART };
  },
  load: (id) => (id.endsWith(APART) ? readFile(id.slice(0, -APART.length), 'utf8') : null),
};

/** What all or most pages behind the sign-in share: apart, these modules would be many small files. */
const KIT = new RegExp(
  [
    // What every page behind the sign-in needs, with its dependencies.
    'src/app/(?:components|state)/(?!SignedIn)',
    // Icons are small and many, and no public page uses any.
    'node_modules/lucide-react/|src/shared/ui/(?:Icon|Tooltip)/',
    'src/features/shell/(?!Shell\\.|components/Drawer|state/(?:panel-scrollbar|follow-printing)|scrollbar|media\\.)',
    'src/features/(?:dispatch-desk/DispatchLive|session/components/(?:SessionWindows|OfficePicker))\\.',
    '@base-ui/react/csp-provider/',
    // What most screens share.
    'src/shared/ui/(?:ActionBar|Alert|Avatar|Card|DayPicker|EmptyState|ErrorState|IconButton|Mark|SearchField|Select|Skeleton|SkippedRows|TextArea|TimeField|TopBarSlot)/',
    'src/shared/ui/Window/Window(?:Foot)?\\.',
    'src/features/(?:couriers/api/(?:couriers|settings)|attention/api/attention)-query\\.',
    'contracts/src/dispatch/platform/presence\\.ts',
    'src/shared/dialogs/confirm\\.',
    'src/features/session/state/use-(?:office|time-zone)\\.',
    'src/features/orders/rules/(?:orders-address|orders-path|order-window)\\.',
    'src/shared/fields/(?:FieldValue|Highlight|PhoneText|compare-names|distinct-labels|fold|parse-figure)\\.',
    'src/shared/hooks/(?:announce|main-panel|move-focus-on-unmount|observe-sizes|use-lazy-module|use-media-query|use-seconds|use-server-time|use-today)\\.',
    'src/shared/queries/(?:config-query|known-answers|offices-query|reading)\\.',
    'src/shared/live/(?:coalesce|event-log|live|live-state)\\.',
    'src/shared/format/(?:format-countdown|order-count|format-relative|format-soles|format-(?:date-)?time|working-day)\\.',
    'src/features/orders/components/(?:DueText|LoadingTools|StateMark)\\.',
    'src/shared/map/(?:MapNote|read-tokens)\\.',
    'packages/contracts/src/dispatch/(?:[a-z]+/)?(?:couriers|days|dispatch-events|distance|exports|figures-changed|money|money-words|notes|peru|places|positions|reviews|views|working-day)\\.ts',
    'orders-keys\\.ts',
    '(?:useMutation|mutation|mutationObserver)\\.js',
    'infiniteQuery(?:Observer|Behavior)\\.js|useInfiniteQuery\\.js',
    'src/shared/ui/(?:DataGrid|Menu|Segmented)/',
    'packages/contracts/src/dispatch/(?:[a-z]+/)?(?:dashboard|figure-filters|guest|guest-links|orders|page-cursor)\\.ts',
    'src/features/clients/(?:api/clients-query|components/CellValue|rules/(?:dictionary|fields))\\.',
    'src/features/orders/(?:api/senders-query|components/OrdersLink)\\.',
    'src/features/photos/guest-links/components/ShareDay\\.',
    'src/features/(?:client-records/state/use-may-write-clients|dashboard/rules/tabs)\\.',
    'src/shared/fields/form-changes\\.',
    'src/shared/format/percent\\.',
    'src/shared/http/use-intent-key\\.',
    'src/shared/hooks/(?:use-(?:coarse-pointer|commands|latest-callback|leave-guard|roving-focus))\\.',
    'src/shared/live/(?:activity-entries|positions-store|use-changed-row)\\.',
  ].join('|'),
);

/** Modules shared by the desk and the map, except the map itself: state and rows of orders, districts and places. */
const ORDERS = new RegExp(
  [
    '(?:queriesObserver|useQueries)\\.js',
    'packages/contracts/src/dispatch/platform/(?:district|plausible-place)',
    'src/features/(?:couriers|days|reviews)/api/(?:courier-phone|days-query|reviews-query)\\.',
    'src/features/orders/(?:api/(?!senders)|rules|state)/',
    'src/features/couriers/rules/(?:find-couriers|load|zone-names)\\.',
    'src/shared/districts/',
    'src/shared/live/(?:ChangeNote|PresenceNote|presence-(?:store|text)|recent-changes)\\.',
    'src/shared/map/(?:base/places|exactness-at|main-places|office-view|orders/order-mark)\\.',
  ].join('|'),
);

/** Modules for actions on orders, shared by the desk and the map, with the first rows of both. */
const ACTING = new RegExp(
  [
    'packages/contracts/src/dispatch/work/assignments\\.ts',
    'src/features/orders/(?:focus-table|OrderSidePanel\\.module|components/(?:ChosenFilters|FilterBar\\.module|GridParts|OtherViewLink|SelectionBar))',
    'src/features/dispatch-desk/(?:DeskActions|api/send-bulk|lazy-windows|state/(?!closing-draft|desk-side|receipt-fold|use-attended|use-auto-dismiss|use-edited-routes|use-missed|use-routes-again|follow))',
    'src/features/dispatch-desk/components/(?:DragGhost|OpeningWindow|SelectionActions|StateMenu)\\.',
    'src/features/dispatch-desk/rules/(?:absent-question|action|bulk-request|change-sentences|closing|courier-fit|edge-scroll|intents|keys|outcome-of-failure|receipt-(?:lines|summary)|selected-after|state-moves|undo|visit-time)',
  ].join('|'),
);

/** The map with its tools, without the streets and outlines that it loads itself. */
const MAPS =
  /node_modules\/(?:leaflet|react-leaflet|@react-leaflet)\/|src\/shared\/map\/(?:MapView\.|base\/Base\.|orders\/|pin\/)/;

export default defineConfig({
  // Relative to <base href>, which the gateway rewrites for its BASE_PATH: one build works under any path.
  base: './',
  css,
  plugins: [
    axiosWithoutUnused,
    routerForProduction,
    plainIcons,
    contractsWithoutPolicy,
    zodBehindSignIn,
    react(),
    screenFiles,
    supportedBrowsers,
  ],
  build: {
    target: TARGET,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    // Bundled packages lose their licence texts, so they are collected here.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        // The login page contains the names of all chunks: short ones with billions of possible hashes.
        hashCharacters: 'base36',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // Shared by every page, so it is one file: it compresses better and needs one request.
        codeSplitting: {
          groups: [
            // Modules that the entry imports.
            { name: 'base', tags: ['$initial'], test: (id) => !id.endsWith(APART), entriesAware: false },
            { name: 'kit', test: KIT, entriesAware: false },
            { name: 'orders', test: ORDERS, entriesAware: false },
            { name: 'acting', test: ACTING, entriesAware: false },
            { name: 'maps', test: MAPS, entriesAware: false },
            {
              name: 'popups',
              test: /shared\/ui\/popups\/popups\.|@floating-ui\/|@base-ui\/react\/(?!autocomplete|combobox)|@base-ui\/utils\//,
              entriesAware: false,
            },
          ],
        },
      },
    },
  },
  // Outside /assets: the gateway sends files there without a policy, which a worker does not inherit from its page.
  worker: { rolldownOptions: { output: { entryFileNames: 'workers/[name]-[hash:7].js' } } },
  // The gateway accepts only its own origin, and these pages come from another port.
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', headers: { origin: 'http://localhost:3000' } } },
  },
});
