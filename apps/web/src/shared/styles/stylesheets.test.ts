import { globSync, readFileSync } from 'node:fs';
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
