import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client of the stream over its own connection, which resumes when it ends, as browsers do. */
export class Listener {
  /** Number of order changes received. */
  received = 0;
  /** Number of resets received. */
  resets = 0;
  #cursor = '';
  #rest = '';
  #leaving = false;
  #answer: IncomingMessage | undefined;

  /**
   * Resolves when the stream is open, and continues reading in the background. @param stream its address and assertion.
   */
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

  /** @throws Error if reconnecting fails, unless the test is ending. */
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
      if (/^data: .*"type":\s?"order\.changed"/m.test(block)) this.received += 1;
    }
  }
}
