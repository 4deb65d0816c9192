type Renew = () => Promise<boolean>;

let renew: Renew = () => Promise.resolve(false);

/** The session feature says how a fresh anti-forgery token is had, and whether it is still the same person's. */
export function setTokenRenewal(how: Renew): void {
  renew = how;
}

/** @returns whether a write refused for its token may be repeated. */
export const renewToken = (): Promise<boolean> => renew();
