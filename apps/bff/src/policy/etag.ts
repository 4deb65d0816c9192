import { BUILD_ID } from '@despacho/server/build-id';
import { type Request } from 'express';

/*
 * The ETag of an answer: `W/"hash"`, or `W/"version.build.hash"` if our own service states a version. With the version, the
 * service confirms an answer before any work; with the hash, the gateway confirms one that is the same after other changes.
 * The version holds for answers of this build of the gateway only, because another one may send other fields.
 */
const ETAG = /^W\/"(?:([\w-]{1,80})\.([\w-]{1,80})\.)?([\w-]{43})"$/;

const VERSION = /^W\/"([\w-]{1,80})"$/;

/** An answer that the client has. */
interface Known {
  etag: string;
  /** Version of our own service, if this build of the gateway sent the answer. */
  version: string | undefined;
  hash: string;
}

/** @returns the answers that a request offers to have confirmed; forms that the gateway does not send are ignored. */
export const knownOf = (req: Request): Known[] =>
  (req.get('if-none-match') ?? '').split(',').flatMap((each) => {
    const [etag, version, build, hash] = ETAG.exec(each.trim()) ?? [];
    return etag !== undefined && hash !== undefined
      ? [{ etag, version: build === BUILD_ID ? version : undefined, hash }]
      : [];
  });

/** @param hash of the answer, SHA-256 in base64url. @param version stated by our own service. Weak, for all encodings. */
export const etagOf = (hash: string, version?: string): string =>
  `W/"${version === undefined ? '' : `${version}.${BUILD_ID}.`}${hash}"`;

/** @returns the version that our own service states, undefined for any other header. */
export const readVersion = (header: string | undefined): string | undefined => VERSION.exec(header ?? '')?.[1];

/** @returns the header with which our own service is offered a version. */
export const writeVersion = (version: string): string => `W/"${version}"`;
