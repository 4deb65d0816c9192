import { shared } from '@despacho/tooling/vitest';
import { defineConfig, mergeConfig } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** On CI nothing that is missing from the machine may be skipped. */
    continuousIntegration: boolean;
  }
}

// Real sockets, upstreams and timers: generous on a machine that is busy with other things.
export default mergeConfig(
  shared,
  defineConfig({
    test: {
      testTimeout: 20_000,
      hookTimeout: 20_000,
      provide: { continuousIntegration: process.env['CI'] === 'true' },
    },
  }),
);
