import { rm } from 'node:fs/promises';
import { startTlsFront } from '../../../apps/bff/test/support/certificates.ts';
import { audit, type AuditOptions, type Result } from '../../src/audit/audit.ts';
import { freePort } from '../../src/stack/ports.ts';
import { launch } from '../../src/stack/service.ts';
import { bundleGateway } from './bundle.ts';
import { type Weakened } from './defences/weakened.ts';
import { SERVICE, type Surroundings } from './surroundings.ts';

/** Address of a running gateway. */
interface Place {
  port: number;
  origin: string;
}

/** Runs a gateway built from changed sources for the duration of `use`. */
export async function withGateway<T>(
  { changes, settings = {}, tls }: Pick<Weakened, 'changes' | 'settings' | 'tls'>,
  surroundings: Surroundings,
  use: (place: Place) => Promise<T>,
): Promise<T> {
  const folder = await bundleGateway(changes);
  const [port, adminPort] = [await freePort(), await freePort()];
  const plain = `http://127.0.0.1:${port}`;
  // Terminates TLS as a reverse proxy would, and forwards bytes unchanged.
  const front = tls && (await startTlsFront(plain, surroundings.certificates[tls]));
  const origin = front ? `https://localhost:${front.port}` : plain;
  const gateway = launch({
    name: 'gateway',
    entry: `${folder}/main.js`,
    env: {
      ...surroundings.upstreams,
      ...SERVICE,
      PORT: String(port),
      ADMIN_PORT: String(adminPort),
      PUBLIC_ORIGIN: origin,
      SESSION_SECRET: 'b7Xq2mW9tR4vZ8nL1cF6hJ3kD5gS0pYa',
      OPERATIONS_KEY: 'Qw3eR5tY7uI9oP1aS2dF4gH6jK8lZ0xC',
      ...settings,
    },
    readyUrl: `${plain}${settings['BASE_PATH'] ?? ''}/api/config`,
  });
  try {
    await gateway.ready();
    return await use({ port, origin });
  } finally {
    await gateway.stop();
    front?.close();
    await rm(folder, { recursive: true });
  }
}

/** Audits a gateway built from changed sources. */
export function auditGateway(
  weakened: Pick<Weakened, 'changes' | 'settings' | 'tls'>,
  surroundings: Surroundings,
  options: Omit<AuditOptions, 'address'> = {},
): Promise<Result[]> {
  const { credentials, ca } = surroundings;
  return withGateway(weakened, surroundings, ({ origin }) =>
    audit({
      address: new URL(origin + (weakened.settings?.['BASE_PATH'] ?? '')),
      credentials,
      ...(weakened.tls && { ca: ca.text }),
      ...options,
    }),
  );
}
