/** A part of the application did not load: there is no connection, or a new version replaced the files. */
export class ChunkFailure extends Error {
  override readonly name = 'ChunkFailure';
}
