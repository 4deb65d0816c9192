import { type RequestHandler } from 'express';
import { Failure } from '../problems/failure.ts';
import { type Services } from '../services.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/**
 * Where to report a weakness (RFC 9116). Only who runs the product knows that, and until when it holds: an `Expires` made
 * up here would vouch for an address nobody looked at. So without a contact, or past its date, there is no file.
 */
export function securityTxt({ config, now }: Pick<Services, 'config' | 'now'>): RequestHandler {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, PUBLIC_ORIGIN: origins, secure } = config;
  return (_req, res) => {
    if (contacts.length === 0 || expires === undefined || now() >= expires)
      throw new Failure('not-found', { note: 'no security contact' });
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(expires).toISOString()}`,
      'Preferred-Languages: es, en',
      // The RFC wants https there.
      ...(secure ? origins.map((origin) => `Canonical: ${origin}${SECURITY_TXT_PATH}`) : []),
    ];
    res.setHeader('Cache-Control', 'no-cache');
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  };
}
