type Renew = () => Promise<boolean>;

let renew: Renew = () => Promise.resolve(false);

/** Set by the session feature: fetches a fresh csrf token, and returns whether it belongs to the same user. */
export function setTokenRenewal(how: Renew): void {
  renew = how;
}

/** @returns whether a write refused for its token may be repeated. */
export const renewToken = (): Promise<boolean> => renew();
