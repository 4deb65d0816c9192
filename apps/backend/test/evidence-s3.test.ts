import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { type EvidenceStore, StoreFull } from '#field/evidence/evidence-store.ts';
import { createS3Store } from '#field/evidence/s3-store.ts';

const KEY = { key: 'LLAVE', secret: 'secreto', region: 'sa-east-1' };

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The signature of a request as Amazon's documents describe it (SigV4), computed without the client's code. */
function signatureOf({ method = '', url = '', headers }: IncomingMessage): string {
  const [, date = '', signed = ''] =
    /Credential=LLAVE\/(\d+)\/sa-east-1\/s3\/aws4_request, SignedHeaders=([\w;-]+)/.exec(headers.authorization ?? '') ??
    [];
  const { pathname, searchParams } = new URL(url, 'http://x');
  searchParams.sort();
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, pathname, query, lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const scope = `${date}/sa-east-1/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [date, 'sa-east-1', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${KEY.secret}`);
  return hmac(key, text).toString('hex');
}

type Reply = (path: string, method: string) => { status: number; body?: string | Buffer } | undefined;

/** A bucket in memory that checks each signature; `reply` answers instead where it returns something. */
async function startBucket(
  reply: Reply = () => undefined,
): Promise<{ store: EvidenceStore; files: Map<string, Buffer> }> {
  const files = new Map<string, Buffer>();
  server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '' } = request;
      const body = await buffer(request);
      const answer = (status: number, content: string | Buffer = '') => response.writeHead(status).end(content);
      const other = reply(url, method);
      if (other) return answer(other.status, other.body);
      if (!request.headers.authorization?.endsWith(`Signature=${signatureOf(request)}`))
        return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
      const { pathname, searchParams } = new URL(url, 'http://x');
      const name = pathname.replace('/fotos/', '');
      if (method === 'PUT') files.set(name, body);
      if (method === 'DELETE') files.delete(name);
      if (method !== 'GET') return answer(200);
      if (pathname !== '/fotos') return files.has(name) ? answer(200, files.get(name)) : answer(404);
      // Pages of one file.
      const names = [...files.keys()].sort();
      const at = Number(searchParams.get('continuation-token') ?? 0);
      const more = at + 1 < names.length ? `<NextContinuationToken>${at + 1}</NextContinuationToken>` : '';
      const found = names
        .slice(at, at + 1)
        .map(
          (each) =>
            `<Contents><Key>${each}</Key><Size>${files.get(each)?.length ?? 0}</Size><LastModified>2026-11-20T15:00:00.000Z</LastModified></Contents>`,
        );
      return answer(200, `<?xml version="1.0"?><ListBucketResult>${found.join('')}${more}</ListBucketResult>`);
    })();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { store: createS3Store({ endpoint: `http://127.0.0.1:${port}/`, bucket: 'fotos', ...KEY }), files };
}

it('stores, reads, lists and removes photos in a bucket, with signed requests', async () => {
  const { store, files } = await startBucket();
  expect(await store.get('abc.jpg')).toBeUndefined();
  await store.put('abc.jpg', Buffer.from('uno'));
  await store.put('abd-mini.webp', Buffer.from([0, 255]));
  expect(files.get('abd-mini.webp')).toEqual(Buffer.from([0, 255]));
  expect((await store.get('abc.jpg'))?.toString()).toBe('uno');
  const listed = [];
  for await (const file of store.list()) listed.push(file);
  const changedAt = new Date('2026-11-20T15:00:00Z');
  expect(listed).toEqual([
    { name: 'abc.jpg', bytes: 3, changedAt },
    { name: 'abd-mini.webp', bytes: 2, changedAt },
  ]);
  await store.remove('abc.jpg');
  await store.remove('abc.jpg');
  expect([...files.keys()]).toEqual(['abd-mini.webp']);
});

it('reports a full bucket as full, and other refusals without their text', async () => {
  const refusals = [
    { status: 507 },
    { status: 400, body: '<Error><Code>QuotaExceeded</Code></Error>' },
    { status: 403, body: '<Error><Code>AccessDenied</Code><Message>secreto</Message></Error>' },
  ];
  const { store } = await startBucket((_path, method) => (method === 'PUT' ? refusals[0] : undefined));
  // A 507 is tried again, like any 5xx.
  await expect(store.put('abc.jpg', Buffer.from('x'))).rejects.toThrow(StoreFull);
  refusals.shift();
  await expect(store.put('abc.jpg', Buffer.from('x'))).rejects.toThrow(StoreFull);
  refusals.shift();
  await expect(store.put('abc.jpg', Buffer.from('x'))).rejects.toThrow(
    /^The evidence bucket answered 403 AccessDenied to PUT$/,
  );
});

it('tries again after a failure of the server', async () => {
  let failures = 2;
  const { store } = await startBucket(() => (failures-- > 0 ? { status: 503 } : undefined));
  await store.put('abc.jpg', Buffer.from('uno'));
  expect((await store.get('abc.jpg'))?.toString()).toBe('uno');
});
