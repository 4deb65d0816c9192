export { shared as default } from '@despacho/tooling/vitest';
