import { type RequestHandler } from 'express';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';

export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/**
 * Contacts for vulnerability reports (RFC 9116). Only the operator knows them and how long they are valid, so an
 * invented `Expires` would be wrong: without a contact, or after its date, there is no file.
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
      // The RFC requires https there.
      ...(secure ? origins.map((origin) => `Canonical: ${origin}${SECURITY_TXT_PATH}`) : []),
    ];
    res.setHeader('Cache-Control', 'no-cache');
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  };
}
