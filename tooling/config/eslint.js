import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Only these files may read the environment; everything else is handed a validated configuration. */
const MESSAGE = 'Read the environment in config.ts alone.';
const CONFIG_FILES = ['**/src/config.ts', '**/config.test.ts', '**/*.config.ts'];

/** Each way of reading it, since a rule that knows one way only is a rule against one spelling. */
const readsEnvironment = (severity) => ({
  'no-restricted-properties': [severity, { object: 'process', property: 'env', message: MESSAGE }],
  'no-restricted-imports': [
    severity,
    ...['process', 'node:process'].map((name) => ({ name, importNames: ['env'], message: MESSAGE })),
  ],
  'no-restricted-syntax': [
    severity,
    { selector: 'MemberExpression[object.type="MetaProperty"][property.name="env"]', message: MESSAGE },
    {
      selector: 'MemberExpression[object.property.name="process"][property.name="env"]',
      message: MESSAGE,
    },
  ],
});

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
      ...readsEnvironment('error'),
    },
  },
  { files: CONFIG_FILES, rules: readsEnvironment('off') },
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
