import { PROVIDER_PAGE } from '@despacho/contracts';
import cookieParser from 'cookie-parser';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';
import { LINKED_PAGES } from '#session/linked-cookie.ts';
import { createAddressCounters } from '#policy/limit-address.ts';
import { clientAddress } from '#session/client-address.ts';
import { ownsDirectory } from '#upstream/owns-directory.ts';
import { isSignedIn } from '#session/record.ts';
import { readSessionId } from '#session/session-id.ts';
import { sessionCookieName } from '#session/session-cookie.ts';
import { isAsset } from './answer-types.ts';
import { readPage, type IndexPage } from './index-page.ts';
import { readScreenHints, type ScreenHint } from './screen-hints.ts';
import { GUEST_HEADERS, headersWithoutEffectOnAssets, PHONE_PERMISSIONS_POLICY } from './security-headers.ts';

/** One year: a name with a content hash never changes its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Whether a person opens an address, instead of a script or style requesting a file. */
function isNavigation(req: Request): boolean {
  const lastSegment = req.path.split('/').at(-1) ?? '';
  return (req.get('accept') ?? '').includes('text/html') && !lastSegment.includes('.');
}

function sendIndex(req: Request, res: Response, page: IndexPage, caching = 'no-cache'): void {
  res.setHeader('Cache-Control', caching);
  res.setHeader('ETag', page.etag);
  res.vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const coding = req.acceptsEncodings(['br', 'gzip', 'identity']);
  const chosen = coding === 'br' || coding === 'gzip' ? coding : 'identity';
  if (chosen !== 'identity') res.setHeader('Content-Encoding', chosen);
  res.type('html').send(page.bodies[chosen]);
}

/** A page of a link, with the headers that only it has. */
interface LinkedPage {
  page: IndexPage;
  headers: Readonly<Record<string, string>>;
}

function sendLinked(req: Request, res: Response, { page, headers }: LinkedPage): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  sendIndex(req, res, page);
}

/**
 * Sends the page of a screen. Only a signed-in user's response names the screen's files, so no other request learns
 * them, and no shared cache stores that response. Its validator differs, because a 304 would keep the header that the
 * browser has stored: after a sign-out it would fetch the files again.
 */
function sendScreen(
  req: Request,
  res: Response,
  page: IndexPage,
  { link, digest }: ScreenHint,
  signedIn: boolean,
): void {
  res.vary('Cookie');
  if (!signedIn) {
    sendIndex(req, res, page);
    return;
  }
  res.setHeader('Link', link);
  sendIndex(req, res, { ...page, etag: `${page.etag.slice(0, -1)}-${digest}"` }, 'private, no-cache');
}

/** Precompressed built files. Names under /assets contain a content hash and never change. */
function files({ webRoot, config }: Pick<Services, 'webRoot' | 'config'>): RequestHandler {
  const withoutEffect = headersWithoutEffectOnAssets(config);
  const serve = sirv(fileURLToPath(webRoot), {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    extensions: [],
  });
  return (req, res, next) => {
    // Whole files only: sirv trusts any range, and one that ends before it begins would break the response.
    delete req.headers.range;
    // Not in sirv's own hook, which it does not call for a 304.
    res.setHeader('Cache-Control', req.path.startsWith('/assets/') ? IMMUTABLE : 'no-cache');
    const dropped = isAsset(req.path) ? withoutEffect : [];
    for (const [name] of dropped) res.removeHeader(name);
    // sirv lists the files at start and does not handle one that was deleted since: that would crash the process.
    res.once('pipe', (file: Readable) => file.on('error', () => res.destroy()));
    serve(req, res, () => {
      res.removeHeader('Cache-Control');
      for (const [name, value] of dropped) res.setHeader(name, value);
      next();
    });
  };
}

/** Pages of links: their files, addresses and headers. Each is one page without a redirect, so that the fragment is kept. */
const LINKED = [
  { file: 'courier.html', ...LINKED_PAGES.courier, headers: { 'Permissions-Policy': PHONE_PERMISSIONS_POLICY } },
  { file: 'guest.html', ...LINKED_PAGES.guest, headers: GUEST_HEADERS },
] as const;

/**
 * Serves files, the pages of links, and the index page for every address a person may open. Only the `Link` header of a
 * screen's page depends on the session; nothing here extends a session.
 */
export function pages(services: Pick<Services, 'webRoot' | 'config' | 'log' | 'now' | 'sessions'>): RequestHandler {
  const { webRoot, config, log, sessions } = services;
  const hasProviders = config.IDENTITY_PROVIDERS_FILE !== undefined && ownsDirectory(config);
  const index = readPage(webRoot, 'index.html', config.BASE_PATH, hasProviders);
  const linked = new Map(
    LINKED.flatMap(({ file, path, headers }) => {
      const page = readPage(webRoot, file, config.BASE_PATH);
      return page ? [path, `${path}/`, `/${file}`].map((address) => [address, { page, headers }] as const) : [];
    }),
  );
  const router = Router({ caseSensitive: true });
  if (!index) {
    log.error(
      { event: 'pages.missing' },
      'There is no build of the web pages (run `npm run build`): only the API is served',
    );
    router.get('/{*path}', () => {
      throw new Failure('unavailable', { note: 'no build of the web pages' });
    });
    return router;
  }
  const serveFile = files(services);
  const hintOf = readScreenHints(webRoot, config.BASE_PATH);
  const readCookies = cookieParser();
  const cookieName = sessionCookieName(config);
  const counters = createAddressCounters(services);
  /** Beyond the limit of an address, and without the session store, the page is served as to somebody without a session. */
  const isSignedInPage = async (req: Request): Promise<boolean> => {
    const cookie = (req.cookies as Record<string, unknown>)[cookieName];
    if (readSessionId(cookie) === undefined || counters.take('pages', clientAddress(req))) return false;
    return sessions.open(cookie).then(isSignedIn, () => false);
  };
  const openIndex: RequestHandler = (req, res, next) => {
    if (req.path === PROVIDER_PAGE) res.setHeader('Referrer-Policy', 'no-referrer');
    const hint = hintOf(req.path);
    if (!hint) {
      sendIndex(req, res, index);
      return;
    }
    readCookies(req, res, () => {
      isSignedInPage(req)
        .then((signedIn) => sendScreen(req, res, index, hint, signedIn))
        .catch(next);
    });
  };
  router.use((req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const opened = linked.get(req.path);
    if (!isRead) next();
    else if (req.path === '/' || req.path === '/index.html') sendIndex(req, res, index);
    else if (opened) sendLinked(req, res, opened);
    else
      void serveFile(req, res, () => {
        if (isNavigation(req) && !/^\/assets(\/|$)/.test(req.path)) openIndex(req, res, next);
        else next();
      });
  });
  return router;
}
