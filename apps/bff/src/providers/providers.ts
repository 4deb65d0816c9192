import { type Config } from '#config.ts';
import { type Logger } from '#log.ts';
import { createProviderClient, type ProviderClient } from './provider-client.ts';
import { readProviders } from '#upstream/provider-file.ts';

/** Delay (ms) before replaced clients are closed: longer than a request may take. */
const CLOSE_AFTER_MS = 60_000;

/** Clients of the identity providers that the operator configured. */
export interface Providers {
  ofCompany(ruc: string): ProviderClient | undefined;
  of(issuer: string): ProviderClient | undefined;
  /** Reads the file again, for example after a secret was rotated. With a faulty file the current providers stay. */
  reload(): void;
  close(): void;
}

/** @throws Error if the file of IDENTITY_PROVIDERS_FILE is faulty. */
export function createProviders({
  config: { IDENTITY_PROVIDERS_FILE: path },
  log,
  now,
}: {
  config: Pick<Config, 'IDENTITY_PROVIDERS_FILE'>;
  log: Logger;
  now: () => number;
}): Providers {
  const read = (): ProviderClient[] =>
    path === undefined ? [] : readProviders(path).map((provider) => createProviderClient(provider, now));
  let clients = read();
  return {
    ofCompany: (ruc) => clients.find(({ provider }) => provider.ruc === ruc),
    of: (issuer) => clients.find(({ provider }) => provider.issuer === issuer),
    reload() {
      try {
        const before = clients;
        clients = read();
        // Pending sign-ins still make calls.
        setTimeout(() => before.forEach((client) => client.close()), CLOSE_AFTER_MS).unref();
        log.info({ event: 'providers.read', providers: clients.length });
      } catch (error) {
        log.error({ event: 'providers.kept' }, `IDENTITY_PROVIDERS_FILE: ${(error as Error).message}`);
      }
    },
    close() {
      for (const client of clients) client.close();
    },
  };
}
