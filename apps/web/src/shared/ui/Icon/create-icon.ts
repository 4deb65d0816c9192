import { createElement, type SVGProps } from 'react';

/** Shapes of an icon of lucide: elements with their attributes. */
export interface IconData {
  node: readonly (readonly [element: string, attributes: Readonly<Record<string, string>>])[];
}

type IconProps = SVGProps<SVGSVGElement> & { size?: number | string };

/**
 * Replaces the package's function of the same purpose in builds. That one also takes names, aliases, a context and
 * strokes of absolute width, which no page uses: 1.3 KB of the courier's page.
 * @returns the component of an icon, hidden from screen readers unless it has a label.
 */
export default function createIcon({ node }: IconData) {
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `lucide ${className}` : 'lucide',
        'aria-hidden': rest['aria-label'] === undefined || undefined,
        ...rest,
      },
      ...node.map(([element, attributes]) => createElement(element, attributes)),
    );
  };
}
