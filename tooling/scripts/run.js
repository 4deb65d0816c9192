// JavaScript, because an old Node cannot parse the TypeScript scripts and must print a readable message.
import process from 'node:process';

const WANTED = 24;
const [name = '', ...rest] = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) < WANTED) {
  console.error(
    `Despacho necesita Node ${String(WANTED)} o posterior y este es ${process.versions.node}: ` +
      'instale uno reciente (https://nodejs.org) y repita «npm ci».',
  );
  process.exit(1);
}

process.argv.splice(2, process.argv.length, ...rest);
await import(`./${name}.ts`);
