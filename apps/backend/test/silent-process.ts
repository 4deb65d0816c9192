/* Stands in for `src/picture-process.ts` with a library that does not proceed. */
process.on('message', () => undefined);
process.send?.('ready');
