import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from './vitest.config.ts';

const HOST = 'mutation/host.ts';

/** The tests run for each mutant of the permission and office checks: those that run the service in-process. */
const tests = ['test/{dispatch-matrix,legacy-matrix,operations,permission-changes}.test.ts', HOST];

/** The host (mutation/host.ts) runs after all other test files are loaded. */
class HostLast extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(
      files.toSorted((a, b) => Number(a.moduleId.endsWith(HOST)) - Number(b.moduleId.endsWith(HOST))),
    );
  }
}

// Not merged, because that would add these files to all the others.
const { test, ...rest } = base as ViteUserConfig;

export default defineConfig({
  ...rest,
  test: { ...test, include: tests, isolate: false, testTimeout: 20_000, sequence: { sequencer: HostLast } },
});
