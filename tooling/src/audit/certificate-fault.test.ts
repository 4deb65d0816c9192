import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Authority, makeAuthority, startTlsFront } from '../../../apps/bff/test/support/certificates.ts';
import { certificateFault } from './certificate-fault.ts';

let authority: Authority;
let plain: Server;
let requests = 0;
const closing: (() => void)[] = [];

beforeAll(async () => {
  authority = makeAuthority('Despacho test authority');
  plain = createServer((_req, res) => {
    requests += 1;
    res.end();
  });
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const close of closing) close();
  plain.close();
  authority.remove();
});

const plainPort = () => (plain.address() as AddressInfo).port;

async function faultOf(names: string, ca?: string): Promise<string | undefined> {
  const { port, close } = await startTlsFront(`http://127.0.0.1:${plainPort()}`, authority.issue(names));
  closing.push(close);
  return certificateFault({ host: 'localhost', port, servername: 'localhost', ...(ca !== undefined && { ca }) });
}

it('reports an unknown authority and a wrong name, and accepts a good certificate', async () => {
  const ca = readFileSync(authority.file, 'utf8');
  expect(await faultOf('DNS:localhost', ca)).toBeUndefined();
  expect(await faultOf('DNS:localhost')).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  expect(await faultOf('DNS:*.localhost,DNS:despacho.example.pe', ca)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(requests).toBe(0);
});

it('rejects when the port does not speak TLS', async () => {
  await expect(certificateFault({ host: '127.0.0.1', port: plainPort() })).rejects.toThrow();
});
