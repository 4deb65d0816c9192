import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { ROOT } from '../src/root.ts';
import { endWithAllProcesses } from '../src/machine/own-processes.ts';
import { DEMO_ATTRIBUTION, DEMO_MAP } from '../src/map/demo-map.ts';
import { launchCouriers } from '../src/stack/couriers.ts';
import { demoEnvironment } from '../src/stack/demo-environment.ts';
import { backendEnvironment, gatewayEnvironment, makeSecrets } from '../src/stack/environment.ts';
import { freePort, isFree } from '../src/stack/ports.ts';
import { launch, ServiceFailure, type Service } from '../src/stack/service.ts';
import { turbo } from '../src/turbo.ts';

const DATA = `${ROOT}.data/`;
const LOGS = `${DATA}logs/`;
const LAST_LINES = 12;

const inherited = demoEnvironment(process.env);
const running: Service[] = [];
let ending = false;
const stopping = (): boolean => ending;

/** Gateway first: a page must not be served after its service has stopped. */
async function stopAll(): Promise<void> {
  for (const service of running.toReversed()) await service.stop();
}

const end = endWithAllProcesses({
  mark: `despacho-start-${process.pid}-${Date.now()}`,
  stop() {
    if (!ending) console.log('\nCerrando…');
    ending = true;
    return stopAll();
  },
  signalCode: 0,
});

/** Exits with one sentence on what happened and what to do, followed by the end of the log if there is one. */
function giveUp(sentence: string, output = ''): Promise<never> {
  if (!ending) console.error(`\n${sentence}`);
  if (!ending && output.trim()) console.error(`\n${output.trim().split('\n').slice(-LAST_LINES).join('\n')}`);
  ending = true;
  return end(sentence, 1);
}

async function namedPort(variable: string, fallback: number): Promise<number> {
  const text = process.env[variable];
  if (text === undefined) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  return giveUp(`${variable}=${text} no es un puerto: escriba un número entre 1 y 65535.`);
}

async function start(name: string, entry: string, env: NodeJS.ProcessEnv, readyUrl: string): Promise<void> {
  if (stopping()) return;
  const logFile = `${LOGS}${name}.log`;
  const service = launch({ name, entry: `${ROOT}${entry}`, env: { ...inherited, ...env }, readyUrl, logFile });
  running.push(service);
  try {
    await service.ready();
  } catch (error) {
    if (stopping()) return;
    if (!(error instanceof ServiceFailure)) throw error;
    await giveUp(`«${name}» no arrancó: corrija lo que dice y repita «npm start» (todo en ${logFile}).`, error.output);
  }
  void service.ended.then((how) =>
    stopping()
      ? undefined
      : giveUp(`El proceso «${name}» terminó (${how ?? '?'}): vea ${logFile} y repita «npm start».`, service.tail()),
  );
}

const port = await namedPort('PORT', 3000);
if (!(await isFree(port))) {
  await giveUp(
    `El puerto ${port} ya está en uso: cierre ese programa o use otro, por ejemplo «PORT=${port + 1} npm start».`,
  );
}

console.log('Preparando Despacho (la primera vez tarda cerca de un minuto)…');
const build = await turbo(['build']);
if (!build.ok) await giveUp('La compilación falló: corrija lo siguiente y repita «npm start».', build.output);

const secrets = makeSecrets();
const dataDir = `${DATA}demo`;
// Kept with the data: second factors of the demonstration are encrypted with it.
const keyFile = `${DATA}demo-secrets.key`;
secrets.secretsKey = await readFile(keyFile, 'utf8').catch(async () => {
  await mkdir(DATA, { recursive: true });
  await writeFile(keyFile, secrets.secretsKey, { mode: 0o600 });
  return secrets.secretsKey;
});
if (process.argv.includes('--fresh')) await rm(dataDir, { recursive: true, force: true });

/** How long photos of the demonstration are kept, as its first day has them: each simulated delivery stores one. */
const DEMO_DAYS = '60';

const backendPort = await freePort(await namedPort('BACKEND_PORT', 4000));
const backend = `http://127.0.0.1:${backendPort}`;
const { DEMO_CLOCK = '1', PHOTO_RETENTION_DAYS = DEMO_DAYS, SIGNATURE_RETENTION_DAYS = DEMO_DAYS } = process.env;
await start(
  'backend',
  'apps/backend/dist/main.js',
  {
    ...backendEnvironment(backendPort, dataDir, secrets),
    DEMO_CLOCK,
    PHOTO_RETENTION_DAYS,
    SIGNATURE_RETENTION_DAYS,
  },
  `${backend}/health`,
);

const adminPort = await freePort(await namedPort('ADMIN_PORT', 9090));
const gateway = gatewayEnvironment({ port, adminPort, upstream: backend }, secrets);
// An archive of the operator's own, or a tile server, replaces the streets of the demo.
const { TILES_FILE, TILES_URL } = process.env;
const streets = TILES_FILE || TILES_URL ? {} : { TILES_FILE: DEMO_MAP, TILES_ATTRIBUTION: DEMO_ATTRIBUTION };
await start('gateway', 'apps/bff/dist/main.js', { ...gateway, ...streets }, `http://127.0.0.1:${port}/api/config`);

/**
 * Couriers who work with simulated phones, unless the demonstration is stopped. The product keeps running when they
 * end.
 */
function startCouriers(): void {
  const logFile = `${LOGS}repartidores.log`;
  const couriers = launchCouriers(port, `${dataDir}/phones.json`, logFile);
  running.push(couriers);
  void couriers.ended.then(() => {
    if (!stopping()) console.log(`  Los teléfonos simulados ya no trabajan: vea ${logFile}.`);
  });
}

const hasCouriers = process.env['DEMO_CLOCK'] !== '0';
if (hasCouriers && !stopping()) startCouriers();

if (!stopping())
  console.log(`
  Despacho está listo:  http://localhost:${port}

  Sucursal   Usuario       Contraseña
  LIMA       ana.torres    despacho     (cargo S: todas las secciones y oficinas)
  LIMA       luis.quispe   despacho     (dashboard, mapa y asignación)
  LIMA       carla.rios    despacho     (despacho con «Por atender»: el perfil Despachador)
  LIMA       rosa.mamani   despacho     (imágenes y clientes)
  LIMA       elena.caja    despacho     (liquidación: recibe el dinero)

  ${hasCouriers ? 'Los repartidores trabajan con teléfonos simulados. ' : ''}«npm run courier-link» en otra ventana da un
  enlace y su código para conectar uno de verdad, que reemplaza al simulado.

  Datos de demostración en ${dataDir}; registros en ${LOGS}
  Ctrl+C para cerrar.
`);
