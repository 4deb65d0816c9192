export { browser as default } from '@despacho/tooling/eslint';
