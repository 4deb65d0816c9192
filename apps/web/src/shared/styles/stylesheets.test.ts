import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, SRC), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');

const TOKENS = ['shared/styles/tokens.css', 'shared/styles/map-tokens.css', 'shared/styles/zone-tokens.css'];
const tokens = TOKENS.map(read).join('\n');
const SHEETS = globSync('**/*.css', { cwd: SRC }).filter((path) => !TOKENS.includes(path));
const CODE = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((path) => !path.includes('.test.'));

/** Window widths in em that may change a layout, as listed in tokens.css. */
const WIDTHS = [20, 40, 48, 61.9375, 80];

/** @returns every match of `pattern` in these files, as `path: match`. */
const matches = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([match]) => `${path}: ${match}`));

const RULES: readonly (readonly [name: string, pattern: RegExp, breach: string])[] = [
  ['font sizes', /(?<=[\s;{])font(?:-size)?: (?!inherit)(?![^;]*var\(--text-)[^;]+/g, 'a { font-size: 13px; }'],
  [
    'line heights',
    /(?<=[\s;{])line-height: (?!1;)(?![^;]*var\(--)[^;]+|(?<=[\s;{])font: [^;]*\/\s*(?!1 )(?!var\(--leading-)[^;]+/g,
    'a { line-height: 18px; }',
  ],
  // Text that grows needs boxes that grow. Below 12px they hold no text.
  [
    'sizes above 11px from the font size',
    /(?<=[\s;{])(?:(?:min-|max-)?(?:width|height)|flex(?:-basis)?|grid-[a-z-]+): [^;]*(?<![\d.])(?:1[2-9]|[2-9]\d|\d{3,})px[^;]*/g,
    'a { min-width: calc(100% - 18px); }',
  ],
  [
    'spacing from 2px to 32px',
    /(?<=[\s;{])(?:padding|margin|(?:row-|column-)?gap)[a-z-]*: [^;]*(?<![\d.])(?:[2-9]|[12]\d|3[0-2])px/g,
    'a { margin: 0 10px; }',
  ],
  [
    'colours',
    /#(?:[\da-f]{3,4}){1,2}\b(?=[^{}]*[;}])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|: (?:white|black)\b/gi,
    'a { color: #fff; }',
  ],
];

/** Sheets that several components import, and how many: fewer than before is right, more is not. */
const OF_SEVERAL: Readonly<Record<string, number>> = {
  'features/attention/AttentionWindow': 3,
  'features/attention/HandoverWindow': 2,
  'features/attention/components/AttentionList': 4,
  'features/client-records/components/RecordCards': 2,
  'features/couriers/components/CourierPhone': 3,
  'features/couriers/components/CourierRecord': 5,
  'features/couriers/components/ZonesField': 2,
  'features/dashboard/components/WidgetCard': 2,
  'features/days/Days': 2,
  'features/dispatch-desk/components/Missed': 2,
  'features/dispatch-desk/components/PlanForm': 8,
  'features/dispatch-desk/components/RouteClosing': 3,
  'features/dispatch-desk/components/SortWindow': 4,
  'features/dispatch-desk/components/StopsList': 3,
  'features/images/components/PhotoWall': 2,
  'features/imports/components/ImportPreviewed': 12,
  'features/imports/components/ImportQuestions': 3,
  'features/map/components/CourierPanel': 2,
  'features/map/components/Found': 2,
  'features/map/components/MapFilters': 2,
  'features/map/components/MapFrame': 2,
  'features/map/components/SideList': 2,
  'features/map/replay/components/Replay': 5,
  'features/orders/OrderSidePanel': 3,
  'features/orders/components/FilterBar': 2,
  'features/orders/components/GridParts': 3,
  'features/orders/components/MoreFilters': 3,
  'features/orders/components/OrderEditor': 4,
  'features/people/components/PeopleTables': 2,
  'features/photos/components/OrderVisits': 3,
  'features/photos/components/ProofChecks': 2,
  'features/photos/components/ProofSection': 4,
  'features/photos/guest-links/components/ShareWindow': 3,
  'features/records/RecordsScreen': 3,
  'features/reports/Reports': 5,
  'features/reviews/Reviews': 3,
  'features/session/components/FactorWindow': 2,
  'features/session/components/OwnPassword': 3,
  'features/session/components/PasswordForm': 4,
  'features/session/components/SignInForm': 2,
  'features/settings/SettingsScreen': 6,
  'features/shell/components/MenuList': 2,
  'features/zones/components/ZonesPanel': 5,
  'field/components/Chips': 2,
  'field/components/Common': 16,
  'field/components/FindStop': 3,
  'field/components/Message': 2,
  'field/components/NoticeScreen': 2,
  'field/components/ReasonField': 3,
  'field/components/Screen': 5,
  'field/components/SignatureField': 2,
  'guest/components/Guest': 4,
  'shared/fields/ContactLink': 2,
  'shared/live/Live': 3,
  'shared/map/MapView': 6,
  'shared/map/orders/OrdersMap': 7,
  'shared/map/zones/zones': 5,
};

/** Selectors with a class: a build hashes those of modules. Libraries keep the names of theirs. */
const CLASS_IN_CODE =
  /\.(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\(\s*(['"`])(?:(?!\1|\$\{).)*?\.(?!leaflet-)[a-z]/gi;

/** @returns the sheets that components import, each as often as it is imported. Those in `shared/ui` are for many. */
const importedSheets = (): string[] =>
  CODE.flatMap((path) =>
    [...read(path).matchAll(/^import \w+ from '([^']+)\.module\.css'/gm)].map(([, from = '']) =>
      from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(path), from),
    ),
  ).filter((sheet) => !sheet.startsWith('shared/ui/'));

/** The specificity of a selector, to compare rules of one sheet: (a, b, c) without ids, as one number. */
function specificity(selector: string): number {
  const parts = selector.replaceAll(/:where\([^)]*\)/g, '').replaceAll(/:(?:is|not|has|global)\(/g, '(');
  const classes = parts.match(/\.[\w-]+|\[[^\]]*\]|(?<!:):(?!:)[a-z-]+/g) ?? [];
  const types = parts.replaceAll(/\[[^\]]*\]/g, '').match(/(?<![\w.:-])[a-z][a-z\d]*|::[a-z-]+/g) ?? [];
  return classes.length * 100 + types.length;
}

/** @returns hover backgrounds that replace the background of a state, such as pressed. */
function hoversOverStates(sheet: string): string[] {
  const grounds = [...sheet.matchAll(/([^{};]+)\{[^{}]*background[^{}]*\}/g)].flatMap(([, list = ''], place) =>
    list.split(/,\s*(?![^()]*\))/).map((selector) => ({ selector: selector.trim(), place })),
  );
  const STATE = /\[(?:aria|data)-[\w-]+[^\]]*\]|:checked/;
  /** The same for two selectors that can match the same element in two states. */
  const element = (selector: string): string => selector.replaceAll(/:hover|:not\([^)]*\)/g, '').replace(STATE, '');
  const areSame = (one: string, other: string): boolean =>
    one === other || one.replace(/(?<=\s)\w+$/, '') === other || other.replace(/(?<=\s)\w+$/, '') === one;
  return grounds
    .filter(({ selector }) => /:hover[^\s]*$/.test(selector) && !STATE.test(selector))
    .flatMap((hover) =>
      grounds
        .filter(({ selector }) => STATE.test(/\S+$/.exec(selector)?.[0] ?? '') && !selector.includes(':hover'))
        .filter(({ selector, place }) => {
          const higher = specificity(hover.selector) - specificity(selector) || hover.place - place;
          return higher > 0 && areSame(element(hover.selector), element(selector));
        })
        .map(({ selector }) => `${hover.selector} over ${selector}`),
    );
}

describe('style sheets', () => {
  it.each(RULES)('S26: take %s from the tokens', (_, pattern, breach) => {
    expect(breach).toMatch(pattern);
    expect(matches(SHEETS, pattern)).toEqual([]);
  });

  it('S26: change layouts only at the listed window widths', () => {
    const query = /@media[^{]+|\((?:[\d.]+\w+ <=? )?width [<>]=? [^)]+\)/g;
    const used = matches([...TOKENS, ...SHEETS], /@media[^{]+/g).concat(matches(CODE, query));
    const others = used.filter((media) =>
      [...media.matchAll(/width [<>]=? ([\d.]+\w+)|([\d.]+\w+) <=? width/g)].some(
        ([, after = '', before = after]) => !WIDTHS.includes(Number(/^(.*)em$/.exec(before)?.[1])),
      ),
    );
    expect(used.length).toBeGreaterThan(20);
    expect(others).toEqual([]);
  });

  it('belong to one component each, unless they are shared or listed', () => {
    const users: Record<string, number> = {};
    for (const sheet of importedSheets()) users[sheet] = (users[sheet] ?? 0) + 1;
    expect(Object.fromEntries(Object.entries(users).filter(([, count]) => count > 1))).toEqual(OF_SEVERAL);
  });

  it('have classes that code selects by no name', () => {
    const breach = "a.querySelector<HTMLElement>('[aria-invalid], .problem')";
    expect(breach).toMatch(CLASS_IN_CODE);
    expect(matches(CODE, CLASS_IN_CODE)).toEqual([]);
  });

  it('align an icon with its line only where it is in the line: base.css makes it a block', () => {
    const aligned = /[^{}]*svg \{(?![^}]*display: inline)[^}]*vertical-align/g;
    expect('.over svg { vertical-align: -2px; }').toMatch(aligned);
    expect(matches(SHEETS, aligned)).toEqual([]);
  });

  it('keep the background of a state on hover', () => {
    const states = ".states [aria-pressed='true'] { background: var(--a); }";
    expect(hoversOverStates(`.states button:hover { background: var(--b); } ${states}`)).toHaveLength(1);
    expect(hoversOverStates(`.states > :hover { background: var(--b); } ${states}`)).toEqual([]);
    expect(SHEETS.flatMap((path) => hoversOverStates(read(path)).map((found) => `${path}: ${found}`))).toEqual([]);
  });

  it('S26: use seven font sizes', () => {
    expect(tokens.match(/--text-\w+: [\d.]+rem/g)).toHaveLength(7);
  });

  it('S26: use only defined tokens', () => {
    const defined = new Set(matches([...TOKENS, ...SHEETS], /--[\w-]+(?=:)/g).map((match) => match.split(': ')[1]));
    const used = matches(SHEETS, /(?<=var\()--(?:text|leading|space|ink|sheet|shadow|map)[\w-]*/g);
    expect(used.filter((match) => !defined.has(match.split(': ')[1]))).toEqual([]);
  });

  it('S26: define only used tokens', () => {
    const all = [...TOKENS, ...SHEETS, ...CODE].map(read).join('\n');
    const unused = [...new Set(tokens.match(/--[\w-]+(?=:)/g))].filter(
      (name) => !new RegExp(`var\\(${name}[),]|['"]${name}['"]`).test(all),
    );
    expect(unused).toEqual([]);
  });
});
