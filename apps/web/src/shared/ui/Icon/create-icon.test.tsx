import { renderToStaticMarkup } from 'react-dom/server';
import Phone, * as phone from 'lucide-react/icons/phone';
import { expect, test } from 'vitest';
import createIcon, { type IconData } from './create-icon.ts';

// The package exports it without declaring it.
const { __iconData } = phone as unknown as { __iconData: IconData };
const Plain = createIcon(__iconData);

/** Without the classes with the icon's names, which no page uses, and with attributes in one order. */
function normal(html: string): string {
  const svg = new DOMParser().parseFromString(html, 'text/html').querySelector('svg');
  for (const name of [...(svg?.classList ?? [])]) if (name.startsWith('lucide-')) svg?.classList.remove(name);
  const attributes = [...(svg?.attributes ?? [])].map(({ name, value }) => `${name}=${value}`).sort();
  return `${attributes.join(' ')} ${svg?.innerHTML}`;
}

test.each([
  {},
  { size: 14, 'aria-hidden': true },
  { size: 20, strokeWidth: 1.5, className: 'mark' },
  { 'aria-label': 'Teléfono', role: 'img' },
  { fill: 'currentColor' },
] as const)('draws the package’s icon with %o', (props) => {
  const own = renderToStaticMarkup(<Plain {...props} />);
  expect(normal(own)).toBe(normal(renderToStaticMarkup(<Phone {...props} />)));
  expect(own).toContain('<path');
});
