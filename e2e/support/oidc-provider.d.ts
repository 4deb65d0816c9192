/** The part of oidc-provider 9 that the tests use; it has no types. */
declare module 'oidc-provider' {
  import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: { prototype: { redirectUriAllowed: (address: string) => boolean } };
    callback(): RequestListener;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
