import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { type Coverage, type Run, type Switches, type Told } from './messages.ts';

type Suite = RunnerTestSuite | RunnerTestFile;
type Cleanup = () => unknown;

export function testId(test: RunnerTestCase): string {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return `${test.file.name}#${names.join(' > ')}`;
}

const testsOf = (suite: Suite): RunnerTestCase[] =>
  suite.tasks.flatMap((task) => (task.type === 'test' ? [task] : testsOf(task)));

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Runs loaded tests any number of times; vitest itself runs each only once. */
export class Rerun {
  readonly #runner: TestRunner;
  readonly #switches: Switches;
  /** Coverage of the hooks of a suite is stored under the suite and counts for all its tests. */
  readonly #suites = new Map<string, RunnerTestCase[]>();
  #told: Told[] = [];
  #bail = false;
  #wanted: ReadonlySet<string> | undefined;
  /** Set after the first failure, if one is enough. */
  #over = false;

  constructor(runner: TestRunner, switches: Switches) {
    this.#runner = runner;
    this.#switches = switches;
  }

  async run(files: readonly RunnerTestFile[], order: Run): Promise<Told[]> {
    this.#told = [];
    this.#over = false;
    this.#bail = order.bail;
    this.#wanted = order.testIds && new Set(order.testIds);
    for (const file of files) await this.#suite(file);
    return this.#told;
  }

  coverage(): Coverage {
    const { static: atLoad, perTest } = this.#switches.mutantCoverage ?? { static: {}, perTest: {} };
    const merged: Coverage['perTest'] = {};
    for (const [id, hits] of Object.entries(perTest)) {
      const owners = this.#suites.get(id)?.map(testId) ?? [id];
      for (const owner of owners) {
        const into = (merged[owner] ??= {});
        for (const [mutant, count] of Object.entries(hits)) into[mutant] = (into[mutant] ?? 0) + count;
      }
    }
    return { static: atLoad, perTest: merged };
  }

  #chosen(suite: Suite): RunnerTestCase[] {
    return testsOf(suite).filter((test) => !this.#wanted || this.#wanted.has(testId(test)));
  }

  async #suite(suite: Suite): Promise<void> {
    const chosen = this.#chosen(suite);
    const [first] = chosen;
    const last = chosen.at(-1);
    if (this.#over || !first || !last) return;
    const name = `suite ${suite.id}`;
    this.#suites.set(name, testsOf(suite));
    const { beforeAll, afterAll } = TestRunner.getSuiteHooks(suite);
    const cleanups: Cleanup[] = [];
    this.#switches.currentTestId = name;
    let blamed = first;
    try {
      await this.#runner.onBeforeRunSuite(suite);
      for (const hook of beforeAll) this.#keep(cleanups, await hook(suite));
      blamed = last;
      await this.#children(suite);
    } catch (error) {
      this.#fail(blamed, error);
    }
    this.#switches.currentTestId = name;
    for (const hook of [...afterAll].reverse()) await this.#try(last, () => hook(suite));
    for (const cleanup of cleanups.reverse()) await this.#try(last, cleanup);
  }

  async #children(suite: Suite): Promise<void> {
    for (const task of suite.tasks) {
      if (this.#over) return;
      if (task.type === 'suite') await this.#suite(task);
      else if (this.#chosen(suite).includes(task)) await this.#test(task);
    }
  }

  async #test(test: RunnerTestCase): Promise<void> {
    const id = testId(test);
    this.#switches.currentTestId = id;
    const told: Told = {
      id,
      name: id.slice(id.indexOf('#') + 1),
      fileName: test.file.filepath,
      line: test.location?.line,
      milliseconds: 0,
      state: 'pass',
    };
    this.#told.push(told);
    if (test.mode !== 'run') {
      told.state = 'skip';
      return;
    }
    const startedAt = performance.now();
    const parents: Suite[] = [];
    for (let suite: Suite | undefined = test.suite ?? test.file; suite; suite = suite.suite) parents.unshift(suite);
    if (parents[0] !== test.file) parents.unshift(test.file);
    const cleanups: Cleanup[] = [];
    test.result = { state: 'run', startTime: Date.now() };
    try {
      await this.#runner.onBeforeRunTask(test);
      this.#runner.onBeforeTryTask(test, { retry: 0, repeats: 0 });
      for (const suite of parents)
        for (const hook of TestRunner.getSuiteHooks(suite).beforeEach)
          this.#keep(cleanups, await hook(test.context, suite));
      await TestRunner.getTestFn(test)();
      this.#runner.onAfterTryTask(test);
    } catch (error) {
      this.#fail(test, error);
    }
    for (const suite of [...parents].reverse())
      for (const hook of [...TestRunner.getSuiteHooks(suite).afterEach].reverse())
        await this.#try(test, () => hook(test.context, suite));
    for (const cleanup of cleanups.reverse()) await this.#try(test, cleanup);
    this.#runner.onAfterRunTask(test);
    told.milliseconds = performance.now() - startedAt;
  }

  #keep(cleanups: Cleanup[], returned: unknown): void {
    if (typeof returned === 'function') cleanups.push(returned as Cleanup);
  }

  async #try(test: RunnerTestCase, work: Cleanup): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#fail(test, error);
    }
  }

  /** A hook of the suite may fail after its test has passed. */
  #fail(test: RunnerTestCase, error: unknown): void {
    this.#over = this.#bail;
    const id = testId(test);
    let told = this.#told.find((one) => one.id === id);
    if (!told) {
      told = {
        id,
        name: test.name,
        fileName: test.file.filepath,
        line: test.location?.line,
        milliseconds: 0,
        state: 'fail',
      };
      this.#told.push(told);
    }
    told.state = 'fail';
    told.failure ??= messageOf(error);
  }
}
