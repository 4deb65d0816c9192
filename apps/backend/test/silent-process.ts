/* Replaces `src/field/evidence/picture-process.ts` by one whose library does not proceed. */
process.on('message', () => undefined);
process.send?.('ready');
