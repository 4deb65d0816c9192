import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Page } from '@playwright/test';
import { shiftsOf, watchShifts } from '../support/layout-shift.ts';
import { longestTask } from '../support/longest-task.ts';
import { type OpenPage, withProduct } from '../support/look.ts';
import { type Kind, type NetworkRequest, stepsOf, watchNetwork } from '../support/network.ts';
import { PEOPLE, type Person } from '../support/people.ts';
import { signInByForm } from '../support/sign-in.ts';
import { prepare } from '../support/street.ts';

/**
 * What does opening a screen cost until its first rows are shown, and how far does its content move, while the demonstration
 * runs? Prints and bounds steps, requests, bytes, shifts and tasks. On a line with a latency, which separates requests one
 * after another from those that begin together. `--orders`, `--screens` and `--widths` choose some; `--people` opens them as
 * others of the demonstration, what they may open, and `--cpu` on slower processors; `--shifts` prints what moved and
 * `--requests` what was requested.
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000' },
    screens: { type: 'string' },
    widths: { type: 'string' },
    people: { type: 'string', default: 'ana' },
    cpu: { type: 'string', default: '1' },
    shifts: { type: 'boolean' },
    requests: { type: 'boolean' },
  },
});
const KB = 1024;

/** The greatest of each column; sizes in bytes, tasks in milliseconds of CPU, shares and shifts as fractions. */
interface Limits {
  steps?: number;
  requests?: number;
  /** Reads that were requested once more before the rows. */
  repeated: number;
  /** All kinds together. */
  total?: number;
  /** Bodies of scripts and style sheets. */
  code?: number;
  unused?: number;
  shift: number;
  shiftAgain: number;
  /** Without a slowed CPU. */
  task: number;
}
const ALL: Limits = { repeated: 0, shift: 0.02, shiftAgain: 0.02, task: 75 };

interface Screen {
  name: string;
  path: string;
  who: 'office' | 'courier' | null;
  /** Selects the first content of the screen. */
  rows: string;
  /** The request for the rows; null without one. */
  data: string | null;
  limits: Limits;
}

/** A screen of the office, with its bounds in addition to `ALL`. */
const office = (name: string, path: string, data: string, rows: string, limits: Partial<Limits> = {}): Screen => ({
  ...{ name, path, who: 'office', rows, data },
  limits: { ...ALL, ...limits },
});

const SCREENS: readonly Screen[] = [
  {
    ...{ name: 'login', path: '/auth/login', who: null, data: null, rows: 'form [type=submit]' },
    limits: { ...ALL, code: 140_000 },
  },
  office('desk', '/assing?oficina=LIMA', '/api/orders', '[data-order-id]', {
    ...{ steps: 3, requests: 30, code: 300 * KB, unused: 0.35 },
  }),
  office('Dashboard', '/dashboard', '/api/dashboard/today', '[aria-label="¿Terminamos hoy?"] strong', {
    code: 220 * KB,
  }),
  office('Liquidación', '/dashboard/liquidacion', '/api/money', '[aria-label="Efectivo del día"] strong', {
    code: 220 * KB,
  }),
  office('Clientes', '/clients', '/api/clients', '[href*="clients/"]', { code: 220 * KB }),
  office(
    ...(['Permisos', '/permissions', '/api/users/LIMA'] as const),
    '[aria-label="Permisos por usuario"] [type=checkbox], [aria-label="Usuarios"] a',
    { code: 220 * KB },
  ),
  office('Mapa', '/map?oficina=LIMA', '/api/orders/map', '[aria-label="Órdenes y repartidores del mapa"] li', {
    code: 320 * KB,
  }),
  office('Imagenes', '/images', '/api/evidence', 'main img'),
  office('Informes', '/dashboard/informes', '/api/reports', 'main table, main svg'),
  office('client', '/clients/5001', '/api/clients/5001', 'article'),
  {
    ...{ name: 'courier', path: '/r/', who: 'courier', data: null, rows: '[aria-label="Paradas de hoy"] li' },
    limits: { ...ALL, total: 151 * KB },
  },
];

const DEVICES = [
  { viewport: { width: 1440, height: 900 } },
  { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
];

/** Latency of the line, in milliseconds: more than the page computes between two requests. */
const LATENCY = 500;
/** After the first rows, in milliseconds. */
const SETTLED = 6000;
/** Stops of a courier. */
const STOPS = 8;

/** @throws Error for a name that none has: the bench would pass without measuring anything. */
function chosen<T>(all: readonly T[], names: string | undefined, nameOf: (one: T) => string): readonly T[] {
  if (names === undefined) return all;
  const known = all.map(nameOf);
  const unknown = names.split(',').filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; choose from ${known.join(', ')}`);
  return all.filter((one) => names.split(',').includes(nameOf(one)));
}

/** Records in each document of a page when `selector` first matches. */
const watchRows = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((rows) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(rows)) return;
      Object.assign(globalThis, { rowsAt: performance.timeOrigin + performance.now() });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }, selector);

/** Opens the screen in a new document. @returns when it showed its first rows, in seconds since 1970. */
async function visit(page: Page, { path }: Screen): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path);
  const rowsAt = await page.waitForFunction(() => (globalThis as unknown as { rowsAt?: number }).rowsAt, undefined, {
    timeout: 120_000,
  });
  await sleep(SETTLED);
  return Number(await rowsAt.jsonValue()) / 1000;
}

/** @returns decoded bytes of scripts that were executed. */
async function executedBytes(page: Page): Promise<number> {
  let bytes = 0;
  for (const { source = '', functions } of await page.coverage.stopJSCoverage()) {
    const isUsed = new Uint8Array(source.length);
    // The ranges of a function lie within those that precede them, and replace their count.
    for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
      isUsed.fill(Math.min(count, 1), startOffset, endOffset);
    bytes += isUsed.reduce((sum, used) => sum + used, 0);
  }
  return bytes;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

type Measured = Required<Limits> & { kinds: string; moved: string[]; list: string[] };

/**
 * @returns the length of the longest chain of requests that the rows wait for: HTML, code, and data that ended before
 * the first request for theirs began. Excludes fonts, which swap in, and requests that the rows do not wait for.
 */
function stepsUntil(before: readonly NetworkRequest[], data: string | null): number {
  const first = before.find(({ url }) => url === data);
  return stepsOf(
    before.filter(
      (each) =>
        each.kind === 'html' ||
        each.kind === 'code' ||
        each === first ||
        (first !== undefined && each.kind === 'data' && each.end <= first.start),
    ),
  );
}

/** @param cpu how many times slower the processor is until the first rows. */
async function measure(page: Page, screen: Screen, cpu: number): Promise<Measured> {
  const devtools = await page.context().newCDPSession(page);
  const line = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await watchRows(page, screen.rows);
  await watchShifts(page);

  const seen = await watchNetwork(devtools);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await line(LATENCY);
  await page.coverage.startJSCoverage({ resetOnNavigation: false });
  seen.clear();
  const rowsAt = await visit(page, screen);
  const all = [...seen.values()];
  const executed = await executedBytes(page);
  const first = await shiftsOf(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });

  await visit(page, screen);
  const again = await shiftsOf(page);
  await line(0);
  const task = await longestTask(page, () => visit(page, screen));

  const before = all.filter(({ start }) => start < rowsAt);
  const bytesOf = (kind: Kind): number => sum(before.filter((each) => each.kind === kind).map(({ bytes }) => bytes));
  const reads = before.filter(({ kind }) => kind === 'data').map(({ url }) => url);
  const bodyOf = ({ bytes, headerBytes }: NetworkRequest): number => bytes - headerBytes;
  return {
    steps: stepsUntil(
      before.filter(({ end }) => end <= rowsAt),
      screen.data,
    ),
    requests: before.length,
    repeated: reads.length - new Set(reads).size,
    total: sum(before.map(({ bytes }) => bytes)),
    code: sum(before.filter(({ kind }) => kind === 'code').map(bodyOf)),
    unused: 1 - executed / sum(all.filter(({ isScript }) => isScript).map(({ decoded }) => decoded)),
    shift: first.sum,
    shiftAgain: again.sum,
    task,
    kinds: (['html', 'data', 'font', 'other'] as const).map((kind) => (bytesOf(kind) / KB).toFixed(0)).join('/'),
    moved: [...first.moved.map((one) => `first ${one}`), ...again.moved.map((one) => `again ${one}`)],
    list: all.map(
      ({ start, end, url, bytes }) =>
        `${((start - rowsAt) * 1000).toFixed(0)}–${((end - rowsAt) * 1000).toFixed(0)} ms ${(bytes / KB).toFixed(1)} KB ${url}`,
    ),
  };
}

/** Connects a phone to a courier with stops for today. @param office a page of the office, which is closed. */
async function connect(phone: Page, office: Page): Promise<void> {
  const { link } = await prepare(office, STOPS);
  const { fragment, code } = await link();
  await office.context().close();
  await phone.goto(`/r/#${fragment}`);
  await phone.getByRole('textbox', { name: 'Código de cuatro cifras' }).fill(code);
  await phone.getByRole('button', { name: 'Conectar este teléfono' }).click();
  await phone.getByRole('button', { name: 'Entendido, continuar' }).click();
  await phone.getByRole('heading', { name: 'Mi ruta' }).waitFor();
}

/** Title, figure, the unit it is printed in, and its digits. */
const COLUMNS: readonly (readonly [title: string, key: keyof Limits | 'kinds', unit: number, digits: number])[] = [
  ['steps', 'steps', 1, 0],
  ['requests', 'requests', 1, 0],
  ['repeated', 'repeated', 1, 0],
  ['total KB', 'total', KB, 0],
  ['html/data/font/other', 'kinds', 1, 0],
  ['code KB', 'code', KB, 0],
  ['unused %', 'unused', 0.01, 0],
  ['shift', 'shift', 1, 3],
  ['again', 'shiftAgain', 1, 3],
  ['task ms', 'task', 1, 0],
];

function print(name: string, cells: readonly string[]): void {
  const padded = cells.map((cell, at) => cell.padStart(Math.max(8, COLUMNS[at]?.[0].length ?? 0)));
  process.stdout.write(`  ${name.padEnd(24)}${padded.join('  ')}\n`);
}

/** Prints a line of the table, with the bound of each figure that exceeds it. */
function report(name: string, limits: Limits, measured: Measured): void {
  const cells = COLUMNS.map(([, key, unit, digits]) => {
    if (key === 'kinds') return measured.kinds;
    const [value, limit] = [measured[key], limits[key] ?? Infinity];
    const text = (value / unit).toFixed(digits);
    if (value <= limit) return text;
    process.exitCode = 1;
    return `${text} > ${(limit / unit).toFixed(digits)}`;
  });
  print(name, cells);
  const isShifted = Math.max(measured.shift, measured.shiftAgain) > limits.shift;
  if (values.shifts ?? isShifted) for (const line of measured.moved) process.stdout.write(`    ${line}\n`);
  if (values.requests) for (const line of measured.list) process.stdout.write(`    ${line}\n`);
}

/** @returns whether the signed-in person may open the screen. */
async function mayOpen(page: Page, { path }: Screen): Promise<boolean> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  return !page.url().includes('/error/');
}

async function measureAll(open: OpenPage): Promise<void> {
  print(
    'screen',
    COLUMNS.map(([title]) => title),
  );
  const people = chosen(Object.keys(PEOPLE) as Person[], values.people, String);
  for (const device of chosen(DEVICES, values.widths, ({ viewport }) => String(viewport.width)))
    for (const screen of chosen(SCREENS, values.screens, ({ name }) => name))
      for (const person of screen.who === 'office' ? people : [undefined])
        for (const cpu of values.cpu.split(',')) {
          // A service worker would answer from its own cache.
          const page = await open({ ...device, serviceWorkers: 'block' });
          // Through the form, after which the browser remembers the office, as on a later visit.
          if (person) await signInByForm(page, person);
          if (screen.who === 'courier') await connect(page, await open({}));
          const name = [screen.name, device.viewport.width, person, cpu === '1' ? '' : `${cpu}×`]
            .filter(Boolean)
            .join(' ');
          if (person === undefined || (await mayOpen(page, screen)))
            report(name, screen.limits, await measure(page, screen, Number(cpu)));
          await page.context().close();
        }
}

for (const orders of values.orders.split(',')) {
  process.stdout.write(`  ${orders} orders\n`);
  await withProduct(measureAll, { DEMO_ORDERS: orders, DEMO_CLOCK: '1' });
}
