import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One who reads the stream over a connection of their own, and comes back where it ended, as browsers do. */
export class Listener {
  /** Changes of orders that were told. */
  told = 0;
  /** How often it was said that something was missed. */
  resets = 0;
  #cursor = '';
  #rest = '';
  #leaving = false;
  #answer: IncomingMessage | undefined;

  /** Resolves once nothing will be missed; reads on by itself. @param stream where, and what opens it. */
  async listen(stream: () => Promise<{ url: string; assertion: string }>): Promise<void> {
    const answer = await this.#open(await stream());
    this.#answer = answer;
    const placed = Promise.withResolvers<undefined>();
    answer.setEncoding('utf8').on('data', (text: string) => {
      this.#take(text);
      if (this.#cursor !== '') placed.resolve(undefined);
    });
    answer.on('close', () => {
      if (this.#leaving) return;
      this.#rest = '';
      void this.#comeBack(stream);
    });
    await placed.promise;
  }

  leave(): void {
    this.#leaving = true;
    this.#answer?.destroy();
  }

  /** @throws Error where that fails, unless everybody is leaving. */
  async #comeBack(stream: () => Promise<{ url: string; assertion: string }>): Promise<void> {
    try {
      await sleep(10);
      await this.listen(stream);
    } catch (error) {
      if (!this.#leaving) throw error;
    }
  }

  #open({ url, assertion }: { url: string; assertion: string }): Promise<IncomingMessage> {
    const opened = Promise.withResolvers<IncomingMessage>();
    const headers = {
      Authorization: `Bearer ${assertion}`,
      ...(this.#cursor !== '' && { 'Last-Event-ID': this.#cursor }),
    };
    get(url, { agent: false, headers }, (answer) => {
      if (answer.statusCode === 200) opened.resolve(answer);
      else opened.reject(new Error(`A stream was answered ${answer.statusCode}`));
    }).on('error', opened.reject);
    return opened.promise;
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      this.#cursor = /^id: (.*)$/m.exec(block)?.[1] ?? this.#cursor;
      if (block.includes('event: reset')) this.resets += 1;
      if (/^data: .*"type":\s?"order\.changed"/m.test(block)) this.told += 1;
    }
  }
}
