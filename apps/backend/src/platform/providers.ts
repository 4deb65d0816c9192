import { type IdentityProvider } from '@despacho/contracts/identity-providers';

/** The fields of an identity provider that the service uses. */
export type Provider = Pick<IdentityProvider, 'issuer' | 'ruc' | 'label'>;

/** The identity providers of the companies, which can be replaced while the service runs. */
export class Providers {
  #list: readonly Provider[];

  constructor(list: readonly Provider[] = []) {
    this.#list = list;
  }

  replace(list: readonly Provider[]): void {
    this.#list = list;
  }

  byIssuer(issuer: string): Provider | undefined {
    return this.#list.find((each) => each.issuer === issuer);
  }

  ofCompany(ruc: string): Provider | undefined {
    return this.#list.find((each) => each.ruc === ruc);
  }
}
