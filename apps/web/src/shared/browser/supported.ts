/*
 * Imported before anything else by each page. In a browser that is too old no page starts: half of it would fail later, in
 * the middle of somebody's work. What the oldest supported browser, Safari 16.4, lacks is added here and, for what is
 * used behind the sign-in only, in `polyfills.ts`. The build rejects the rest (`scripts/newer-features.ts`).
 */

const isSupported = 'toSorted' in [] && 'timeout' in AbortSignal && CSS.supports('selector(:has(a))');

if (!isSupported) {
  document.documentElement.setAttribute('data-old-browser', '');
  throw new Error('This browser is too old');
}

// oxlint-disable-next-line typescript/no-unnecessary-condition, typescript/unbound-method -- the types are those of newer browsers
URL.canParse ??= (...address) => {
  try {
    return Boolean(new URL(...address));
  } catch {
    return false;
  }
};
