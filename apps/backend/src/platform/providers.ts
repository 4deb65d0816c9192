import { type IdentityProvider } from '@despacho/contracts/identity-providers';

/** What the service uses of a company's identity provider. */
export type Provider = Pick<IdentityProvider, 'issuer' | 'ruc' | 'label'>;

/** The identity providers of the companies, which the operator may replace while the service runs. */
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
