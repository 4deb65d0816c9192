/** @returns the eight groups of a valid IPv6 address, in hexadecimal without leading zeros. */
export function ipv6Groups(address: string): string[] {
  // The URL parser writes every spelling in one form, an embedded IPv4 address included.
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const front = head === '' ? [] : head.split(':');
  if (tail === undefined) return front;
  const back = tail === '' ? [] : tail.split(':');
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}
