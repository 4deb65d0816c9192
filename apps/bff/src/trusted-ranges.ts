import { isIP } from 'node:net';
import { ipv6Groups } from '@despacho/server/networks-of';

/** Addresses from `first` up to but not including `end`. */
interface Range {
  first: bigint;
  end: bigint;
}

const BITS = { 4: 32, 6: 128 } as const;

/** Start of `::ffff:a.b.c.d`: IPv4 addresses written as IPv6. */
const MAPPED_FIRST = 0xffff_0000_0000n;

/**
 * Proxies may have one /8 of IPv4 and one /16 of IPv6 in total, besides private networks. The largest CDNs have far
 * less.
 */
const MAX_PUBLIC = { 4: 1n << 24n, 6: 1n << 112n } as const;

/** Loopback, private and link-local ranges, and carrier-grade NAT (RFC 6890, RFC 6598). */
export const PRIVATE_NETWORKS = {
  4: ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
  6: ['::1/128', 'fc00::/7', 'fe80::/10'],
} as const;

function numberOf(address: string, family: 4 | 6): bigint {
  if (family === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return ipv6Groups(address).reduce((sum, group) => sum * 0x1_0000n + BigInt(`0x${group}`), 0n);
}

/** @returns an entry's family and addresses; undefined if it is neither an address nor a CIDR range. */
function parse(entry: string): { family: 4 | 6; range: Range } | undefined {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  if ((family !== 4 && family !== 6) || address.includes('%') || more.length > 0) return undefined;
  const bits = prefix ?? String(BITS[family]);
  if (!/^\d{1,3}$/.test(bits) || Number(bits) === 0 || Number(bits) > BITS[family]) return undefined;
  const size = 1n << BigInt(BITS[family] - Number(bits));
  const first = (numberOf(address, family) / size) * size;
  return { family, range: { first, end: first + size } };
}

const overlap = (one: Range, other: Range): Range => ({
  first: one.first > other.first ? one.first : other.first,
  end: one.end < other.end ? one.end : other.end,
});
const sizeOf = ({ first, end }: Range): bigint => (end > first ? end - first : 0n);

/** @returns the same addresses in ranges that do not overlap. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((one, other) => (one.first < other.first ? -1 : 1))) {
    const last = result.at(-1);
    if (last && range.first <= last.end) last.end = range.end > last.end ? range.end : last.end;
    else result.push({ ...range });
  }
  return result;
}

function publicSize(ranges: readonly Range[], family: 4 | 6): bigint {
  const reserved = PRIVATE_NETWORKS[family].flatMap((entry) => parse(entry)?.range ?? []);
  return merged(ranges).reduce(
    (sum, range) =>
      sum + sizeOf(range) - reserved.reduce((inside, network) => inside + sizeOf(overlap(range, network)), 0n),
    0n,
  );
}

export const isRange = (entry: string): boolean => parse(entry) !== undefined;

/** @returns whether the entries together would make a large part of the internet a trusted proxy. */
export function coversTooMuch(entries: readonly string[]): boolean {
  const parsed = entries.flatMap((entry) => parse(entry) ?? []);
  const six = parsed.filter(({ family }) => family === 6).map(({ range }) => range);
  const mapped = six
    .map((range) => overlap(range, { first: MAPPED_FIRST, end: MAPPED_FIRST + (1n << 32n) }))
    .filter((range) => sizeOf(range) > 0n)
    .map(({ first, end }) => ({ first: first - MAPPED_FIRST, end: end - MAPPED_FIRST }));
  const four = [...parsed.filter(({ family }) => family === 4).map(({ range }) => range), ...mapped];
  return publicSize(four, 4) > MAX_PUBLIC[4] || publicSize(six, 6) > MAX_PUBLIC[6];
}
