export { shared as default } from './config/vitest.ts';
