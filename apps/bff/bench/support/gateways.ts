import { fileURLToPath } from 'node:url';
import { Client } from '@despacho/tooling/load/client';
import { gatewayEnvironment, makeSecrets } from '@despacho/tooling/stack/environment';
import { freePort } from '@despacho/tooling/stack/ports';
import { launch, type Service } from '@despacho/tooling/stack/service';

/** A running process of a bench, whose CPU and memory can be read. */
interface Running {
  process: Service;
  port: number;
}

/** Headers that a current browser sends with a call of its page. The same for every gateway. */
const BROWSER = {
  accept: 'application/json, text/plain, */*',
  'accept-language': 'es-PE,es;q=0.9,en;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'sec-ch-ua': '"Chromium";v="140", "Not=A?Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  referer: 'http://localhost:3000/clients',
};

/** A browser of the benches with a limited number of connections. */
export const browserOf = (port: number, connections: number, address = '127.0.0.1'): Client =>
  new Client(port, address, { connections, headers: BROWSER });

async function start(file: string, port: number, readyPath: string, args: string[] = []): Promise<Running> {
  const process = launch({
    name: file,
    entry: fileURLToPath(new URL(file, import.meta.url)),
    args: [String(port), ...args],
    env: { NODE_ENV: 'production' },
    readyUrl: `http://127.0.0.1:${port}${readyPath}`,
    isMetered: true,
  });
  await process.ready();
  return { process, port };
}

/** Starts the hosts behind the gateways. @returns their process and address. */
export async function startUpstream(): Promise<{ process: Service; upstream: string }> {
  const { process, port } = await start('upstream.ts', await freePort(), '/legacy/base/clients/7');
  return { process, upstream: `http://127.0.0.1:${port}` };
}

export const startBare = async (upstream: string): Promise<Running> =>
  start('bare.ts', await freePort(), '/api/clients/7', [upstream]);

export const startUsual = async (upstream: string): Promise<Running> =>
  start('usual.ts', await freePort(), '/sign-in', [upstream]);

/**
 * Starts the built gateway with the settings of production, except for a high rate limit: one client represents many;
 * requests are still counted.
 */
export async function startOurs(upstream: string, more: NodeJS.ProcessEnv = {}): Promise<Running> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const process = launch({
    name: 'gateway',
    entry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
    env: {
      ...gatewayEnvironment({ port, adminPort, upstream }, makeSecrets()),
      NODE_ENV: 'production',
      REQUESTS_PER_MINUTE: '1000000',
      ...more,
    },
    readyUrl: `http://127.0.0.1:${adminPort}/live`,
    isMetered: true,
  });
  await process.ready();
  return { process, port };
}

/** Signs in to our gateway as a page does. @throws Error if it is refused. */
export async function signInToOurs(client: Client, username = 'ana'): Promise<void> {
  const { status } = await client.signIn('LIMA', username, 'x');
  if (status !== 200) throw new Error(`Sign-in was answered ${status}`);
}
