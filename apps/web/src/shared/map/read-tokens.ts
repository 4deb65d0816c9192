/** @returns the values of custom properties in the current theme, for a canvas, which cannot use stylesheets. */
export function readTokens<Name extends string>(
  element: Element,
  tokens: Readonly<Record<Name, string>>,
): Record<Name, string> {
  const style = getComputedStyle(element);
  const values = Object.entries<string>(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return Object.fromEntries(values) as Record<Name, string>;
}
