import { entriesOf, isLoopback, isPrivateHost } from '@despacho/server/settings';
import * as z from 'zod';
import { openGeoDatabase } from '#upstream/place-of.ts';
import { coversTooMuch, isRange } from './trusted-ranges.ts';
import { readProviders } from '#upstream/provider-file.ts';
import { openTileArchive } from '#upstream/tile-archive.ts';
import { faultOfTilePattern, tilePattern } from '#upstream/tile-pattern.ts';

const list = z.string().transform(entriesOf);

/** A whole number within bounds, written in digits. */
export function whole(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A URL without credentials or fragment. plain-upstreams.ts checks where plain http is allowed. */
const httpUrl = z
  .string()
  .transform((text, context) => {
    const url = parseUrl(text);
    if (url && ['http:', 'https:'].includes(url.protocol)) return url;
    context.addIssue({ code: 'custom', message: 'must be an http or https address' });
    return z.NEVER;
  })
  .refine(({ username, password, hash }) => `${username}${password}${hash}` === '', {
    error: 'must not carry credentials or a fragment',
  });

export const upstreamUrl = httpUrl.refine(({ search }) => search === '', { error: 'must not carry a query' });

/**
 * URL of map tiles: a pattern, or a base to which the usual pattern is appended. The query may contain a provider's
 * key.
 */
export const tilesUrl = httpUrl.transform(tilePattern).superRefine((pattern, context) => {
  const fault = faultOfTilePattern(pattern);
  if (fault) context.addIssue({ code: 'custom', message: fault });
});

/** URL of Redis; unencrypted only inside private networks. */
export const redisUrl = z.string().superRefine((text, context) => {
  const url = parseUrl(text);
  if (!url || !['redis:', 'rediss:'].includes(url.protocol))
    context.addIssue({ code: 'custom', message: 'must be a redis:// or rediss:// address' });
  else if (url.protocol === 'redis:' && !isPrivateHost(url.hostname))
    context.addIssue({ code: 'custom', message: 'must be rediss:// beyond loopback and private networks' });
});

/** Origins that people open. https and http cannot be mixed, because they require different cookies. */
export const publicOrigins = list.superRefine((origins, context) => {
  const fault = (message: string) => context.addIssue({ code: 'custom', message });
  if (origins.length === 0) fault('must name at least one origin');
  for (const origin of origins) {
    const url = parseUrl(origin);
    if (url?.origin !== origin || !['http:', 'https:'].includes(url.protocol))
      fault('must hold origins such as https://despacho.example.pe, without a path or a final slash');
    else if (url.protocol === 'http:' && !isLoopback(url.hostname))
      fault('accepts http for loopback names only (localhost, 127.0.0.1); use https');
  }
  if (new Set(origins.map((origin) => origin.split(':')[0])).size > 1)
    fault('must not mix http and https origins: their cookies differ');
});

/** Trusted proxies, by address or range. `true`, a hop count or /0 would trust everyone. */
export const trustedProxies = list
  .refine(
    (entries) => entries.every(isRange),
    'must hold IP addresses or CIDR ranges (10.0.0.0/8); true, hop counts and /0 are refused',
  )
  .refine(
    (entries) => !coversTooMuch(entries),
    'must name proxies, and not a large part of the internet (a /8 of IPv4 or a /16 of IPv6 in all, private networks aside)',
  );

/** Hosts as in a URL, with their port if they have one. */
export const hostList = list.refine(
  (entries) => entries.every((entry) => /^[a-z0-9.-]+(:\d{1,5})?$/i.test(entry)),
  'must hold names or addresses of hosts (legacy.example.pe:8080), comma-separated',
);

/** One or more secrets, each too long to guess. */
export const secrets = list.refine(
  (entries) => entries.length > 0 && entries.every((entry) => entry.length >= 32),
  'must hold secrets of 32 characters or more, comma-separated',
);

/** Text that is valid as a header value. */
export const headerText = z.string().regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII text');

/** Path of a field in a response: its name, or several joined by dots. */
export const fieldPath = z
  .string()
  .regex(
    /^[\w-]{1,64}(\.[\w-]{1,64}){0,4}$/,
    'must be the name of a field, or several with points between (empresa.ruc)',
  );

/** Contacts for vulnerability reports, as RFC 9116 requires: no plain http, no bare address. May be empty. */
export const contacts = list.refine(
  (entries) => entries.every((entry) => /^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s]+|tel:\+[\d-]+)$/.test(entry)),
  'must hold mailto:, https: or tel: addresses, comma-separated',
);

/** A UTC timestamp such as 2027-06-30T00:00:00Z, in milliseconds. */
export const instant = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'must look like 2027-06-30T00:00:00Z',
  })
  .transform((text) => Date.parse(text));

/** Path of a database; opened at start, so that a wrong path is reported then. */
export const geoDatabase = z.string().refine((path) => {
  try {
    openGeoDatabase(path);
    return true;
  } catch {
    return false;
  }
}, 'must name a file in MaxMind’s format (.mmdb) that can be read');

/** @param open reads the file. @returns a schema for its path, which reports faults at start, as `open` states them. */
const fileFor = (open: (path: string) => unknown) =>
  z.string().superRefine((path, context) => {
    try {
      open(path);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
    }
  });

export const identityProviders = fileFor(readProviders);

/** A PMTiles archive. */
export const tilesFile = fileFor((path) => openTileArchive(path).close());
