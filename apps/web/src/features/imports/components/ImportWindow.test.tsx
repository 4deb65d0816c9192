import {
  importOperations,
  ORDER_FLAG_CODES,
  type ImportReceipt,
  type ImportLayout,
  type ImportPreview,
  type LineError,
  orderOperations,
  type OrderPreview,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { SENTENCE } from '#test/typed-sentence.ts';
import { OrdersListState } from '#features/orders/state/OrdersListState.tsx';
import { OrdersState } from '#features/orders/state/OrdersState.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { ImportWindow } from './ImportWindow.tsx';

type Readable = Extract<ImportPreview, { readable: true }>;

const {
  'imports.preview': preview,
  'imports.commit': commit,
  'imports.fix': fix,
  'imports.clients': answers,
} = importOperations;
const { 'orders.clients': senders } = orderOperations;
const row = (line: number): OrderPreview => ({
  line,
  rows: 1,
  ok: true,
  client: 'Botica',
  clientReference: null,
  recipient: `Ana ${line}`,
  address: `Jr. Uno ${line}`,
  ubigeo: '150122',
  date: '2026-11-21',
  window: null,
  collectDue: null,
  notes: [],
});

const readable: Readable = {
  readable: true,
  id: '5',
  fileName: 'ordenes.csv',
  lines: 3,
  good: 3,
  broken: 0,
  doubtful: [],
  unknownClients: { asked: [], more: 0 },
  accounting: { read: 4, imported: 3, errors: 0, repeated: 0, takenOut: 0, hidden: 0, totals: 0, titles: 1, blank: 0 },
  source: { sheet: 0, sheets: [], encoding: null },
  hidden: { rows: [], included: false },
  totals: [],
  imported: null,
  ignored: [],
  layout: { line: 1, columns: [], rows: [], client: null, date: null, foundDate: null, remembered: false },
  rows: [row(2), row(3), row(4)],
  expiresAt: '2026-11-21T12:00:00.000Z',
};

const receipt = (orders: number, left: Partial<ImportReceipt['notImported']> = {}): ImportReceipt => ({
  batch: '9',
  at: '2026-11-20T12:00:00.000Z',
  orders,
  accounting: readable.accounting,
  notImported: { errors: [], repeated: [], takenOut: [], hidden: [], ...left },
  otherSheets: [],
  firstCode: 'D-1',
  lastCode: `D-${orders}`,
});

const onTomorrow = vi.fn();
const onLocate = vi.fn();
const onClose = vi.fn();
let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  onClose.mockReset();
  gateway = fakeGateway();
  markIn(aView());
});

/** Opens the window and chooses a file, as if dropped: the file input's filter does not apply. */
async function chooseFile(name: string) {
  const { user } = renderInApp(
    <OrdersState>
      <OrdersListState>
        <ImportWindow onTomorrow={onTomorrow} onLocate={onLocate} onClose={onClose} />
      </OrdersListState>
    </OrdersState>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Archivo de órdenes');
  input.accept = '';
  await user.upload(input, new File(['x'], name));
  return { user };
}

it('offers to assign for tomorrow what belongs to a courier whose day is confirmed', async () => {
  gateway.on(preview, () => readable);
  const closed = [{ courier: { id: '30', name: 'Juana Ríos' }, orders: [{ id: '8', version: 1 }] }];
  gateway.on(commit, () => ({ ...receipt(3), closed }));
  const { user } = await chooseFile('ordenes.csv');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/1 orden quedó sin repartidor/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Asignar para mañana (1)' }));
  expect(onTomorrow).toHaveBeenCalledExactlyOnceWith(closed);
  expect(onClose).toHaveBeenCalledOnce();
});

it('offers to locate the imported addresses whose place is not known well enough', async () => {
  gateway.on(preview, () => readable);
  gateway.on(commit, () => receipt(3));
  gateway.on(orderOperations['orders.counts'], ({ query }) => ({
    total: 3,
    flags: Object.fromEntries(ORDER_FLAG_CODES.map((flag) => [flag, query['lote'] === '9' ? 2 : 40])),
  }));
  const { user } = await chooseFile('ordenes.csv');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  await user.click(await screen.findByRole('button', { name: 'Ubicarlas (2)' }));
  expect(onLocate).toHaveBeenCalledOnce();
});

it('rejects a file of another kind without sending it', async () => {
  await chooseFile('foto.png');
  expect(await screen.findByText(/«foto\.png» no es CSV ni Excel \(\.xlsx\)/)).toBeTruthy();
  expect(gateway.sentTo(preview)).toEqual([]);
});

it('says which columns a file lacks', async () => {
  gateway.on(preview, () => ({
    readable: false,
    why: 'columns',
    columns: ['Distrito'],
    remedy: 'Use la plantilla.',
    layout: null,
    source: null,
  }));
  await chooseFile('otro.csv');
  expect(await screen.findByText('Faltan columnas obligatorias: Distrito. Use la plantilla.')).toBeTruthy();
});

it('retries a failed import with the same idempotency key', async () => {
  gateway.on(preview, () => readable);
  gateway.on(commit, () => problem('upstream-unreachable'));
  const { user } = await chooseFile('ordenes.csv');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/Nada se importa dos veces/)).toBeTruthy();
  gateway.on(commit, () => receipt(3));
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText(/Se importaron 3 órdenes/)).toBeTruthy();
  const keys = gateway.sentTo(commit).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

const doubtfulFile: Readable = {
  ...readable,
  rows: [row(2), row(3), row(4)],
  doubtful: [
    { line: 2, as: 'order', id: '77', code: 'D0000077' },
    { line: 4, as: 'line', first: 3 },
  ],
};

it('omits doubtful lines, and imports those that are switched on', async () => {
  gateway.on(preview, () => doubtfulFile);
  gateway.on(commit, () => receipt(2, { repeated: [4] }));
  const { user } = await chooseFile('ordenes.csv');
  expect(await screen.findByText('3 líneas: 1 correcta, 2 posibles repetidas, ninguna con errores')).toBeTruthy();
  const doubtful = within(screen.getByRole('region', { name: 'Posibles repetidas' }));
  expect(doubtful.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([
    false,
    false,
    false,
  ]);
  expect(doubtful.getByRole('link', { name: 'D0000077, en otra pestaña' }).getAttribute('href')).toMatch(/ver=77/);
  expect(doubtful.getByText('la línea 3')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Líneas correctas' })).getByText('Ana 3')).toBeTruthy();
  expect(screen.queryByText('Jr. Uno 2, Miraflores')).toBeNull();
  expect(screen.getByRole('button', { name: 'Importar 1 orden' })).toBeTruthy();

  const all = doubtful.getByRole('checkbox', { name: 'Importar las 2 de todos modos' });
  await user.click(all);
  expect(screen.getByRole('button', { name: 'Importar 3 órdenes' })).toBeTruthy();
  await user.click(doubtful.getByRole('checkbox', { name: 'Importar la línea 4' }));
  await user.click(screen.getByRole('button', { name: 'Importar 2 órdenes' }));
  expect(gateway.sentTo(commit).map(({ body }) => body)).toEqual([{ orders: 2, include: [2], takeOut: [] }]);
  expect(await screen.findByText(/No se importó 1 línea \(parecía repetida: línea 4\)\./)).toBeTruthy();
});

it('asks before closing only if choices would be lost', async () => {
  gateway.on(preview, () => doubtfulFile);
  const first = await chooseFile('ordenes.csv');
  await first.user.click(await screen.findByRole('button', { name: 'Cancelar' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await first.user.click(screen.getByRole('checkbox', { name: 'Importar la línea 4' }));
  await first.user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
  await first.user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await first.user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
  await first.user.click(await screen.findByRole('button', { name: 'Dejar sin importar' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

const error = (column: 'district' | 'date', value: string, suggestion: string | null) => ({
  column,
  value,
  reason: 'No se conoce',
  remedy: 'Corríjalo',
  suggestion,
});

const brokenRow = (line: number, ...errors: LineError[]): OrderPreview => ({
  line,
  rows: 1,
  ok: false,
  recipient: `Luz ${line}`,
  address: `Jr. Dos ${line}`,
  errors,
});

const brokenFile: Readable = {
  ...readable,
  lines: 4,
  good: 1,
  broken: 3,
  rows: [
    row(2),
    brokenRow(3, error('district', 'Miraflore', 'Miraflores')),
    brokenRow(4, error('district', 'Miraflore', 'Miraflores'), error('date', 'x', null)),
    brokenRow(5, error('date', 'x', null)),
  ],
};

it('fixes all lines with the same text by one button, and a cell by typing', async () => {
  gateway.on(preview, () => brokenFile);
  gateway.on(fix, () => ({
    rows: [row(3), brokenRow(4, error('date', 'x', null))],
    good: 2,
    broken: 2,
    doubtful: [],
    unknownClients: { asked: [], more: 0 },
  }));
  const { user } = await chooseFile('ordenes.csv');
  const [first] = await screen.findAllByRole('button', { name: '¿Quiso decir Miraflores? (2 líneas)' });
  if (first) await user.click(first);
  expect(await screen.findByText('4 líneas: 2 correctas, 2 con errores')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Quiso decir/ })).toBeNull();
  const cell = screen.getByRole('button', { name: 'Corregir Fecha de la línea 5: x' });

  gateway.on(fix, () => ({
    rows: [row(5)],
    good: 3,
    broken: 1,
    doubtful: [],
    unknownClients: { asked: [], more: 0 },
  }));
  expect(screen.getByText('Luz 5')).toBeTruthy();
  // Its text is selected, so typing replaces it.
  await user.click(cell);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Fecha de la línea 5' }));
  await user.keyboard('22/11/2026{Enter}');
  expect(await screen.findByText('4 líneas: 3 correctas, 1 con errores')).toBeTruthy();
  expect(gateway.sentTo(fix).map(({ body }) => body)).toEqual([
    { column: 'district', value: 'Miraflores', lines: [3, 4] },
    { column: 'date', value: '22/11/2026', lines: [5] },
  ]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Corregir Fecha de la línea 4: x' }));
  // Esc leaves the cell as it was, not the window.
  await user.keyboard('{Enter}9{Escape}');
  expect(gateway.sentTo(fix)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
  expect(onClose).not.toHaveBeenCalled();
});

const layout: ImportLayout = {
  line: 2,
  columns: [
    { place: 0, heading: 'Quién', samples: ['Ana', 'Luz'], key: null },
    { place: 1, heading: 'Dirección', samples: ['Jr. Uno 1'], key: 'address' },
    { place: 2, heading: 'Distrito', samples: ['Surco'], key: 'district' },
    { place: 3, heading: 'Fecha', samples: ['21/11/2026'], key: 'date' },
  ],
  rows: [
    { line: 1, text: 'Reparto del lunes' },
    { line: 2, text: 'Quién · Dirección · Distrito · Fecha' },
    { line: 4, text: 'Nombre · Calle' },
  ],
  client: null,
  date: null,
  foundDate: null,
  remembered: false,
};

it('reads a file with unknown headings by the columns and the client that the person chooses', async () => {
  gateway.on(senders, () => []);
  gateway.on(preview, () => ({
    readable: false,
    why: 'columns',
    columns: ['Cliente', 'Destinatario'],
    remedy: 'Seleccione',
    layout,
    source: null,
  }));
  const { user } = await chooseFile('raro.csv');
  expect(await screen.findByText('Falta seleccionar: Cliente, Destinatario.')).toBeTruthy();
  expect(screen.getByText('Ana · Luz')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByText('Seleccione las columnas que faltan.')).toBeTruthy();
  expect(gateway.sentTo(preview)).toHaveLength(1);

  await user.click(screen.getByRole('combobox', { name: '«Quién» es' }));
  await user.click(await screen.findByRole('option', { name: 'Destinatario *' }));
  await user.type(screen.getByRole('combobox', { name: 'Cliente de todas las órdenes' }), 'Botica');
  expect(screen.queryByText(/Falta seleccionar/)).toBeNull();
  gateway.on(preview, () => ({ ...readable, layout: { ...layout, client: 'Botica' } }));
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByText('Cliente de todas: Botica. Se usan todas las columnas.')).toBeTruthy();
  expect(gateway.sentTo(preview)[1]?.query).toMatchObject({
    columns: '2:1-address,2-district,3-date,0-recipient',
    client: 'Botica',
  });

  await user.click(screen.getByRole('button', { name: 'Cambiar columnas' }));
  await user.click(screen.getByRole('button', { name: 'Volver' }));
  expect(screen.getByRole('button', { name: 'Importar 3 órdenes' })).toBeTruthy();
});

it('focuses the first field when the columns are chosen, which keeps a typed sentence', async () => {
  gateway.on(senders, () => []);
  gateway.on(preview, () => ({ ...readable, layout }));
  const { user } = await chooseFile('raro.csv');
  await user.click(await screen.findByRole('button', { name: 'Cambiar columnas' }));
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Los títulos están en' }));
  const fields = () => screen.getAllByRole('combobox').map(({ textContent }) => textContent);
  const before = fields();
  await user.keyboard(SENTENCE);
  expect(fields()).toEqual(before);
  expect(gateway.sentTo(preview)).toHaveLength(1);
  expect(onClose).not.toHaveBeenCalled();
});

it('asks for the date of a file that has none, and proposes the one in its title', async () => {
  gateway.on(senders, () => []);
  const columns = layout.columns.map((each) => (each.key === 'date' ? { ...each, samples: [] } : each));
  const undated = { ...layout, columns, client: 'Botica', foundDate: '2026-11-24' };
  gateway.on(preview, () => ({
    readable: false,
    why: 'columns',
    columns: ['Fecha'],
    remedy: 'Seleccione',
    layout: undated,
    source: null,
  }));
  const { user } = await chooseFile('raro.csv');
  expect(await screen.findByText('Falta seleccionar: Destinatario, Fecha.')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: '«Quién» es' }));
  await user.click(await screen.findByRole('option', { name: 'Destinatario *' }));
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByText('Seleccione una columna o escriba la fecha')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '24/11/2026, como dice el archivo' }));
  expect(screen.getByLabelText<HTMLInputElement>('Fecha de las órdenes sin fecha').value).toBe('24/11/2026');
  gateway.on(preview, () => ({ ...readable, layout: { ...undated, date: '2026-11-24' } }));
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  expect(await screen.findByText(/Fecha de las líneas sin fecha: 24\/11\/2026\./)).toBeTruthy();
  expect(gateway.sentTo(preview)[1]?.query).toMatchObject({ date: '2026-11-24', client: 'Botica' });
});

it('reads the headings from the line that the person chooses, then lets them choose columns', async () => {
  gateway.on(senders, () => []);
  gateway.on(preview, () => ({ ...readable, layout }));
  const { user } = await chooseFile('raro.csv');
  await user.click(await screen.findByRole('button', { name: 'Cambiar columnas' }));
  const heading = screen.getByRole('combobox', { name: 'Los títulos están en' });
  expect(heading.textContent).toContain('Fila 2: Quién · Dirección');
  const other = {
    ...layout,
    line: 4,
    columns: [{ place: 0, heading: 'Nombre', samples: ['Eva'], key: 'recipient' as const }],
  };
  gateway.on(preview, () => ({ ...readable, layout: other }));
  await user.click(heading);
  await user.click(await screen.findByRole('option', { name: 'Fila 4: Nombre · Calle' }));
  const field = await screen.findByRole('combobox', { name: '«Nombre» es' });
  expect(field.textContent).toContain('Destinatario');
  expect(gateway.sentTo(preview)[1]?.query).toMatchObject({ columns: '4:' });
});

it('reads a file again by the columns of another client, unless the person has chosen columns', async () => {
  gateway.on(senders, () => []);
  const reference = { place: 4, heading: 'Ref.', samples: ['P-1'], key: null };
  const known = layout.columns.map((each) => ({ ...each, key: each.key ?? ('recipient' as const) }));
  const read = { ...layout, client: 'Botica', columns: [...known, reference] };
  gateway.on(preview, () => ({ ...readable, layout: read }));
  const { user } = await chooseFile('raro.csv');
  const changeClient = async (name: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Cambiar columnas' }));
    const field = screen.getByRole('combobox', { name: 'Cliente de todas las órdenes' });
    await user.clear(field);
    await user.type(field, name);
  };
  await changeClient('Bazar');
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  await changeClient('Bodega');
  await user.click(screen.getByRole('combobox', { name: '«Ref.» es' }));
  await user.click(await screen.findByRole('option', { name: 'Nota' }));
  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  await screen.findByRole('button', { name: 'Cambiar columnas' });
  expect(gateway.sentTo(preview).map(({ query }) => [query['columns'], query['client']])).toEqual([
    [undefined, undefined],
    ['2:', 'Bazar'],
    ['2:0-recipient,1-address,2-district,3-date,4-note', 'Bodega'],
  ]);
});

it('asks before the page is closed only if choices would be lost', async () => {
  gateway.on(preview, () => doubtfulFile);
  const { user } = await chooseFile('ordenes.csv');
  const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const box = await screen.findByRole('checkbox', { name: 'Importar la línea 4' });
  expect(isAsked()).toBe(false);
  await user.click(box);
  expect(isAsked()).toBe(true);
});

/** The figures of the accounting, as shown. */
const figures = () => screen.getByRole('region', { name: 'Cuenta de filas' }).textContent;

it('shows how the rows add up while lines are taken out and put back', async () => {
  const totals = { ...readable.accounting, read: 12, imported: 1, errors: 3, totals: 2, blank: 4, hidden: 1 };
  gateway.on(preview, () => ({ ...brokenFile, accounting: totals, totals: [9, 10] }));
  gateway.on(commit, () => ({ ...receipt(1, { errors: [3, 4], takenOut: [5] }), accounting: totals }));
  const { user } = await chooseFile('ordenes.csv');
  await screen.findByText('4 líneas: 1 correcta, 3 con errores');
  expect(figures()).toBe('12filas leídas=1en órdenes+3con errores+1oculta o tachada+2totales+1de título+4en blanco');
  expect(screen.getByText(/Las filas 9–10 son totales\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Quitar la línea 2' }));
  await user.click(screen.getByRole('button', { name: 'Quitar la línea 5' }));
  expect(figures()).toContain('=0en órdenes+2con errores+2quitadas');
  expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Devolver la línea 2' }));
  expect(figures()).toContain('=1en órdenes+2con errores+1quitada');
  await user.click(screen.getByRole('button', { name: 'Importar 1 orden' }));
  expect(gateway.sentTo(commit).map(({ body }) => body)).toEqual([{ orders: 1, include: [], takeOut: [5] }]);
  expect(await screen.findByText(/con errores: líneas 3–4; quitada: línea 5/)).toBeTruthy();
  expect(figures()).toContain('12filas leídas');
  const link = screen.getByRole('link', { name: 'Descargar las no importadas' });
  expect(link.getAttribute('href')).toContain('/imports/5/broken');
});

it('shows an error of a whole row without a cell to fix', async () => {
  const whole = {
    column: null,
    value: 'C1 · Ana',
    reason: 'Una comilla no se cierra',
    remedy: 'Ciérrela',
    suggestion: null,
  };
  gateway.on(preview, () => ({ ...brokenFile, rows: [row(2), brokenRow(3, whole)], lines: 2, broken: 1 }));
  await chooseFile('ordenes.csv');
  const table = within(await screen.findByRole('region', { name: 'Líneas con errores' }));
  expect(table.getByText('Toda la fila')).toBeTruthy();
  expect(table.queryByRole('button', { name: /^Corregir/ })).toBeNull();
});

it('imports only after the questions about sheets, hidden rows and the encoding are answered', async () => {
  const source = {
    sheet: 0,
    sheets: [
      { place: 0, name: 'Pedidos', rows: 4, hidden: false },
      { place: 2, name: 'Lima', rows: 40, hidden: false },
    ],
    encoding: {
      used: 'windows-1252',
      choices: [
        { encoding: 'windows-1252', sample: 'Pe¤a' },
        { encoding: 'ibm850', sample: 'Peña' },
      ],
    },
  };
  const hidden = { rows: [4, 5, 9], included: false };
  gateway.on(preview, () => ({ ...readable, source, hidden }));
  gateway.on(commit, () => receipt(3));
  const { user } = await chooseFile('ordenes.xlsx');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  expect(gateway.sentTo(commit)).toEqual([]);
  expect(
    screen.getByText(
      'Antes de importar, decida si se leen bien las tildes, qué hoja se importa y qué hacer con las filas ocultas.',
    ),
  ).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: '¿Se leen bien las tildes y las eñes?' }));

  gateway.on(preview, () => ({
    ...readable,
    source: { ...source, encoding: { ...source.encoding, used: 'ibm850' } },
    hidden,
  }));
  await user.click(screen.getByRole('radio', { name: /Peña/ }));
  await user.click(await screen.findByRole('button', { name: 'Importar solo esta hoja' }));
  expect(screen.getByText(/Hay otra hoja que no se lee: «Lima» \(40 filas\)\./)).toBeTruthy();
  gateway.on(preview, () => ({
    ...readable,
    source: { ...source, encoding: null },
    hidden: { ...hidden, included: true },
  }));
  await user.click(screen.getByRole('button', { name: 'Importarlas también' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Importarlas también' }).getAttribute('aria-pressed')).toBe('true');
  });
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText('Se importaron 3 órdenes')).toBeTruthy();
  expect(gateway.sentTo(preview).map(({ query: { encoding, hidden: rows } }) => [encoding, rows])).toEqual([
    [undefined, undefined],
    ['ibm850', undefined],
    ['ibm850', 'include'],
  ]);
});

it('asks about rows that are crossed out and columns that are hidden', async () => {
  const crossed = { rows: [3], included: false };
  const source = { ...readable.source, hiddenColumns: { names: ['Cobro'], read: true } };
  gateway.on(preview, () => ({ ...readable, source, crossed }));
  gateway.on(commit, () => receipt(3));
  const { user } = await chooseFile('ordenes.xlsx');
  await user.click(await screen.findByRole('button', { name: 'Importar 3 órdenes' }));
  expect(
    screen.getByText('Antes de importar, decida qué hacer con las filas tachadas y si se leen las columnas ocultas.'),
  ).toBeTruthy();
  expect(screen.getByText('1 fila tiene celdas tachadas en el archivo: 3.')).toBeTruthy();
  gateway.on(preview, () => ({ ...readable, source, crossed: { ...crossed, included: true } }));
  await user.click(screen.getByRole('button', { name: 'Importarlas también' }));
  expect(screen.getByText('La columna «Cobro» está oculta en el archivo.')).toBeTruthy();
  gateway.on(preview, () => ({
    ...readable,
    crossed: { ...crossed, included: true },
    source: { ...source, hiddenColumns: { names: ['Cobro'], read: false } },
  }));
  await user.click(await screen.findByRole('button', { name: 'No leerlas' }));
  await screen.findByText('La columna «Cobro» está oculta en el archivo y no se lee.');
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText('Se importaron 3 órdenes')).toBeTruthy();
  expect(gateway.sentTo(preview).map(({ query: { crossed: rows, hiddenColumns } }) => [rows, hiddenColumns])).toEqual([
    [undefined, undefined],
    ['include', undefined],
    ['include', 'skip'],
  ]);
});

it('reads another sheet, and then asks about its hidden rows', async () => {
  const source = {
    sheet: 0,
    sheets: ['Pedidos', 'Lima'].map((name, place) => ({ place, name, rows: 4, hidden: false })),
    encoding: null,
  };
  gateway.on(preview, () => ({ ...readable, source }));
  const { user } = await chooseFile('ordenes.xlsx');
  gateway.on(preview, () => ({ ...readable, source: { ...source, sheet: 1 }, hidden: { rows: [3], included: false } }));
  await user.click(await screen.findByRole('combobox', { name: 'Hoja' }));
  await user.click(await screen.findByRole('option', { name: 'Lima (4 filas)' }));
  await screen.findByText(/Hay otra hoja que no se lee: «Pedidos»/);
  expect(gateway.sentTo(preview)[1]?.query).toMatchObject({ sheet: '1' });
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(screen.getByText('Antes de importar, decida qué hacer con las filas ocultas.')).toBeTruthy();
});

it('asks about unknown clients once, even if the file is read again', async () => {
  gateway.on(senders, () => []);
  const unknown = {
    asked: [
      { text: 'Bodga', lines: 2 },
      { text: 'Otra', lines: 1 },
    ],
    more: 0,
  };
  gateway.on(preview, () => ({ ...readable, unknownClients: unknown, hidden: { rows: [9], included: false } }));
  gateway.on(answers, () => ({
    rows: [row(2)],
    good: 3,
    broken: 0,
    doubtful: [],
    unknownClients: { asked: [], more: 0 },
  }));
  gateway.on(commit, () => receipt(3));
  const { user } = await chooseFile('ordenes.csv');
  expect(await screen.findByRole('button', { name: 'Mantener todos como texto' })).toBeTruthy();
  await user.type(screen.getByRole('combobox', { name: '«Bodga», 2 líneas' }), 'Bodega Ñandú');
  await user.click(screen.getByRole('button', { name: 'Usar estos clientes y mantener los demás como texto' }));
  await waitFor(() => {
    expect(screen.queryByRole('group', { name: '¿Quiénes son estos clientes?' })).toBeNull();
  });
  await user.click(screen.getByRole('button', { name: 'Importarlas también' }));
  await waitFor(() => {
    expect(gateway.sentTo(answers)).toHaveLength(2);
  });
  const body = { clients: [{ text: 'Bodga', client: 'Bodega Ñandú' }], keepOthers: true };
  expect(gateway.sentTo(answers).map((sent) => sent.body)).toEqual([body, body]);
  expect(screen.queryByRole('group', { name: '¿Quiénes son estos clientes?' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Importar 3 órdenes' }));
  expect(await screen.findByText('Se importaron 3 órdenes')).toBeTruthy();
});
