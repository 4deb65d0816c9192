import { networksOf } from '@despacho/server/networks-of';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { secretHash } from '#platform/secrets.ts';
import { Refusal } from '#platform/refusal.ts';
import { type FleetServices } from '../services.ts';
import { clientAddress, trustedProxies } from '#platform/http/client-address.ts';
import { MinuteCounts } from '#platform/minute-counts.ts';
import { findNotice, readTrackerHashes, recordNotice } from '../positions/positions-repository.ts';
import { IngestLimits } from './ingest-limits.ts';
import { NOTICE_HEADERS, noticePage } from './notice-page.ts';
import { readOsmand } from './read-osmand.ts';

/** Fits the JSON form of 200 fixes. */
const MAX_BODY = 64 * 1024;
const METHODS = new Set(['GET', 'POST']);
/** Times per minute that the notice of one token is shown. The limit of its positions does not count them. */
const PAGES_PER_MINUTE = 20;
/** A token as the service creates it. Anything else is unknown without a lookup. */
const TOKEN = /^[A-Za-z0-9_-]{27}$/;

const queryOf = ({ url = '' }: IncomingMessage): string => /\?(.*)$/s.exec(url)?.[1] ?? '';

/** @returns the body; undefined if it is too large, or its client has left. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * The listener for Traccar Client and OsmAnd, apart from the service's API. It answers without a body, as these apps
 * expect: 200 also for fixes that are refused or cannot be read, because the app would otherwise send them again forever;
 * 404 for an unknown token; 429 and 503 for later. A browser gets the notice for the courier instead, unless it sends a
 * position. Nothing of a request is logged, because the token may be in its query.
 * @param trustProxy the proxies in front, as `trustedProxies` reads them.
 */
export function ingestListener(
  services: Pick<FleetServices, 'db' | 'positionWriter' | 'clock' | 'config' | 'logger'>,
  trustProxy: string,
): RequestListener {
  const { db, positionWriter, clock, config, logger } = services;
  const limits = new IngestLimits(clock, () => readTrackerHashes(db));
  const pages = new MinuteCounts(PAGES_PER_MINUTE);
  const isTrusted = trustedProxies(trustProxy) ?? (() => false);

  const lookUp = <T>(request: IncomingMessage, token: string, work: (tokenHash: string) => Promise<T | undefined>) => {
    const forwardedFor = request.headers['x-forwarded-for'];
    const client = clientAddress(request.socket.remoteAddress ?? '', String(forwardedFor ?? ''), isTrusted);
    const tokenHash = TOKEN.test(token) ? secretHash(token) : '';
    return limits.lookUp(networksOf(client).own, tokenHash, async () =>
      tokenHash === '' ? undefined : await work(tokenHash),
    );
  };

  /** Shows the notice, or records that it was accepted. @returns the page; the status if there is none. */
  const pageOf = async (request: IncomingMessage): Promise<string | number> => {
    const token = new URLSearchParams(queryOf(request)).get('id') ?? '';
    const lookup = await lookUp(request, token, async (tokenHash) => {
      if (!pages.take(tokenHash, clock())) throw new Refusal('busy', 'El aviso se abrió demasiadas veces');
      const isInformed = await findNotice(db, tokenHash);
      if (isInformed === false && request.method === 'POST') await recordNotice(db, { tokenHash }, clock(), null);
      return isInformed === undefined ? undefined : { isAccepted: isInformed || request.method === 'POST' };
    });
    if (!lookup) return 429;
    return lookup.found ? noticePage(config.positionRetentionDays, lookup.found.isAccepted) : 404;
  };

  const statusOf = async (request: IncomingMessage): Promise<number | string> => {
    if (!METHODS.has(request.method ?? '')) return 405;
    const text = await readBody(request);
    if (text === undefined) return 413;
    const isJson = request.headers['content-type']?.startsWith('application/json') ?? false;
    const sent = readOsmand(queryOf(request), { text, isJson }, clock());
    // Some devices accept every type: a request with a position is one, whatever it accepts.
    const isEmpty = sent.fixes.length + sent.unreadable.length === 0;
    if (isEmpty && request.headers.accept?.includes('text/html')) return pageOf(request);
    // For an unknown device: it cannot be shown to any office.
    if (sent.token === '' && sent.unreadable.length > 0) return 200;
    const lookup = await lookUp(request, sent.token, (tokenHash) =>
      positionWriter.add({ tokenHash }, sent.fixes, sent.unreadable),
    );
    if (!lookup) return 429;
    return lookup.found ? 200 : 404;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let status: number | string;
    try {
      status = await statusOf(request);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      status = error instanceof Refusal && error.kind === 'busy' ? 429 : 503;
      if (!(error instanceof Refusal)) logger.error({ err: error }, 'positions could not be stored');
    }
    if (typeof status === 'string') {
      const page = Buffer.from(status);
      response.writeHead(200, { ...NOTICE_HEADERS, 'Content-Length': page.length, 'Cache-Control': 'no-store' });
      response.end(page);
      return;
    }
    // The rest of a body that is too large is not read.
    response.writeHead(status, {
      'Content-Length': 0,
      'Cache-Control': 'no-store',
      ...(status === 413 && { Connection: 'close' }),
      ...((status === 429 || status === 503) && { 'Retry-After': '60' }),
    });
    response.end();
  };
  return (request, response) => void answer(request, response);
}

/** Requests of these apps are small, so slow ones are cut off early. */
const LIMITS = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5000,
};

/** The server of the listener, not yet listening. */
export const ingestServer = (...given: Parameters<typeof ingestListener>): Server =>
  createServer(LIMITS, ingestListener(...given));
