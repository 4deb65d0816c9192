import { BroadcastChannel } from 'node:worker_threads';
import { inject, type RunnerTestFile, TestRunner } from 'vitest';
import { type Answer, CHANNEL, type Coverage, HOST, type Order, type Switches } from './messages.ts';
import { Rerun } from './run-tests.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    resident: { namespace: string; activeAtLoad: string | undefined };
  }
}

/**
 * Vitest's runner in the thread that keeps the tests loaded. It loads every test file, then runs tests on request of
 * the plugin, so that modules and tests are not loaded again for each mutant.
 */
export default class Resident extends TestRunner {
  readonly #files: RunnerTestFile[] = [];
  readonly #broken: string[] = [];
  readonly #switches: Switches;

  constructor(config: TestRunner['config']) {
    super(config);
    const { namespace, activeAtLoad } = inject('resident');
    const globals = globalThis as unknown as Record<string, Switches>;
    this.#switches = globals[namespace] ??= {};
    this.#switches.activeMutant = activeAtLoad;
  }

  onCollected(files: RunnerTestFile[]): void {
    for (const file of files) {
      if (file.result?.state === 'fail')
        this.#broken.push(`${file.name}: ${file.result.errors?.map(({ message }) => message).join(' ') ?? ''}`);
      if (file.name.endsWith(HOST)) continue;
      this.#files.push(file);
      file.mode = 'skip';
    }
  }

  /** Called for the only test that vitest itself runs. */
  async runTask(): Promise<void> {
    await this.#serve();
  }

  #serve(): Promise<void> {
    for (const file of this.#files) file.mode = 'run';
    const rerun = new Rerun(this, this.#switches);
    const channel = new BroadcastChannel(CHANNEL);
    const say = (answer: Answer) => {
      channel.postMessage(answer);
    };
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const obey = async (order: Order): Promise<void> => {
      if (order.say === 'end') {
        channel.close();
        resolve(undefined);
        return;
      }
      const switches = this.#switches;
      switches.hitCount = order.hitLimit === undefined ? undefined : 0;
      switches.hitLimit = order.hitLimit;
      switches.activeMutant = order.mutant;
      const tests = await rerun.run(this.#files, order);
      const hits = switches.hitCount ?? 0;
      switches.activeMutant = undefined;
      const none: Coverage = { static: {}, perTest: {} };
      say({ say: 'outcome', tests, hits, coverage: order.testIds ? none : rerun.coverage() });
    };
    channel.onmessage = (event: unknown) => {
      void obey((event as MessageEvent).data as Order);
    };
    // Work left over from a test must not count as import time.
    this.#switches.currentTestId = 'between tests';
    say({ say: 'ready', broken: this.#broken });
    return promise;
  }
}
