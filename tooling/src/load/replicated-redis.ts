import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findHaproxy } from '../machine/programs.ts';
import { ROOT } from '../root.ts';
import { askPort, freePort } from '../stack/ports.ts';
import { Killable } from './killable.ts';

const PASSWORD = 'a-password-of-the-load-test';
const MASTER = 'despacho';

/** Sends a command to a Redis. @returns its answer; an empty text if there is none. */
const ask = async (port: number, command: string): Promise<string> =>
  (await askPort(port, `AUTH ${PASSWORD}\r\n${command}\r\nQUIT\r\n`)) ?? '';

/** @returns the code blocks of a section of docs/operations.md: first redis.conf, then sentinel.conf. */
async function recipe(): Promise<[redis: string, replica: string, sentinel: string]> {
  const page = await readFile(`${ROOT}docs/operations.md`, 'utf8');
  const section = /^### Redis that fails over$([^]*?)^###? /m.exec(page)?.[1] ?? '';
  const [redis, replica, sentinel] = [...section.matchAll(/^```text\n([^]*?)^```$/gm)].map(([, text]) => text);
  if (redis === undefined || replica === undefined || sentinel === undefined)
    throw new Error('docs/operations.md has no recipe');
  return [redis, replica, sentinel];
}

/**
 * Two Redis servers with append-only files, three sentinels, and HAProxy in front of them, all configured as
 * docs/operations.md says, with other ports. Started.
 * @param port where HAProxy listens.
 */
export async function createReplicatedRedis(folder: string, port: number) {
  const [first, second, ...sentinels] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()));
  const ports: Record<string, number> = { 6379: port, 6381: first ?? 0, 6382: second ?? 0 };
  const texts = await recipe();
  const ported = (text: string, own: number): string =>
    text
      .replaceAll(/\bPASSWORD\b/g, PASSWORD)
      .replace(/^port \d+$/m, `port ${String(own)}`)
      .replaceAll(/\b(6379|6381|6382)\b/g, (number) => String(ports[number]));
  const server = async (name: string, text: string, own: number, isSentinel = false): Promise<Killable> => {
    const home = join(folder, name);
    await mkdir(home);
    const file = join(home, 'server.conf');
    await writeFile(file, `${ported(text, own)}\nbind 127.0.0.1\ndir ${home}\n`);
    return new Killable({
      name,
      command: 'redis-server',
      args: [file, ...(isSentinel ? ['--sentinel'] : [])],
      env: process.env,
      isReady: async () => (await ask(own, 'PING')).includes('PONG'),
    });
  };
  const redis = [
    await server('redis1', texts[0], first ?? 0),
    await server('redis2', `${texts[0]}${texts[1]}`, second ?? 0),
  ] as const;
  const watching = await Promise.all(
    sentinels.map((own, nth) => server(`sentinel${String(nth + 1)}`, texts[2], own, true)),
  );
  const balancer = join(folder, 'haproxy-redis.cfg');
  const text = await readFile(`${ROOT}docker/haproxy-redis.cfg`, 'utf8');
  await writeFile(balancer, ported(text, port));
  for (const each of [...redis, ...watching]) await each.start();
  // Sentinels replace a master only by a replica that has been in step.
  while (!(await ask(sentinels[0] ?? 0, `SENTINEL CKQUORUM ${MASTER}`)).includes('OK 3')) await sleep(200);
  while (!(await ask(sentinels[0] ?? 0, `SENTINEL REPLICAS ${MASTER}`)).includes(`:${String(second)}`))
    await sleep(200);
  const haproxy = new Killable({
    name: 'haproxy-redis',
    command: findHaproxy() ?? 'haproxy',
    args: ['-f', balancer],
    env: { ...process.env, REDIS_PASSWORD: PASSWORD },
    isReady: async () => (await ask(port, 'PING')).includes('PONG'),
  });
  await haproxy.start();
  return {
    urlAt: (at: number) => `redis://:${PASSWORD}@127.0.0.1:${String(at)}`,
    /** Both do not answer for a while; sentinels do not see it, because they stop as well. */
    pause: async (ms: number) => {
      const pids = [...redis, ...watching].map(({ pid }) => pid);
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await sleep(ms);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    },
    killMaster: () => redis[0].kill(),
    /** The sentinels make it a replica. */
    restart: () => redis[0].start(),
    close: async () => {
      for (const each of [haproxy, ...watching, ...redis]) await each.kill();
    },
  };
}
