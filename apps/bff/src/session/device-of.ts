/** In order of checking: most browsers also claim to be those below them. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Longer than any real browser's; the rest is ignored. */
const MAX_AGENT = 400;

const nameIn = (agent: string, names: typeof BROWSERS): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/**
 * @param userAgent the raw header, which may be anything.
 * @returns a name by which users recognize their device, such as «Chrome en Windows». Contains only words from this
 * file.
 */
export function deviceOf(userAgent: string | undefined): string {
  const agent = userAgent?.slice(0, MAX_AGENT) ?? '';
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (!browser && !system) return 'Dispositivo desconocido';
  return system ? `${browser ?? 'Navegador desconocido'} en ${system}` : (browser ?? '');
}
