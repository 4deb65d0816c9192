export { node as default } from '@despacho/tooling/eslint';
