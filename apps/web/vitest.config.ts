import { sharing } from '@despacho/tooling/vitest';
import { mergeConfig } from 'vitest/config';

/** Component tests: a `.test.tsx` next to its component, in jsdom. */
export default mergeConfig(sharing, {
  test: {
    setupFiles: ['test/districts.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['test/component-setup.ts', 'test/districts.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
