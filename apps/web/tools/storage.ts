/* What scripts write into the documents. */
export { STORED_VALUES } from '../src/shared/state/browser-storage.ts';
