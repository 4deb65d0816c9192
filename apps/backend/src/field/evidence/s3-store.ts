import { AwsClient } from 'aws4fetch';
import { type Bucket } from '#platform/config.ts';
import { parseXml } from '#platform/files/parse-xml.ts';
import { checkName, type EvidenceStore, type StoredFile, StoreFull } from './evidence-store.ts';

/** Timeout of each attempt, in milliseconds. */
const TIMEOUT_MS = 20_000;
/** Further attempts after a failed connection or a 5xx. */
const RETRIES = 2;

/** Not enough space or quota, by S3's error codes and HTTP. */
const FULL = /<Code>(QuotaExceeded|InsufficientStorage|XMinioStorageFull|EntityTooLarge)<\/Code>/;

/** One page of a ListObjectsV2 response. */
function readListing(text: string): { files: StoredFile[]; next: string | undefined } {
  const files: StoredFile[] = [];
  let next: string | undefined;
  let fields: Record<string, string> = {};
  let content = '';
  parseXml(text, {
    open: (name) => {
      content = '';
      if (name === 'Contents') fields = {};
    },
    text: (part) => {
      content += part;
    },
    close: (name) => {
      if (name === 'NextContinuationToken') next = content;
      else if (name === 'Contents') {
        const { Key = '', Size = '0', LastModified = '' } = fields;
        files.push({ name: Key, bytes: Number(Size), changedAt: new Date(LastModified) });
      } else fields[name] = content;
      content = '';
    },
  });
  return { files, next };
}

/** Files in a bucket of an S3-compatible server. */
export function createS3Store({ endpoint, bucket, key, secret, region }: Bucket): EvidenceStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: RETRIES });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> =>
    client.fetch(`${base}${path}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS * (RETRIES + 1)) });
  const refuse = async (answer: Response, doing: string): Promise<never> => {
    const text = await answer.text().catch(() => '');
    if (answer.status === 507 || FULL.test(text)) throw new StoreFull('No space left for photos');
    const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
    throw new Error(`The evidence bucket answered ${answer.status} ${code} to ${doing}`);
  };
  return {
    place: base,
    put: async (name, bytes) => {
      const answer = await ask(`/${checkName(name)}`, { method: 'PUT', body: Buffer.from(bytes) });
      if (!answer.ok) await refuse(answer, 'PUT');
      await answer.body?.cancel();
    },
    get: async (name) => {
      const answer = await ask(`/${checkName(name)}`);
      if (answer.ok) return Buffer.from(await answer.arrayBuffer());
      if (answer.status !== 404) await refuse(answer, 'GET');
      await answer.body?.cancel();
      return undefined;
    },
    remove: async (name) => {
      const answer = await ask(`/${checkName(name)}`, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) await refuse(answer, 'DELETE');
      await answer.body?.cancel();
    },
    list: async function* () {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(token !== undefined && { 'continuation-token': token }),
        });
        const answer = await ask(`?${query.toString()}`);
        if (!answer.ok) await refuse(answer, 'a listing');
        const { files, next } = readListing(await answer.text());
        yield* files;
        token = next;
      } while (token !== undefined);
    },
  };
}
