import { globSync } from 'node:fs';
import process from 'node:process';
import { changesModules, sharing } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether tests may read the existing build, as under `npm test`. */
    built: boolean;
  }
}

const COMPONENTS = 'src/**/*.test.tsx';
const changing = globSync(COMPONENTS).filter(changesModules);

/** Component tests: a `.test.tsx` next to its component, in jsdom. */
const components = {
  environment: 'jsdom',
  setupFiles: ['test/component-setup.ts', 'test/districts.ts'],
  css: { modules: { classNameStrategy: 'non-scoped' } },
} as const;

// A jsdom and the modules of the product for each file took a second and a half of CPU.
export default mergeConfig(sharing, {
  test: {
    setupFiles: ['test/districts.ts'],
    provide: { built: process.env['TEST_REPORTS'] !== undefined },
    projects: [
      {
        extends: true,
        test: { ...components, name: 'components', include: [COMPONENTS], exclude: changing, isolate: false },
      },
      { extends: true, test: { ...components, name: 'components alone', include: changing } },
    ],
  },
});
