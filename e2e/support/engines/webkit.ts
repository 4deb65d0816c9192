import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@despacho/tooling/stack/ports';
import { REPORTERS } from '../watch.ts';
import { type Engine, type Place } from './engine.ts';
import { type Point, Tab } from './tab.ts';

/** Keys of WebDriver that are no characters. */
const KEYS: Readonly<Record<string, string>> = {
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Enter: '\uE007',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

/** A call that the driver does not answer for so long fails, in milliseconds. */
const LIMIT = 30_000;

/** The same for a script that is lost if it runs while a page opens. */
const RETRY = 2000;

/** A session of the WebDriver protocol. */
class Session {
  readonly #url: string;
  #path = '/session';
  readonly complaints: string[] = [];
  /** The window that receives the calls. */
  #current = '';

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** Waits until the driver answers and starts the browser. */
  async begin(): Promise<void> {
    while (!(await fetch(`${this.#url}/status`).catch(() => undefined))?.ok) await sleep(50);
    // Without waiting for a load: the listener has to be there first, and an address with a fragment may never report one.
    const alwaysMatch = { pageLoadStrategy: 'none' };
    const { sessionId } = await this.call<{ sessionId: string }>('', { capabilities: { alwaysMatch } });
    this.#path = `/session/${sessionId}`;
  }

  /** @param body of a POST; a GET without one. @throws Error with the driver's answer, if it refuses. */
  async call<Value>(path: string, body?: object, method = body ? 'POST' : 'GET', limit = LIMIT): Promise<Value> {
    const answer = await fetch(this.#url + this.#path + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    }).catch((error: unknown) => {
      throw new Error(`The driver did not answer ${path}`, { cause: error });
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value as Value;
  }

  async use(handle: string): Promise<void> {
    if (this.#current === handle) return;
    await this.call('/window', { handle });
    this.#current = handle;
  }
}

/** The events that the listener of a page has collected between two calls. */
interface Heard {
  value: unknown;
  complaints: string[];
}

/** A page in which the listener may be. */
type Listening = typeof globalThis & { heard?: string[]; isLeft?: boolean };

/** Runs in a page as soon as its document is there: collects events that the driver does not report. */
function listen(): void {
  const page = globalThis as Listening;
  const heard: string[] = (page.heard ??= []);
  const { error } = console;
  console.error = (...args: unknown[]) => {
    error(...args);
    heard.push(args.map(String).join(' '));
  };
  addEventListener('unhandledrejection', ({ reason }) => heard.push(`uncaught: ${String(reason)}`));
  addEventListener('error', (event) => heard.push(`uncaught: ${event.message}`));
}

const INSTALL = [listen, ...REPORTERS]
  .map((each) => (typeof each === 'function' ? `(${String(each)})();` : `(${String(each.report)})('${each.mark}');`))
  .join('\n');

class WebKitTab extends Tab {
  readonly #session: Session;
  readonly #handle: string;

  constructor(session: Session, handle: string) {
    super();
    this.#session = session;
    this.#handle = handle;
  }

  async goto(address: string): Promise<void> {
    await this.run('void (globalThis.isLeft = true)');
    await this.#session.call('/url', { url: address });
    const hasLeft = 'globalThis.isLeft === undefined && location.href !== "about:blank"';
    // The driver never answers a script whose process was replaced by that of the new page, so it is asked again.
    for (let tries = 1; ; tries += 1)
      try {
        while (!(await this.run(hasLeft, RETRY)));
        return;
      } catch (error) {
        if (tries * RETRY > LIMIT) throw error;
      }
  }

  async run(expression: string, limit = LIMIT): Promise<unknown> {
    await this.#session.use(this.#handle);
    const script = `if (!globalThis.heard && document.documentElement) { ${INSTALL} }
      return { value: ${expression}, complaints: globalThis.heard?.splice(0) ?? [] };`;
    const body = { script, args: [] };
    const { value, complaints } = await this.#session.call<Heard>('/execute/sync', body, 'POST', limit);
    this.#session.complaints.push(...complaints);
    return value;
  }

  drag(points: readonly Point[]): Promise<void> {
    // In milliseconds: a signature leaves out points that come together.
    const [first, ...others] = points.map(({ x, y }) => ({ type: 'pointerMove', duration: 20, x, y }));
    return this.#act({
      type: 'pointer',
      id: 'pointer',
      actions: [first, { type: 'pointerDown', button: 0 }, ...others, { type: 'pointerUp', button: 0 }],
    });
  }

  chord(keys: readonly string[]): Promise<void> {
    const values = keys.map((key) => KEYS[key] ?? key);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }));
    return this.#act({ type: 'key', id: 'keys', actions: [...down, ...up] });
  }

  async setFile(selector: string, path: string): Promise<void> {
    await this.#session.use(this.#handle);
    const value = `input[type=file]${selector}`;
    const element = await this.#session.call<Record<string, string>>('/element', { using: 'css selector', value });
    await this.#session.call(`/element/${Object.values(element)[0] ?? ''}/value`, { text: path });
  }

  show(): Promise<void> {
    return this.#session.use(this.#handle);
  }

  async picture(): Promise<Buffer> {
    await this.show();
    return Buffer.from(await this.#session.call<string>('/screenshot'), 'base64');
  }

  async #act(source: object): Promise<void> {
    await this.#session.use(this.#handle);
    await this.#session.call('/actions', { actions: [source] });
  }
}

/** Starts WebKit on a virtual screen, over the WebDriver protocol. */
export async function startWebKit({ executable, size, folder, environment }: Place): Promise<Engine> {
  await mkdir(join(folder, '.config/gtk-3.0'), { recursive: true });
  await writeFile(join(folder, '.config/user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${folder}"\n`);
  await writeFile(join(folder, '.config/gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const port = await freePort();
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const [display] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
  const driver = spawn(executable, [`--port=${port}`], {
    env: {
      ...environment,
      DISPLAY: `:${String(display).trim()}`,
      // It refuses to run as root, and shows pages of the product alone.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
    detached: true,
  });
  const session = new Session(port);
  await session.begin();
  const tabs: Tab[] = [];
  const fit = async (): Promise<void> => {
    // The window has bars, whose height the page does not know before it is shown.
    const inner = await session.call<number[]>('/execute/sync', {
      script: 'return [innerWidth, innerHeight]',
      args: [],
    });
    const rect = await session.call<{ width: number; height: number }>('/window/rect');
    const [width, height] = [rect.width + size.width - (inner[0] ?? 0), rect.height + size.height - (inner[1] ?? 0)];
    await session.call('/window/rect', { width, height });
  };
  return {
    open: async () => {
      // A window, because the driver never answers keys and clicks in a tab that is not in front.
      const handle =
        tabs.length === 0
          ? await session.call<string>('/window')
          : (await session.call<{ handle: string }>('/window/new', { type: 'window' })).handle;
      await session.use(handle);
      await fit();
      const tab = new WebKitTab(session, handle);
      tabs.push(tab);
      return tab;
    },
    tabs,
    complaints: () => session.complaints,
    close: async () => {
      // If the driver no longer answers, we stop its browser.
      await session.call('', undefined, 'DELETE').catch(() => undefined);
      for (const each of [driver, screen]) {
        if (each.exitCode !== null || each.signalCode !== null || each.pid === undefined) continue;
        const ended = once(each, 'exit');
        process.kill(-each.pid);
        await ended;
      }
    },
  };
}
