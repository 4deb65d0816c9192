import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findApache, findCaddy, findHaproxy } from '../../src/machine/programs.ts';
import { freePort, isFree } from '../../src/stack/ports.ts';
import { type NginxPlace, sample, startNginx } from './nginx.ts';

/** The proxies with a sample in docker/. */
export const PROXIES = ['nginx', 'haproxy', 'apache', 'caddy'] as const;
export type ProxyKind = (typeof PROXIES)[number];

/** Modules that the sample requires, and those of Debian's default that it must restrain. */
const APACHE_MODULES = [
  ...['mpm_event', 'authz_core', 'alias', 'env', 'reqtimeout', 'deflate', 'brotli', 'filter'],
  ...['ssl', 'socache_shmcb', 'http2', 'headers', 'rewrite', 'proxy', 'proxy_http'],
];

/**
 * @param text of docker/apache.conf, with its paths replaced.
 * @returns a complete configuration around it, which writes only below `folder`.
 */
export function wholeApache(text: string, folder: string): string {
  const root = process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : [];
  return [
    ...APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...[`ServerRoot ${folder}`, `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/apache.pid`],
    ...['ServerName localhost', `ErrorLog ${folder}/error.log`, ...root],
    // As in Debian's deflate.conf.
    'AddOutputFilterByType DEFLATE text/html text/css application/javascript application/json',
    text,
  ].join('\n');
}

/** Where a proxy listens, and the gateway behind it. */
interface Place extends Omit<NginxPlace, 'httpPort' | 'secondPort'> {
  adminPort: number;
}

type Other = Exclude<ProxyKind, 'nginx'>;

const TEXTS: Record<Other, (place: Place & { httpPort: number; secondPort: number }) => string> = {
  haproxy: ({ folder, httpPort, httpsPort, gatewayPort, adminPort, secondPort }) =>
    sample('haproxy.cfg', [
      ['maxconn 40000', 'maxconn 2000'],
      ['bind :80', `bind 127.0.0.1:${httpPort}`],
      ['bind :443', `bind 127.0.0.1:${httpsPort}`],
      ['/etc/haproxy/tls/despacho.pem', `${folder}/tls.pem`],
      ['despacho.example.pe', 'localhost'],
      ['port 9090', `port ${adminPort}`],
      ['port 9091', `port ${secondPort}`],
      ['127.0.0.1:3000', `127.0.0.1:${gatewayPort}`],
      ['127.0.0.1:3001', `127.0.0.1:${secondPort}`],
    ]),
  apache: ({ folder, httpPort, httpsPort, gatewayPort }) =>
    wholeApache(
      `Listen 127.0.0.1:${httpPort}\nListen 127.0.0.1:${httpsPort}\n${sample('apache.conf', [
        ['VirtualHost *:80', `VirtualHost *:${httpPort}`],
        ['VirtualHost *:443', `VirtualHost *:${httpsPort}`],
        ['/etc/apache2/tls/despacho.crt', `${folder}/tls.crt`],
        ['/etc/apache2/tls/despacho.key', `${folder}/tls.key`],
        ['/var/log/apache2', folder],
        ['despacho.example.pe', 'localhost'],
        ['127.0.0.1:3000', `127.0.0.1:${gatewayPort}`],
      ])}`,
      folder,
    ),
  caddy: ({ folder, httpPort, httpsPort, gatewayPort }) =>
    sample('Caddyfile', [
      ['{\n\tservers {', `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n\tservers {`],
      ['despacho.example.pe', 'localhost'],
      ['/etc/caddy/tls/despacho.crt', `${folder}/tls.crt`],
      ['/etc/caddy/tls/despacho.key', `${folder}/tls.key`],
      ['/var/log/caddy', folder],
      ['127.0.0.1:3000', `127.0.0.1:${gatewayPort}`],
    ]),
};

function start(kind: Other, { folder, tls }: Place, text: string): ChildProcess {
  const file = `${folder}/${kind}.conf`;
  for (const [name, content] of [
    ['tls.key', tls.key],
    ['tls.crt', tls.cert],
    ['tls.pem', tls.cert + tls.key],
    [`${kind}.conf`, text],
  ] as const)
    writeFileSync(`${folder}/${name}`, content);
  const commands: Record<typeof kind, [string | undefined, string[]]> = {
    haproxy: [findHaproxy(), ['-f', file]],
    apache: [findApache(), ['-D', 'FOREGROUND', '-f', file]],
    caddy: [findCaddy(), ['run', '--config', file, '--adapter', 'caddyfile']],
  };
  const [program = kind, args] = commands[kind];
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const output = `${folder}/output.log`;
  return spawn('sh', ['-c', 'exec "$0" "$@" > "$OUTPUT" 2>&1', program, ...args], { env: { ...env, OUTPUT: output } });
}

/** A running proxy with the project's sample. */
export interface RunningProxy {
  httpPort: number;
  httpsPort: number;
  /** Everything that it has logged about requests. */
  logs(): string;
  stop(): Promise<void>;
}

/** Starts a proxy with its sample of docker/, for the host `localhost`, and waits until it listens. */
export async function startProxy(kind: ProxyKind, place: Place): Promise<RunningProxy> {
  const { folder, httpsPort } = place;
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const [httpPort, secondPort] = [await freePort(), await freePort()];
  const logs = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .join('\n');
  if (kind === 'nginx') return { httpPort, httpsPort, logs, stop: await startNginx({ ...place, httpPort }) };
  const child = start(kind, place, TEXTS[kind]({ ...place, httpPort, secondPort }));
  const exited = once(child, 'exit');
  while (await isFree(httpsPort)) {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${logs()}`);
    await sleep(50);
  }
  const stop = async () => {
    child.kill(kind === 'haproxy' ? 'SIGKILL' : 'SIGTERM');
    await exited;
  };
  return { httpPort, httpsPort, logs, stop };
}
