import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority } from '../../../apps/bff/test/support/certificates.ts';
import { freePort } from '../../src/stack/ports.ts';
import { launchNginx, wrapped } from './nginx.ts';

/** Starts nginx as docker/nginx-ingest.conf describes it, with TLS, in front of a listener for Traccar Client. */
export async function startTrackerFront(servicePort: string) {
  const [authority, stranger] = [makeAuthority('Despacho test authority'), makeAuthority('Somebody else')];
  const folder = mkdtempSync(join(tmpdir(), 'despacho-tracker-'));
  const port = await freePort();
  const { cert, key } = authority.issue('DNS:localhost');
  writeFileSync(`${folder}/tls.crt`, cert);
  writeFileSync(`${folder}/tls.key`, key);
  const text = wrapped('nginx-ingest.conf', folder, [
    ['rastreo.example.pe', 'localhost'],
    ['server 127.0.0.1:4100', `server 127.0.0.1:${servicePort}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/nginx/tls/rastreo.crt', `${folder}/tls.crt`],
    ['/etc/nginx/tls/rastreo.key', `${folder}/tls.key`],
  ]);
  const stop = await launchNginx(folder, text, port);
  return {
    address: new URL(`https://localhost:${port}`),
    ca: readFileSync(authority.file, 'utf8'),
    /** An authority that did not issue its certificate. */
    otherCa: readFileSync(stranger.file, 'utf8'),
    /** @returns what nginx has logged. */
    log: () => readFileSync(`${folder}/error.log`, 'utf8'),
    async stop() {
      await stop();
      for (const one of [authority, stranger]) one.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
