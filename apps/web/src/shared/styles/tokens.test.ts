import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FILES = ['tokens.css', 'map-tokens.css', 'zone-tokens.css'].map((name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8'),
);

function declarations(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*(#[\da-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const light = new Map(FILES.flatMap((css) => [...declarations(css.slice(0, css.indexOf('@media screen')))]));
const dark = new Map([
  ...light,
  ...FILES.flatMap((css) => [
    ...declarations(css.slice(css.indexOf('@media screen')).split('@media (pointer')[0] ?? ''),
  ]),
]);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: ReadonlyMap<string, string>, [a, b]: readonly [string, string]): number {
  const [first, second] = [a, b].map((name) => {
    const value = theme.get(name);
    if (value === undefined) throw new Error(`No token ${name}`);
    return luminance(value);
  });
  const [lower = 0, upper = 0] = [first ?? 0, second ?? 0].sort((x, y) => x - y);
  return (upper + 0.05) / (lower + 0.05);
}

const TEXT: readonly (readonly [string, string])[] = [
  ...['--paper', '--card', '--hover', '--accent-ground', '--line-soft'].map((ground) => ['--text', ground] as const),
  ...['--paper', '--card', '--hover', '--accent-ground'].map((ground) => ['--muted', ground] as const),
  ['--accent', '--paper'],
  ['--accent', '--card'],
  ['--accent-text', '--accent-ground'],
  ['--on-accent', '--accent'],
  ['--on-accent', '--accent-strong'],
  ['--on-alarm', '--alarm'],
  ['--ink-text', '--ink'],
  ['--ink-text', '--ink-raised'],
  ['--ink-muted', '--ink'],
  ['--ink-muted', '--ink-raised'],
  ['--on-ink-action', '--ink-action'],
  ...['--map-text', '--map-text-muted'].flatMap((text) =>
    ['land', 'road', 'park', 'houses', 'campus'].map((ground) => [text, `--map-${ground}`] as const),
  ),
  ['--map-text-water', '--map-land'],
  ...['turquesa', 'azul', 'violeta', 'rosa', 'rojo', 'ambar', 'verde', 'gris'].map(
    (color) => [`--zone-${color}`, '--map-land'] as const,
  ),
  ...['good', 'warn', 'alarm', 'info', 'move'].flatMap(
    (tone) =>
      [
        [`--${tone}`, `--${tone}-ground`],
        [`--${tone}`, '--card'],
        [`--${tone}`, '--paper'],
      ] as const,
  ),
];

/** Colours that show the bounds or the state of a control (WCAG 1.4.11). */
const CONTROLS: readonly (readonly [string, string])[] = [
  ['--line-strong', '--card'],
  ['--accent', '--paper'],
  ['--accent', '--accent-ground'],
  ['--ink-accent', '--ink'],
];

describe.each([
  ['light', light],
  ['dark', dark],
])('tokens, %s', (_, theme) => {
  it.each(TEXT)('S26: text %s on %s has 4.5:1', (...pair) => {
    expect(contrast(theme, pair)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(CONTROLS)('S26: %s on %s has 3:1', (...pair) => {
    expect(contrast(theme, pair)).toBeGreaterThanOrEqual(3);
  });
});

it('S26: every token of the dark theme has a light one', () => {
  expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([]);
});
