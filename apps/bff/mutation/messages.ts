/** What the plugin and the thread that holds the tests say to each other. */
export const CHANNEL = 'despacho-mutants';

/** The one test file that vitest itself runs (host.ts). */
export const HOST = 'mutation/host.ts';

/** How long a test took, and how it failed where it did. */
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
  /** Switched on while the tests run; none for a run that shows that they pass. */
  mutant: string | undefined;
  /** How often the mutant's place may be passed before it counts as an endless loop. */
  hitLimit: number | undefined;
  /** Undefined for all of them. */
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

/** As Stryker counts: by test, how often each mutant's place was passed. */
export interface Coverage {
  static: Record<string, number>;
  perTest: Record<string, Record<string, number>>;
}

/** What Stryker's instrumented sources look at. */
export interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}
