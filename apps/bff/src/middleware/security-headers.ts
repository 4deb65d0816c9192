import { type RequestHandler } from 'express';
import helmet from 'helmet';
import { type Config } from '../config.ts';

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

/** Every feature off, but for the map's full screen. */
const PERMISSIONS_POLICY = [...PERMISSIONS.map((name) => `${name}=()`), 'fullscreen=(self)'].join(', ');

/** Headers of every answer, errors and files included. HSTS only over TLS, where a browser heeds it. */
export function securityHeaders({ secure }: Pick<Config, 'secure'>): RequestHandler[] {
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
  });
  const permissions: RequestHandler = (_req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    next();
  };
  return [protect, permissions];
}
