import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@despacho/tooling/stack/ports';
import { launch } from '@despacho/tooling/stack/service';

const SECRET = 'secret-of-the-client-at-the-company-0123456789';

/** Name of the provider on the screens. */
export const LABEL = 'Cuenta de Courier Andino';

/** The OpenID provider of a company, on a different site than the product. */
export interface CompanyProvider {
  issuer: string;
  /** For the gateway and the dispatch service. */
  settings: { IDENTITY_PROVIDERS_FILE: string };
  stop(): Promise<void>;
}

/** @param env added to the environment of its process. */
export async function startCompanyProvider(ruc: string, env: NodeJS.ProcessEnv = {}): Promise<CompanyProvider> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'despacho-provider-'));
  const file = join(folder, 'providers.json');
  const provider = { issuer, clientId: 'despacho', secretFile: 'secret', ruc, label: LABEL };
  await writeFile(join(folder, 'secret'), SECRET);
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  const service = launch({
    name: 'company-provider',
    entry: fileURLToPath(new URL('company-provider-main.ts', import.meta.url)),
    env: {
      PATH: process.env['PATH'],
      TMPDIR: process.env['TMPDIR'],
      ...env,
      PORT: String(port),
      CLIENT_SECRET: SECRET,
    },
    readyUrl: `${issuer}/.well-known/openid-configuration`,
  });
  await service.ready();
  return {
    issuer,
    settings: { IDENTITY_PROVIDERS_FILE: file },
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
