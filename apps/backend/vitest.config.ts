import { shared } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

// Opening the embedded database takes seconds of pure computing, and several times that on a busy machine.
export default mergeConfig(shared, { test: { testTimeout: 60_000, hookTimeout: 120_000 } });
