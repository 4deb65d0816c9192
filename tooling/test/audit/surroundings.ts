import { readFileSync } from 'node:fs';
import { type Certificate, makeAuthority } from '../../../apps/bff/test/support/certificates.ts';
import { startDispatchService } from '../../../apps/bff/test/support/dispatch-service.ts';
import { sendJson } from '../../../apps/bff/test/support/fake-upstream.ts';
import { addPerson, startLegacy } from '../../../apps/bff/test/support/legacy.ts';
import { startTileServer } from '../../../apps/bff/test/support/tile-server.ts';
import { type AuditOptions } from '../../src/audit/audit.ts';
import { type InFront } from './defences/weakened.ts';

/** Shared by all gateways of a run. */
export interface Surroundings {
  upstreams: Record<string, string>;
  /** The certificate authority that the audit trusts, and its file. */
  ca: { text: string; file: string };
  /** Certificates of the local TLS proxies. */
  certificates: Record<InFront, Certificate>;
  credentials: NonNullable<AuditOptions['credentials']>;
  close(): Promise<void>;
}

/** User and key of the storage call. */
export const SERVICE = { STORAGE_USER: 'user', STORAGE_PASSWORD: 'key' };

const HERE = 'DNS:localhost,IP:127.0.0.1';

/**
 * Upstreams that answer like the legacy hosts and the dispatch service, with additional fields that must not be passed
 * on.
 */
export async function startSurroundings(): Promise<Surroundings> {
  const [legacy, dispatch, tiles] = [await startLegacy(), await startDispatchService(), await startTileServer()];
  const [authority, stranger] = [makeAuthority('Despacho test authority'), makeAuthority('Somebody else')];
  // An administrator and dispatcher of one office without some modules: most rules apply to her.
  const person = addPerson(legacy, 'gema', { charge: 'A', modules: ['G01', 'D01', 'U01'] });
  legacy.on('GET /storage/sgdempresa/findPredeterminado', ({ headers }, res) => {
    const known = headers['usuario'] === SERVICE.STORAGE_USER && headers['clave'] === SERVICE.STORAGE_PASSWORD;
    sendJson(res, known ? 200 : 401, known ? { data: { almacenamientoMaximo: 2000, almacenamientoUsado: 1000 } } : {});
  });
  return {
    upstreams: { ...legacy.environment, OPERATIONS_URL: `${dispatch.url}/operations`, TILES_URL: tiles.url },
    ca: { text: readFileSync(authority.file, 'utf8'), file: authority.file },
    certificates: {
      good: authority.issue(HERE),
      'of another authority': stranger.issue(HERE),
      'for another name': authority.issue('DNS:despacho.example.pe,DNS:*.localhost'),
    },
    credentials: { sucursal: person.office, username: person.username, password: person.password },
    async close() {
      for (const one of [authority, stranger]) one.remove();
      await Promise.all([legacy.close(), dispatch.close(), tiles.close()]);
    },
  };
}
