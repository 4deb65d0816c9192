import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '@despacho/server/settings';
import { Agent, fetch } from 'undici';
import { PRIVATE_NETWORKS } from '../trusted-ranges.ts';
import { type ConfiguredProvider } from './provider-file.ts';

/** Largest answer in bytes: a discovery document, a few keys, or the tokens of one person. */
const MAX_BYTES = 256 * 1024;
/** Timeout of a whole call (ms): two calls fit into the time limit of a request. */
const TIME_LIMIT_MS = 4000;
/** Per provider, so that a slow one takes no connections from the others. */
const MAX_CONNECTIONS = 4;
/** Running and queued calls per provider; more are refused immediately. */
const MAX_PENDING = 16;

/** A provider could not be called, or its answer could not be read. */
export class ProviderUnreachable extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ProviderUnreachable';
  }
}

/** @returns the ProviderUnreachable in the causes of an error of openid-client, jose or undici. */
export function unreachableIn(error: unknown): ProviderUnreachable | undefined {
  if (error instanceof ProviderUnreachable) return error;
  return error instanceof Error && error.cause !== undefined ? unreachableIn(error.cause) : undefined;
}

/** Options that openid-client and jose pass. */
interface CallOptions {
  method: string;
  headers: Record<string, string> | Headers;
  body?: unknown;
  signal?: AbortSignal;
}

export interface ProviderFetch {
  fetch: (url: string, options: CallOptions) => Promise<Response>;
  close: () => void;
}

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;
const familyOf = (address: string) => FAMILIES[isIP(address) as 4 | 6];

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

const RESERVED = networks([...PRIVATE_NETWORKS[4], '0.0.0.0/8', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/3']);
/** The IPv6 addresses in use on the internet; those below contain an IPv4 address and are refused. */
const GLOBAL_V6 = networks(['2000::/3']);
const EMBEDDED_V4 = networks(['2001::/32', '2002::/16']);

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** @returns a function that checks whether an address is public, or in one of the allowed networks. */
function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const own = networks(allowed);
  return (address) => {
    const family = familyOf(address);
    if (own.check(address, family)) return true;
    if (family === 'ipv4') return !RESERVED.check(address);
    return GLOBAL_V6.check(address, family) && !EMBEDDED_V4.check(address, family);
  };
}

/** Resolves names to allowed addresses only. The connection uses the same result, so that DNS cannot change in between. */
const guardedLookup =
  (isAllowed: (address: string) => boolean) =>
  (
    host: string,
    options: LookupOptions,
    done: (error: NodeJS.ErrnoException | null, found: string | LookupAddress[], family?: number) => void,
  ): void => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      if (!first) done(error ?? new ProviderUnreachable('its host name has no allowed address'), []);
      else if (options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };

/**
 * Creates the `fetch` for one provider: https only (http if the issuer is on this machine), public addresses and its
 * `privateNetworks`, no redirects, and limits of time, size and number. Every failure is a ProviderUnreachable.
 */
export function createProviderFetch({ issuer, privateNetworks }: ConfiguredProvider): ProviderFetch {
  const isHere = isLoopback(new URL(issuer).hostname);
  const isAllowed = addressCheck([...privateNetworks, ...(isHere ? LOOPBACK : [])]);
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    connect: { timeout: TIME_LIMIT_MS, lookup: guardedLookup(isAllowed) },
    allowH2: false,
  });
  let pending = 0;

  function checkTarget(url: URL): void {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (url.protocol !== 'https:' && !(isHere && isLoopback(url.hostname)))
      throw new ProviderUnreachable('an address without TLS');
    // Literal addresses do not pass through the lookup.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new ProviderUnreachable('an address that is not allowed');
  }

  async function call(url: string, { method, headers, body, signal }: CallOptions): Promise<Response> {
    const limit = AbortSignal.timeout(TIME_LIMIT_MS);
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: body instanceof URLSearchParams ? body.toString() : null,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      dispatcher: agent,
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new ProviderUnreachable('a larger answer than allowed');
      chunks.push(chunk);
    }
    const type = answer.headers.get('content-type');
    return new Response(size === 0 ? null : Buffer.concat(chunks), {
      status: answer.status,
      headers: type === null ? {} : { 'content-type': type },
    });
  }

  return {
    async fetch(url, options) {
      if (pending >= MAX_PENDING) throw new ProviderUnreachable('too many pending calls');
      pending += 1;
      try {
        checkTarget(new URL(url));
        return await call(url, options);
      } catch (error) {
        throw unreachableIn(error) ?? new ProviderUnreachable('no answer');
      } finally {
        pending -= 1;
      }
    },
    // Running calls may finish.
    close() {
      void agent.close();
    },
  };
}
