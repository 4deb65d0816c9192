import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from './vitest.config.ts';

const HOST = 'mutation/host.ts';

/** The tests a mutant of the permission and office checks is shown: those that run the service inside the test's own process. */
const tests = ['test/{dispatch-matrix,legacy-matrix,operations,permission-changes}.test.ts', HOST];

/** What holds the others (mutation/host.ts) comes when all of them are loaded. */
class HostLast extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(
      files.toSorted((a, b) => Number(a.moduleId.endsWith(HOST)) - Number(b.moduleId.endsWith(HOST))),
    );
  }
}

// Not merged: that would add these files to all the others.
const { test, ...rest } = base as ViteUserConfig;

export default defineConfig({
  ...rest,
  test: { ...test, include: tests, isolate: false, testTimeout: 20_000, sequence: { sequencer: HostLast } },
});
