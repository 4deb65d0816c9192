import { spawnSync } from 'node:child_process';
import { ROOT } from '../src/root.ts';
import { demoEnvironment } from '../src/stack/demo-environment.ts';

/* Prints the link that connects a phone to a courier of the demonstration, which `npm start` runs. */
const { PORT = '3000' } = process.env;
const args = ['courier', 'link', '--office', 'LIMA', ...process.argv.slice(2)];
const { status, stdout, stderr } = spawnSync(process.execPath, [`${ROOT}apps/backend/dist/main.js`, ...args], {
  env: { ...demoEnvironment(process.env), DATA_DIR: `${ROOT}.data/demo`, DEMO: '1' },
  encoding: 'utf8',
});
if (status !== 0) {
  console.error(`${stderr.trim()}\nInicie Despacho con «npm start» y repita «npm run courier-link».`);
  process.exit(1);
}
const [path = '', code = '', whose = ''] = stdout.trim().split('\n');
console.log(`
  Abra en el teléfono, o en una ventana privada:

  http://localhost:${PORT}/${path}

  Código: ${code.replace('Code: ', '')}
  ${whose.replace(/^For (.*), with (\d+) orders; once, until .*$/, '$1, con $2 órdenes. Vale una vez, por 30 minutos.')}
`);
