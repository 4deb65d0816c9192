import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/* Prints `map-page.ts` and what it imports as one script, for e2e/bench/map-layers.ts. */
const output = await build({
  configFile: false,
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    minify: false,
    lib: { entry: fileURLToPath(new URL('map-page.ts', import.meta.url)), formats: ['iife'], name: 'mapPage' },
  },
});
const [chunk] = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
if (chunk?.type !== 'chunk') throw new Error('No script was built');
process.stdout.write(chunk.code);
