import { readFileSync } from 'node:fs';
import { type CSSOptions } from 'vite';

/** Fonts are longer than their names and read by scripts; a sheet sets the other one again. */
const KEPT = /^--(?:font-|ink-muted$)/;

const tokens = readFileSync(new URL('src/shared/styles/tokens.css', import.meta.url), 'utf8');
const definitions = [...tokens.matchAll(/(--[\w-]+): ([^;]+);/g)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
/** Tokens with one value in all themes and widths. */
const values = new Map(
  definitions.filter(([name]) => !KEPT.test(name) && definitions.filter(([other]) => other === name).length === 1),
);

/**
 * Writes constant tokens into the rules that use them, because the sign-in page and the courier's page are close to their
 * budgets. A plugin of PostCSS, which sees composed files as well.
 */
export const css: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'inline-tokens',
        OnceExit: (root) => {
          root.walkDecls((declaration) => {
            if (values.has(declaration.prop)) declaration.remove();
            else
              declaration.value = declaration.value.replace(
                /var\((--[\w-]+)\)/g,
                (use: string, name: string) => values.get(name) ?? use,
              );
          });
        },
      },
    ],
  },
};
