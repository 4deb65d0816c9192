import { type RequestHandler } from 'express';
import { type Config } from '#config.ts';
import { Failure } from '#problems/failure.ts';
import { type Services } from '#services.ts';

/**
 * @returns the addresses of the file: the one that the RFC requires, and the one below `BASE_PATH`, which is the only one that
 * reaches the gateway if a proxy forwards nothing else.
 */
export const securityTxtPaths = ({ BASE_PATH }: Pick<Config, 'BASE_PATH'>): string[] =>
  [...new Set(['', BASE_PATH])].map((path) => `${path}/.well-known/security.txt`);

/**
 * Contacts for vulnerability reports (RFC 9116). Only the operator knows them and how long they are valid, so an
 * invented `Expires` would be wrong: without a contact, or after its date, there is no file.
 */
export function securityTxt({ config, now }: Pick<Services, 'config' | 'now'>): RequestHandler {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, PUBLIC_ORIGIN: origins, secure } = config;
  const paths = securityTxtPaths(config);
  return (_req, res) => {
    if (contacts.length === 0 || expires === undefined || now() >= expires)
      throw new Failure('not-found', { note: 'no security contact' });
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(expires).toISOString()}`,
      'Preferred-Languages: es, en',
      // The RFC requires https there.
      ...(secure ? origins.flatMap((origin) => paths.map((path) => `Canonical: ${origin}${path}`)) : []),
    ];
    res.setHeader('Cache-Control', 'no-cache');
    res.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  };
}
