import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type KilledMutantRunResult,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { dirname } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { type Answer, CHANNEL, HOST, type Order, type Outcome, type Run, type Told } from './messages.ts';

/** Tests of the whole chain, which take longer to load than those next to their source. */
const IN_TEST = /\/test\/[^/]+(\/[^/]+)?\.test\.ts$/;

const resultOf = ({ id, name, fileName, line, milliseconds, state, failure }: Told): TestResult => {
  const told = {
    id,
    name,
    fileName,
    timeSpentMs: milliseconds,
    ...(line !== undefined && { startPosition: { line: line - 1, column: 0 } }),
  };
  if (state === 'fail') return { ...told, status: TestStatus.Failed, failureMessage: failure ?? '' };
  return { ...told, status: state === 'pass' ? TestStatus.Success : TestStatus.Skipped };
};

/** Counts as neither killed nor survived. */
const UNCLEAR: MutantRunResult = { status: MutantRunStatus.Error, errorMessage: 'The test fails without it as well' };

const failedOf = ({ tests }: Outcome): Told | undefined => tests.find(({ state }) => state === 'fail');

/** Vitest with its transformed sources, which outlive the threads that run them. */
const prepareVitest = (): Promise<Vitest> =>
  createVitest({
    config: 'vitest.mutation.config.ts',
    runner: './mutation/resident.ts',
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    watch: false,
    includeTaskLocation: true,
    reporters: [{}],
    onConsoleLog: () => false,
  });

/** Opens a channel for messages of the thread. */
function listen(hear: (answer: Answer) => void): BroadcastChannel {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event: unknown) => {
    hear((event as MessageEvent).data as Answer);
  };
  return channel;
}

/** A thread with loaded test files. */
class Thread {
  readonly #channel: BroadcastChannel;
  readonly #over: Promise<unknown>;
  readonly #broken: Promise<readonly string[]>;
  #outcome = Promise.withResolvers<Outcome>();

  constructor(vitest: Vitest, specifications: TestSpecification[], activeAtLoad: string | undefined) {
    vitest.provide('resident', { namespace: INSTRUMENTER_CONSTANTS.NAMESPACE, activeAtLoad });
    vitest.state.filesMap.clear();
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    this.#broken = promise;
    this.#channel = listen((answer) => {
      if (answer.say === 'ready') resolve(answer.broken);
      else this.#outcome.resolve(answer);
    });
    this.#over = vitest.runTestSpecifications(specifications).then(() => {
      resolve(['the thread ended']);
    });
  }

  /** @returns why test files could not be loaded. */
  get broken(): Promise<readonly string[]> {
    return this.#broken;
  }

  run(order: Omit<Run, 'say'>): Promise<Outcome> {
    this.#outcome = Promise.withResolvers<Outcome>();
    this.#say({ say: 'run', ...order });
    return this.#outcome.promise;
  }

  async end(): Promise<void> {
    this.#say({ say: 'end' });
    await this.#over;
    this.#channel.close();
  }

  #say(order: Order): void {
    this.#channel.postMessage(order);
  }
}

/** Stryker's test runner: keeps modules and tests loaded between mutants. */
export class ResidentRunner implements TestRunner {
  #vitest: Vitest | undefined;
  #thread: Thread | undefined;

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    const thread = await this.#loaded();
    const order = { mutant: undefined, hitLimit: undefined, testIds: undefined, bail: false };
    const { tests, coverage } = await thread.run(order);
    return { status: DryRunStatus.Complete, tests: tests.map(resultOf), mutantCoverage: coverage };
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    if (options.mutantActivation === 'static') return this.#atLoad(options);
    const { outcome, trusted } = await this.#tried(options);
    if (trusted) return outcome;
    // An earlier mutant may have left state that fails the test, so repeat it with new modules.
    await this.#end();
    return (await this.#tried(options)).outcome;
  }

  async dispose(): Promise<void> {
    await this.#end();
    await this.#vitest?.close();
  }

  /** @returns the result of a mutant, and whether the test that killed it passes again without it. */
  async #tried(options: MutantRunOptions): Promise<{ outcome: MutantRunResult; trusted: boolean }> {
    const { activeMutant, testFilter, hitLimit, disableBail } = options;
    const thread = await this.#loaded();
    const run = await thread.run({ mutant: activeMutant.id, hitLimit, testIds: testFilter, bail: !disableBail });
    const failed = failedOf(run);
    const outcome = this.#resultOf(run, hitLimit);
    if (!failed) return { outcome, trusted: true };
    const control = await thread.run({ mutant: undefined, hitLimit: undefined, testIds: [failed.id], bail: true });
    return { outcome, trusted: failedOf(control) === undefined };
  }

  /**
   * Runs a mutant in code that executes at import, so that everything is loaded again. Tests next to its source run
   * first alone, then all tests next to sources, because loading every test takes seconds.
   */
  async #atLoad(options: MutantRunOptions): Promise<MutantRunResult> {
    const folder = dirname(options.sandboxFileName);
    const tries: ((specification: TestSpecification) => boolean)[] = [
      ({ moduleId }) => dirname(moduleId) === folder,
      ({ moduleId }) => !IN_TEST.test(moduleId),
      () => true,
    ];
    for (const which of tries) {
      const result = await this.#loadedWith(options, (one) => which(one) || one.moduleId.endsWith(HOST));
      if (result.status === MutantRunStatus.Killed) return (await this.#passesWithout(result)) ? result : UNCLEAR;
      if (result.status !== MutantRunStatus.Survived) return result;
    }
    return { status: MutantRunStatus.Survived, nrOfTests: 0 };
  }

  /** Tests of the whole chain depend on sockets and time: one that failed must pass in modules without the mutant. */
  async #passesWithout({ killedBy: [test] }: KilledMutantRunResult): Promise<boolean> {
    if (!test?.startsWith('test/')) return true;
    const thread = await this.#loaded();
    const control = await thread.run({ mutant: undefined, hitLimit: undefined, testIds: [test], bail: true });
    return failedOf(control) === undefined;
  }

  async #loadedWith(
    { activeMutant, hitLimit, testFilter }: MutantRunOptions,
    which: (specification: TestSpecification) => boolean,
  ): Promise<MutantRunResult> {
    await this.#end();
    const thread = await this.#start(which, activeMutant.id);
    const broken = await thread.broken;
    const order = { mutant: activeMutant.id, hitLimit, testIds: testFilter, bail: true };
    const run = broken.length > 0 ? undefined : await thread.run(order);
    await this.#end();
    if (run) return this.#resultOf(run, hitLimit);
    return { status: MutantRunStatus.Killed, killedBy: [], nrOfTests: 0, failureMessage: broken.join('\n') };
  }

  #resultOf({ tests, hits }: Outcome, hitLimit: number | undefined): MutantRunResult {
    const endless = determineHitLimitReached(hits, hitLimit);
    return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests: tests.map(resultOf) });
  }

  async #loaded(): Promise<Thread> {
    const thread = this.#thread ?? (await this.#start(() => true, undefined));
    const broken = await thread.broken;
    if (broken.length > 0) throw new Error(`The tests could not be loaded: ${broken.join('\n')}`);
    return thread;
  }

  async #start(
    which: (specification: TestSpecification) => boolean,
    activeAtLoad: string | undefined,
  ): Promise<Thread> {
    this.#vitest ??= await prepareVitest();
    const specifications = await this.#vitest.globTestSpecifications();
    this.#thread = new Thread(this.#vitest, specifications.filter(which), activeAtLoad);
    return this.#thread;
  }

  async #end(): Promise<void> {
    await this.#thread?.end();
    this.#thread = undefined;
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'resident', ResidentRunner)];
