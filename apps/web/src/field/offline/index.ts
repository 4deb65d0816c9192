export { useOpenForm, usePhone, useQueue, useRoute } from './hooks.ts';
export { shrinkPhoto, UnreadablePhoto } from './photo.ts';
export * from './phone.ts';
export * from './types.ts';
