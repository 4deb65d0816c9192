/* Replaces `src/field/evidence/picture-process.ts` by one whose library crashes at each picture. */
process.on('message', () => {
  process.exit(1);
});
process.send?.('ready');
