import { readFileSync } from 'node:fs';
import { type CSSOptions } from 'vite';

/** Tokens with one value in all themes and widths, which no script reads. */
const CONSTANT = /(--(?:leading|radius|space|text)-[\w-]+): ([^;]+);/g;

const tokens = readFileSync(new URL('src/shared/styles/tokens.css', import.meta.url), 'utf8');
const values = new Map([...tokens.matchAll(CONSTANT)].map(([, name = '', value = '']) => [name, value]));

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
