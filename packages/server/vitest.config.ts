export { sharing as default } from '@despacho/tooling/vitest';
