import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, SUPPORTED } from '../vite.browsers.ts';

interface Feature {
  pattern: RegExp;
  /**
   * The first version that has it, from MDN's browser-compat-data; Infinity if none has it. Chrome's also applies to
   * Edge, and Safari's to iOS.
   */
  chrome: number;
  firefox: number;
  safari: number;
  /** What an older browser does without it. */
  without?: string;
}

const POLYFILL = 'shared/browser/ adds it';

/**
 * Features of scripts and style sheets that some supported browser may lack. Features that TypeScript's library es2024
 * does not know are rejected by the type check. Add a feature when a page begins to use it.
 */
export const FEATURES: Readonly<Record<string, Feature>> = {
  'AbortSignal.any': { pattern: /AbortSignal\.any\b/, chrome: 116, firefox: 124, safari: 17.4, without: POLYFILL },
  'Map.groupBy': { pattern: /\bMap\.groupBy\b/, chrome: 117, firefox: 119, safari: 17.4, without: POLYFILL },
  'URL.canParse': { pattern: /\bURL\.canParse\b/, chrome: 120, firefox: 115, safari: 17, without: POLYFILL },
  'Object.groupBy': { pattern: /\bObject\.groupBy\b/, chrome: 117, firefox: 119, safari: 17.4 },
  'Promise.withResolvers': { pattern: /Promise\.withResolvers\b/, chrome: 119, firefox: 121, safari: 17.4 },
  'Promise.try': { pattern: /Promise\.try\b/, chrome: 128, firefox: 134, safari: 18.2 },
  'Array.fromAsync': { pattern: /Array\.fromAsync\b/, chrome: 121, firefox: 115, safari: 16.4 },
  'URL.parse': { pattern: /\bURL\.parse\b/, chrome: 126, firefox: 126, safari: 18 },
  'set operations': {
    pattern: /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
    chrome: 122,
    firefox: 127,
    safari: 17,
  },
  'iterator helpers': {
    pattern: /\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|take|drop|flatMap|toArray)\(/,
    chrome: 122,
    firefox: 131,
    safari: 18.4,
  },
  'RegExp.escape': { pattern: /RegExp\.escape\b/, chrome: 136, firefox: 134, safari: 18.2 },
  requestIdleCallback: { pattern: /\brequestIdleCallback\(/, chrome: 47, firefox: 55, safari: Infinity },
  'scheduler.yield': {
    pattern: /\bscheduler\.(?:yield|postTask)\(/,
    chrome: 129,
    firefox: 142,
    safari: Infinity,
    without: 'the reader of QR codes asks for it first, and we read pictures one at a time',
  },
  checkVisibility: {
    pattern: /\.checkVisibility\(/,
    chrome: 105,
    firefox: 106,
    safari: 17.4,
    without: 'Base UI asks for it first',
  },
  startViewTransition: {
    pattern: /\.startViewTransition\(/,
    chrome: 111,
    firefox: 144,
    safari: 18,
    without: 'React and the router ask for it first',
  },
  popover: {
    pattern: /\.showPopover\(/,
    chrome: 114,
    firefox: 125,
    safari: 17,
    without: 'no tooltips; every control has its name. SweetAlert uses it only with topLayer',
  },
  cookieStore: {
    pattern: /\bcookieStore\.get\(/,
    chrome: 87,
    firefox: 140,
    safari: 18.4,
    without: 'shared/browser/cookies.ts reads no cookie in a worker',
  },
  'light-dark()': { pattern: /light-dark\(/, chrome: 123, firefox: 120, safari: 17.5 },
  '@starting-style': {
    pattern: /@starting-style/,
    chrome: 117,
    firefox: 129,
    safari: 17.5,
    without: 'no animation of what appears',
  },
  'content-visibility': {
    pattern: /content-visibility:/,
    chrome: 85,
    firefox: 125,
    safari: 18,
    without: 'long lists take longer to draw',
  },
  ':popover-open': {
    pattern: /:popover-open/,
    chrome: 114,
    firefox: 125,
    safari: 17,
    without: 'no tooltips',
  },
  'text-wrap': { pattern: /text-wrap:/, chrome: 117, firefox: 121, safari: 17.5, without: 'lines break elsewhere' },
  'anchor positioning': { pattern: /position-anchor:|anchor\(/, chrome: 125, firefox: 147, safari: 26 },
  'field-sizing': { pattern: /field-sizing:/, chrome: 123, firefox: 152, safari: 26.2 },
  '@scope': { pattern: /@scope\b/, chrome: 118, firefox: 146, safari: 17.4 },
};

const NAMES = { chrome: 'chrome', edge: 'chrome', firefox: 'firefox', safari: 'safari', ios: 'safari' } as const;

/** @returns whether a supported browser lacks the feature. */
const isNewer = (feature: Feature): boolean =>
  (Object.keys(NAMES) as Browser[]).some((browser) => feature[NAMES[browser]] > SUPPORTED[browser]);

/** @returns the features in a script or style sheet that a supported browser lacks, and that have no way without. */
export const newerFeatures = (text: string): string[] =>
  Object.entries(FEATURES).flatMap(([name, feature]) =>
    feature.without === undefined && isNewer(feature) && feature.pattern.test(text) ? [name] : [],
  );

/** @returns such features in each file of a build: «assets/desk.js: Promise.try». */
export async function newerFeaturesIn(dist: string): Promise<string[]> {
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.(?:js|css)$/.test(file));
  const found = files.map(async (file) =>
    newerFeatures(await readFile(`${dist}/${file}`, 'utf8')).map((name) => `${file}: ${name}`),
  );
  return (await Promise.all(found)).flat();
}

if (import.meta.main) {
  const found = await newerFeaturesIn(fileURLToPath(new URL('../dist', import.meta.url)));
  for (const line of found) process.stderr.write(`A supported browser lacks what the build uses. ${line}\n`);
  if (found.length > 0) process.exitCode = 1;
}
