/** Query parameters without personal data. Searches, clients, couriers, cursors and tickets may contain some. */
const IMPERSONAL = /^(officeId|(no_)?(estado|marca)|desde|hasta|orden|limite)$/;

/**
 * @param url without its query.
 * @param query the parameters sent with it.
 * @returns the address for failure messages and the console: every parameter by name, personal values as «…».
 */
export function shownAddress(url: string, query: object = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${IMPERSONAL.test(name) ? String(value) : '…'}`);
  return [url, ...(pairs.length > 0 ? [pairs.join('&')] : [])].join('?');
}
