/** Messages between the plugin and the thread that keeps the tests loaded. */
export const CHANNEL = 'despacho-mutants';

/** The only test file that vitest itself runs (host.ts). */
export const HOST = 'mutation/host.ts';

/** Duration of a test, and its failure if it failed. */
export interface Told {
  id: string;
  name: string;
  fileName: string;
  line: number | undefined;
  milliseconds: number;
  state: 'pass' | 'fail' | 'skip';
  failure?: string;
}

export interface Run {
  say: 'run';
  /** Active while the tests run; none for the initial run. */
  mutant: string | undefined;
  /** How often the mutant may be executed before it counts as an endless loop. */
  hitLimit: number | undefined;
  /** Undefined runs all tests. */
  testIds: string[] | undefined;
  bail: boolean;
}

export type Order = Run | { say: 'end' };

export interface Outcome {
  say: 'outcome';
  tests: Told[];
  hits: number;
  coverage: Coverage;
}

export type Answer = { say: 'ready'; broken: string[] } | Outcome;

/** In Stryker's format: by test, how often each mutant was executed. */
export interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

/** State that Stryker's instrumented sources read. */
export interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
