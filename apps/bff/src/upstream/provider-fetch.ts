import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import { isLoopback } from '@despacho/server/settings';
import { Agent, request } from 'undici';
import { PRIVATE_NETWORKS } from '../trusted-ranges.ts';
import { type ConfiguredProvider } from './provider-file.ts';

/** Largest answer in bytes: a discovery document, a few keys, or the tokens of one person. */
const MAX_BYTES = 256 * 1024;
/** Concurrent calls of one provider; more are refused, so that a slow one does not fill the gateway. */
const MAX_CALLS = 16;
/** Time limit (s) of a call: two of them fit into that of a request. */
export const CALL_SECONDS = 4;

/** A provider could not be called, or its answer could not be read. */
export class ProviderUnreachable extends Error {}

/** Options that openid-client and jose pass. The signal ends the call after CALL_SECONDS. */
interface CallOptions {
  method: string;
  headers: Record<string, string> | Headers;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function networks(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

const FORBIDDEN = {
  ipv4: networks([...PRIVATE_NETWORKS[4], '0.0.0.0/8', '192.0.0.0/24', '198.18.0.0/15', '224.0.0.0/3']),
  // All but 2000::/3, the addresses in use on the internet; and those of them that contain an IPv4 address.
  ipv6: networks(['::/3', '4000::/2', '8000::/1', '2001::/32', '2002::/16']),
};

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * Creates the `fetch` for one provider: https only (http if the issuer is on this machine), public addresses and its
 * `privateNetworks`, no redirects, and limits of size and number. Every failure is a ProviderUnreachable.
 */
export function createProviderFetch({ issuer, privateNetworks }: ConfiguredProvider) {
  const isHere = isLoopback(new URL(issuer).hostname);
  const own = networks([...privateNetworks, ...(isHere ? LOOPBACK : [])]);
  const isAllowed = (address: string): boolean => {
    const family = familyOf(address);
    return own.check(address, family) || !FORBIDDEN[family].check(address, family);
  };

  /** Resolves names to allowed addresses only. The connection uses the same result, so that DNS cannot change in between. */
  function allowedLookup(
    host: string,
    options: LookupOptions,
    done: (error: Error | null, found: LookupAddress[]) => void,
  ): void {
    lookup(host, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAllowed(address));
      done(error ?? (allowed.length > 0 ? null : new Error('its host name has no allowed address')), allowed);
    });
  }

  const dispatcher = new Agent({
    maxResponseSize: MAX_BYTES,
    connect: { timeout: CALL_SECONDS * 1000, autoSelectFamily: true, lookup: allowedLookup },
    allowH2: false,
  });

  async function call(url: string, { method, headers, body, signal }: CallOptions): Promise<Response> {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !(isHere && isLoopback(hostname))) throw new Error('an address without TLS');
    // Literal addresses do not pass through the lookup.
    const literal = hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw new Error('an address that is not allowed');
    const answer = await request(url, {
      dispatcher,
      method,
      // Compressed bytes could exceed the limit after decompression.
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
      body: body instanceof URLSearchParams ? body.toString() : null,
      signal: signal ?? null,
    });
    return new Response(await answer.body.arrayBuffer(), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    });
  }

  let running = 0;
  return async (url: string, options: CallOptions): Promise<Response> => {
    if (running >= MAX_CALLS) throw new ProviderUnreachable('too many calls');
    running += 1;
    try {
      return await call(url, options);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new ProviderUnreachable(typeof code === 'string' ? code : message);
    } finally {
      running -= 1;
    }
  };
}
