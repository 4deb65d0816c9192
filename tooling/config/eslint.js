import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Only these files may read the environment; everything else is handed a validated configuration. */
const CONFIG_FILES = ['**/src/config.ts', '**/config.test.ts', '**/*.config.ts'];

const base = tseslint.config(
  { ignores: ['dist/**', '.turbo/**', 'coverage/**', '.output/**'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in config.ts alone.' },
      ],
    },
  },
  { files: CONFIG_FILES, rules: { 'no-restricted-properties': 'off' } },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
);

/** Rules for what runs in Node. */
export const node = [...base, { languageOptions: { globals: globals.node } }];

/** Rules for what runs in the browser. */
export const browser = [
  ...base,
  reactHooks.configs.flat['recommended-latest'],
  { languageOptions: { globals: globals.browser } },
];
