/** @returns whether any company has an identity provider. The gateway writes this into the page. */
export const offersCompany = (): boolean => 'provider' in document.documentElement.dataset;
