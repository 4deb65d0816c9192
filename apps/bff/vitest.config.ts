import { shared } from '@despacho/tooling/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** On CI nothing that is missing from the machine may be skipped. */
    continuousIntegration: boolean;
  }
}

export default mergeConfig(
  shared,
  defineConfig({ test: { provide: { continuousIntegration: process.env['CI'] === 'true' } } }),
);
