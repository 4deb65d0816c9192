/** In the order of asking: most browsers also claim to be the ones below them. */
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

/** Longer than any browser's own; what comes after is not looked at. */
const MAX_AGENT = 400;

const nameIn = (agent: string, names: typeof BROWSERS): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/**
 * @param userAgent the header as it came, which may be anything.
 * @returns what a person recognises their device by, such as «Chrome en Windows». Made of the words of this file alone.
 */
export function deviceOf(userAgent: string | undefined): string {
  const agent = userAgent?.slice(0, MAX_AGENT) ?? '';
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (!browser && !system) return 'Dispositivo desconocido';
  return system ? `${browser ?? 'Navegador desconocido'} en ${system}` : (browser ?? '');
}
