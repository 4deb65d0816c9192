import { type PhotoSize } from '@despacho/contracts/dispatch';

/** A stored file, as found by `list`. */
export interface StoredFile {
  name: string;
  bytes: number;
  changedAt: Date;
}

/** Where the files of photos are: a folder, or a bucket. */
export interface EvidenceStore {
  /** Stores a file durably, or replaces it. @throws StoreFull if there is no space. */
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** @returns undefined if there is no such file. */
  get: (name: string) => Promise<Buffer | undefined>;
  /** Removes a file, if there is one. */
  remove: (name: string) => Promise<void>;
  /** All files, by name in the order of their characters' codes. */
  list: () => AsyncIterable<StoredFile>;
  /** Where it is, for messages to the operator. */
  place: string;
}

/** The store has no space left. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** Only generated names reach a store, so none can leave its folder. */
const NAME = /^[\w-]{3,80}(\.(jpg|webp))?(\.tmp-[\w-]{36})?$/;

/** @throws TypeError for a name that this service does not generate. */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new TypeError('Not the name of a stored file');
  return name;
}

/** Extension and media type of each size. */
export const SIZE_FILES = {
  mini: { ending: '-mini.webp', mediaType: 'image/webp' },
  media: { ending: '-media.webp', mediaType: 'image/webp' },
  completa: { ending: '.jpg', mediaType: 'image/jpeg' },
} as const satisfies Record<PhotoSize, object>;

export const SIZES = Object.keys(SIZE_FILES) as PhotoSize[];

/** @param file as in the photo's row. @returns the name of one of its files. */
export const fileName = (file: string, size: PhotoSize): string => `${file}${SIZE_FILES[size].ending}`;
