import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { type Config } from '#config.ts';
import { ANSWER_TYPES } from './answer-types.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];

const PERMISSIONS = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/** Needed by the courier's page: photos of a delivery, its place, and a screen that stays on. */
const OF_PHONES: ReadonlySet<string> = new Set(['camera', 'geolocation', 'screen-wake-lock']);

/** Every feature off, except full screen for the map. */
const PERMISSIONS_POLICY = [...PERMISSIONS.map((name) => `${name}=()`), 'fullscreen=(self)'].join(', ');

/** Permissions of the courier's page only. */
export const PHONE_PERMISSIONS_POLICY = [
  ...PERMISSIONS.map((name) => `${name}=${OF_PHONES.has(name) ? '(self)' : '()'}`),
  'fullscreen=()',
].join(', ');

/** Headers of the page of guests: no search engine lists it, and nothing it requests or links to learns its address. */
export const GUEST_HEADERS = {
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Referrer-Policy': 'no-referrer',
} as const;

/**
 * @returns all security headers. HSTS only over TLS, where browsers respect it.
 */
export function fixedHeaders({ secure }: Pick<Config, 'secure'>): readonly (readonly [name: string, value: string])[] {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: SELF,
        scriptSrc: SELF,
        scriptSrcAttr: NONE,
        styleSrc: SELF,
        imgSrc: ["'self'", 'blob:', 'data:'],
        fontSrc: SELF,
        connectSrc: SELF,
        workerSrc: SELF,
        manifestSrc: SELF,
        mediaSrc: SELF,
        frameSrc: NONE,
        objectSrc: NONE,
        baseUri: SELF,
        formAction: SELF,
        frameAncestors: NONE,
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure && { maxAge: 63_072_000, includeSubDomains: false },
    xPoweredBy: false,
  });
  // They do not depend on the request, so helmet runs once with a dummy response.
  const nowhere = new IncomingMessage(new Socket());
  const recorder = new ServerResponse(nowhere);
  protect(nowhere, recorder, (error?: unknown) => {
    if (error !== undefined) throw new Error('The security headers cannot be made', { cause: error });
  });
  const made = Object.entries(recorder.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return [...made, ['permissions-policy', PERMISSIONS_POLICY]];
}

/** @returns the headers that do not affect scripts, styles, fonts and pictures. */
export const headersWithoutEffectOnAssets = (config: Pick<Config, 'secure'>): ReturnType<typeof fixedHeaders> =>
  fixedHeaders(config).filter(([name]) => !ANSWER_TYPES.asset.some((acting) => acting === name));

/** Sets all before anything can answer: a response has them unless a later step removes some. */
export function securityHeaders(config: Pick<Config, 'secure'>): RequestHandler {
  const headers = fixedHeaders(config);
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    next();
  };
}
