import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { isFree } from '../../src/stack/ports.ts';
import { ROOT } from '../../src/root.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNginx } from '../../src/machine/programs.ts';

export interface NginxPlace {
  /** Folder for everything nginx writes. */
  folder: string;
  httpPort: number;
  httpsPort: number;
  gatewayPort: number;
  /** Port of a second gateway. */
  secondPort?: number;
  tls: { key: string; cert: string };
}

type Replacement = readonly [from: string, to: string];

/** @returns a file of docker/ with these replacements. @throws Error if it lacks one of them. */
export function sample(file: string, replaced: readonly Replacement[]): string {
  let text = readFileSync(`${ROOT}docker/${file}`, 'utf8');
  for (const [from, to] of replaced) {
    if (!text.includes(from)) throw new Error(`docker/${file} does not hold ${from}`);
    text = text.replaceAll(from, () => to);
  }
  return text;
}

/**
 * @returns a complete nginx.conf around one of docker/, with the replacements applied, that writes only below `folder`.
 */
export function wrapped(file: string, folder: string, replaced: readonly Replacement[]): string {
  const text = sample(file, replaced).replaceAll('/var/log/nginx', folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return [
    `pid ${folder}/nginx.pid; error_log ${folder}/error.log info; daemon off; worker_processes 1;`,
    'events { worker_connections 1024; }',
    `http { access_log off; ${temporary.join(' ')}`,
    text,
    '}',
  ].join('\n');
}

/** @returns docker/nginx.conf with ports, names and certificate paths replaced. */
export function configuration({ folder, httpPort, httpsPort, gatewayPort, secondPort }: NginxPlace): string {
  const second: Replacement[] =
    secondPort === undefined ? [] : [['# server 127.0.0.1:3001', `server 127.0.0.1:${secondPort}`]];
  return wrapped('nginx.conf', folder, [
    ['despacho.example.pe', 'localhost'],
    ['server 127.0.0.1:3000', `server 127.0.0.1:${gatewayPort}`],
    ...second,
    ['listen 80', `listen 127.0.0.1:${httpPort}`],
    ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
    ['https://$host$request_uri', `https://$host:${httpsPort}$request_uri`],
    ['/etc/nginx/tls/despacho.crt', `${folder}/tls.crt`],
    ['/etc/nginx/tls/despacho.key', `${folder}/tls.key`],
    // In production the port is the default one; here the gateway needs it in the Host header.
    ['proxy_set_header Host $host;', `proxy_set_header Host $host:${httpsPort};`],
  ]);
}

/** Starts nginx with a configuration and waits until it listens on a port. @returns a function that stops it. */
export async function launchNginx(folder: string, text: string, port: number): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  // The workers run as another user and store large bodies there.
  await chmod(folder, 0o755);
  await writeFile(`${folder}/nginx.conf`, text);
  const nginx = spawn(findNginx() ?? 'nginx', ['-p', folder, '-c', `${folder}/nginx.conf`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(nginx, 'exit');
  const failed = exited.then(([code]) => {
    throw new Error(`nginx ended with ${String(code)}`);
  });
  const listening = async () => {
    while (await isFree(port)) await sleep(50);
  };
  await Promise.race([listening(), failed]);
  failed.catch(() => undefined);
  return async () => {
    nginx.kill('SIGTERM');
    await exited;
  };
}

/** Starts nginx with the project's example configuration. @returns a function that stops it. */
export async function startNginx(
  place: NginxPlace,
  change: (text: string) => string = (text) => text,
): Promise<() => Promise<void>> {
  const { folder, tls, httpsPort } = place;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/tls.key`, tls.key);
  await writeFile(`${folder}/tls.crt`, tls.cert);
  return launchNginx(folder, change(configuration(place)), httpsPort);
}
