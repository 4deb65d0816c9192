import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:tls';

export interface Certificate {
  key: string;
  cert: string;
}

/** A certificate authority of a test, which only configured clients trust. */
export interface Authority {
  /** Path of its certificate, for NODE_EXTRA_CA_CERTS. */
  file: string;
  /** @param names a subjectAltName: `DNS:localhost`. */
  issue: (names: string) => Certificate;
  remove(): void;
}

function openssl(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl ${args[0] ?? ''}: ${stderr}`);
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates an authority with the installed openssl. */
export function makeAuthority(name: string): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'despacho-ca-'));
  const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:TRUE'];
  openssl(folder, 'req', '-x509', ...NEW_KEY, ...subject, '-days', '2', '-keyout', 'ca.key', '-out', 'ca.crt');
  let issued = 0;
  return {
    file: join(folder, 'ca.crt'),
    issue(names) {
      issued += 1;
      const files = { key: `${issued}.key`, cert: `${issued}.crt` };
      const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-addext', `subjectAltName=${names}`];
      openssl(
        folder,
        ...['req', '-x509', ...NEW_KEY, ...signed, '-subj', `/CN=${issued}`, '-addext', 'basicConstraints=CA:FALSE'],
        ...['-days', '2', '-keyout', files.key, '-out', files.cert],
      );
      return {
        key: readFileSync(join(folder, files.key), 'utf8'),
        cert: readFileSync(join(folder, files.cert), 'utf8'),
      };
    },
    remove() {
      rmSync(folder, { recursive: true });
    },
  };
}

/** @returns the port of a TLS proxy that forwards to a plain local port. */
export async function startTlsFront(
  to: string,
  certificate: Certificate,
): Promise<{ port: number; close: () => void }> {
  const { port: plain } = new URL(to);
  const server = createServer(certificate, (socket) => {
    const behind = connect(Number(plain), '127.0.0.1');
    socket.on('error', () => undefined);
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
    socket.on('close', () => behind.destroy());
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
    },
  };
}
