import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type IdentityProvider, parseProviders } from '@despacho/contracts/identity-providers';
import { isRange } from '../trusted-ranges.ts';

/** An entry of the operator's file, with the content of its `secretFile`. */
export interface ConfiguredProvider extends IdentityProvider {
  secret: string;
}

function readOr(path: string, fault: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error(fault);
  }
}

/**
 * Reads IDENTITY_PROVIDERS_FILE and the secrets that it names, relative to its folder.
 * @throws Error that lists the faults, without values. Its message is to follow the name of the variable.
 */
export function readProviders(path: string): ConfiguredProvider[] {
  return parseProviders(readOr(path, 'names a file that cannot be read')).map((provider, index) => {
    const secret = readOr(
      resolve(dirname(path), provider.secretFile),
      `providers.${index}.secretFile: cannot be read`,
    ).trim();
    if (secret === '') throw new Error(`providers.${index}.secretFile: is empty`);
    if (!provider.privateNetworks.every(isRange))
      throw new Error(`providers.${index}.privateNetworks: must hold addresses or CIDR ranges`);
    return { ...provider, secret };
  });
}
