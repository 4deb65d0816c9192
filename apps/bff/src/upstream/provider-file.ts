import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type IdentityProvider, parseProviders } from '@despacho/contracts/identity-providers';
import { isRange } from '../trusted-ranges.ts';

/** An entry of the operator's file, with the content of its `secretFile`. */
export interface ConfiguredProvider extends IdentityProvider {
  secret: string;
}

/**
 * Reads IDENTITY_PROVIDERS_FILE and the secrets that it names, relative to its folder.
 * @throws Error that lists the faults, without values. Its message is to follow the name of the variable.
 */
export function readProviders(path: string): ConfiguredProvider[] {
  const readOr = (file: string, fault: string): string => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      throw new Error(fault);
    }
  };
  return parseProviders(readOr(path, 'names a file that cannot be read')).map((provider, index) => {
    const at = `providers.${index}`;
    const secret = readOr(resolve(dirname(path), provider.secretFile), `${at}.secretFile: cannot be read`);
    if (secret === '') throw new Error(`${at}.secretFile: is empty`);
    if (!provider.privateNetworks.every(isRange))
      throw new Error(`${at}.privateNetworks: must hold addresses or CIDR ranges`);
    return { ...provider, secret };
  });
}
