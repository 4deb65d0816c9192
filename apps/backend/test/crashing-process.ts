/* Stands in for `src/picture-process.ts` with a library that crashes at each picture. */
process.on('message', () => {
  process.exit(1);
});
process.send?.('ready');
