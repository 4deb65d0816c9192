/* One normal form for texts that people write in different ways. Every comparison of two of them uses it. */

export { addressKey } from './address-key.ts';
export { codeKey, referenceKey } from './code-key.ts';
export { fold, foldLetters, plain } from './fold.ts';
export { nameKey } from './name-key.ts';
export { phoneKey, phoneText } from './phone-key.ts';
export { visibleText } from './visible-text.ts';
