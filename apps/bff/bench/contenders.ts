import { MeasuredProcess } from './measured-process.ts';
import { signInToOurs, Visitor } from './visitor.ts';

/** Concurrent requests, each on its own connection. */
export const CONNECTIONS = 16;

/** A running gateway under measurement, with a signed-in visitor. */
export interface Contender {
  name: string;
  process: MeasuredProcess;
  visitor: Visitor;
}

/** Production settings, except a high rate limit, because one visitor stands for many; requests are still counted. */
export const ourEnvironment = (upstream: string): Record<string, string> => ({
  PORT: '0',
  ADMIN_PORT: '0',
  PUBLIC_ORIGIN: 'http://localhost:3000',
  SESSION_SECRET: 'bench-session-secret-0123456789abcdef',
  API_URL: `${upstream}/api`,
  BASE_URL: `${upstream}/base`,
  STORAGE_URL: `${upstream}/storage`,
  STORAGE_USER: 'bench',
  STORAGE_PASSWORD: 'bench',
  OPERATIONS_URL: `${upstream}/operations`,
  OPERATIONS_KEY: 'bench-operations-key-0123456789abcdef',
  REQUESTS_PER_MINUTE: '1000000',
  LOG_LEVEL: 'info',
});

async function enter(
  name: string,
  process: MeasuredProcess,
  signIn: (visitor: Visitor) => Promise<unknown>,
): Promise<Contender> {
  const visitor = new Visitor(await process.port(), CONNECTIONS);
  await signIn(visitor);
  return { name, process, visitor };
}

/**
 * Starts the three gateways in front of one upstream.
 * @param upstream its address, without a path.
 */
export async function startContenders(upstream: string): Promise<Contender[]> {
  const ours = { entry: '../dist/main.js', environment: ourEnvironment(upstream) };
  return Promise.all([
    enter('bare', new MeasuredProcess({ entry: 'gateways/bare.ts', args: [upstream] }), () => Promise.resolve()),
    enter('usual', new MeasuredProcess({ entry: 'gateways/usual.ts', args: [upstream] }), (visitor) =>
      visitor.send('/sign-in'),
    ),
    enter('ours', new MeasuredProcess(ours), signInToOurs),
  ]);
}
