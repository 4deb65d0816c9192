/* What scripts write into the documents. */
export { COLUMNS } from '#manifest/columns.ts';
export { createManifest, type Manifest, type OperationManifest } from '#manifest/manifest.ts';
