import { type Runtime } from '#runtime.ts';
import { readProviders } from '#upstream/provider-file.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';

/** Clients of the identity providers that the operator configured. */
export type Providers = ReturnType<typeof createProviders>;

/** @throws Error if the file of IDENTITY_PROVIDERS_FILE is faulty. */
export function createProviders({
  config: { IDENTITY_PROVIDERS_FILE: path },
  log,
  now,
}: Pick<Runtime, 'config' | 'log' | 'now'>) {
  const read = (): ProviderClient[] =>
    path === undefined ? [] : readProviders(path).map((provider) => createProviderClient(provider, now));
  // Sign-ins that have begun keep the client that they use; its idle connections time out.
  let clients = read();
  return {
    ofCompany: (ruc: string) => clients.find(({ provider }) => provider.ruc === ruc),
    of: (issuer: string) => clients.find(({ provider }) => provider.issuer === issuer),
    /** Reads the file again, for example after a secret was rotated. With a faulty file the current providers stay. */
    reload() {
      try {
        clients = read();
        log.info({ event: 'providers.read', providers: clients.length });
      } catch (error) {
        log.error({ event: 'providers.kept' }, `IDENTITY_PROVIDERS_FILE: ${(error as Error).message}`);
      }
    },
  };
}
