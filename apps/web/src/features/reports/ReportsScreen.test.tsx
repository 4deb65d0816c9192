import {
  type ClientSheet,
  daysOf,
  type Report,
  REPORT_OPERATIONS,
  type ReportFigures,
  type ReportGroup,
  reportOperations,
} from '@despacho/contracts/dispatch';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as ReportsScreen } from './ReportsScreen.tsx';

const FIGURES: ReportFigures = {
  orders: 120,
  delivered: 100,
  failed: 15,
  open: 5,
  met: 45,
  promised: 50,
  due: 900_000,
  collected: 800_050,
};

const figures = (more: Partial<ReportFigures> = {}): ReportFigures => ({ ...FIGURES, ...more });
const row = (id: string | null, name: string, more: Partial<ReportFigures> = {}): Report['rows'][number] => ({
  id,
  name,
  figures: figures(more),
  reasons: [{ value: 'ausente', name: 'Destinatario ausente', orders: 9 }],
  before: figures({ orders: 100, met: 46 }),
});

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

const aReport = (more: Partial<Report> = {}): Report => ({
  ...OCTOBER,
  at: '2026-11-01T05:00:00Z',
  since: '2026-01-05',
  figures: figures(),
  reasons: [{ value: 'ausente', name: 'Destinatario ausente', orders: 9 }],
  before: { from: '2026-09-01', to: '2026-09-30', figures: figures({ orders: 100 }) },
  days: daysOf(OCTOBER).map((day) => ({ day, figures: day < '2026-10-03' ? null : figures({ orders: 4 }) })),
  rows: [
    row('c1', 'Bodega Ñandú'),
    row('c2', 'Arte', { orders: 60, met: 50 }),
    row(null, 'Sin cliente del directorio'),
  ],
  others: null,
  ...more,
});

const SHEET: ClientSheet = {
  ...OCTOBER,
  at: '2026-11-01T05:00:00Z',
  since: '2026-01-05',
  client: { id: 'c1', name: 'Bodega Ñandú' },
  office: 'Lima',
  company: 'Norte S.A.C.',
  figures: figures({ met: null, promised: null }),
  reasons: [{ value: 'ausente', name: 'Destinatario ausente', orders: 15 }],
  before: { from: '2026-09-01', to: '2026-09-30', figures: null },
  days: [
    { day: '2026-10-01', figures: null },
    { day: '2026-10-02', figures: figures({ met: null, promised: null }) },
  ],
  failures: [
    { id: '7', code: 'LIM-000007', day: '2026-10-02', district: 'Miraflores', reason: 'Ausente', state: 'devuelta' },
  ],
};

let gateway: ReturnType<typeof fakeGateway>;
let report: Report;
beforeEach(() => {
  gateway = fakeGateway();
  report = aReport();
  for (const { read } of Object.values(REPORT_OPERATIONS)) gateway.on(reportOperations[read], () => report);
  gateway.on(reportOperations['reports.sheet'], () => SHEET);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn<() => void>();
      disconnect = vi.fn<() => void>();
    },
  );
});

function show(modules: readonly string[], path = '/dashboard/informes?dia=2026-10-14') {
  markIn(aView({ charge: 'D', permissionsList: modules.map((module) => ({ module })) }));
  const bar = document.body.appendChild(document.createElement('div'));
  return renderInApp(
    <TopBarSlotContext value={bar}>
      <ReportsScreen />
    </TopBarSlotContext>,
    { path },
  );
}

const asked = (group: ReportGroup) => gateway.sentTo(reportOperations[REPORT_OPERATIONS[group].read]);

describe('Informes', () => {
  it('shows the report to people who may not see the client sheet in the address', async () => {
    show(['D02', 'U01'], '/dashboard/informes?dia=2026-10-14&ficha=c1');
    expect(await screen.findByRole('row', { name: /^Total/ })).toBeTruthy();
    expect(gateway.sentTo(reportOperations['reports.sheet'])).toEqual([]);
  });

  it('opens the list of each number for exactly the days of the report', async () => {
    show(['D02', 'D05', 'U01']);
    const total = within(await screen.findByRole('row', { name: /^Total/ }));
    expect(asked('cliente').map(({ query }) => query)).toEqual([
      { officeId: expect.any(String) as string, periodo: 'mes', dia: '2026-10-01' },
    ]);
    expect(total.getByRole('link', { name: '15 no entregadas en total' }).getAttribute('href')).toBe(
      '/assing?estado=no_entregada%2Cen_devolucion%2Cdevuelta&desde=2026-10-01&hasta=2026-10-31',
    );
    const nandu = within(screen.getByRole('row', { name: /^Bodega Ñandú/ }));
    expect(nandu.getByRole('link', { name: '90 % de puntualidad de Bodega Ñandú' }).getAttribute('href')).toBe(
      '/assing?cliente=c1&horario=cumplido%2Cincumplido&desde=2026-10-01&hasta=2026-10-31',
    );
    expect(nandu.getByText('+20 %')).toBeTruthy();
    expect(nandu.getByText('−2 puntos')).toBeTruthy();
    // No filter selects the orders without a client.
    expect(within(screen.getByRole('row', { name: /^Sin cliente/ })).queryAllByRole('link')).toEqual([]);
    expect(screen.getByText(/comparación: setiembre 2026/)).toBeTruthy();
  });

  it('shows plain numbers to people who do not see orders', async () => {
    show(['D02', 'D05']);
    const nandu = within(await screen.findByRole('row', { name: /^Bodega Ñandú/ }));
    expect(nandu.getAllByRole('link').map((link) => link.getAttribute('title'))).toEqual([
      'Ficha del mes de Bodega Ñandú',
    ]);
    expect(nandu.getByText('120')).toBeTruthy();
  });

  it.each<[string[], ReportGroup, string[]]>([
    [['D01'], 'distrito', []],
    [['D02'], 'distrito', []],
    [['D03'], 'repartidor', []],
    [['D03', 'D05'], 'cliente', ['Clientes', 'Repartidores']],
    [['D01', 'D03', 'D05'], 'cliente', ['Clientes', 'Repartidores', 'Distritos']],
  ])('with %j begins with rows of %s and offers %j', async (modules, group, offered) => {
    show(modules);
    await screen.findByRole('row', { name: /^Total/ });
    expect(asked(group)).toHaveLength(1);
    expect(gateway.sent.filter(({ path }) => path.startsWith('/api/reports/'))).toHaveLength(1);
    const choice = screen.queryByRole('group', { name: 'Filas' });
    expect(
      choice
        ? within(choice)
            .getAllByRole('button')
            .map(({ textContent }) => textContent)
        : [],
    ).toEqual(offered);
  });

  it('has no column, total or chart for what the person may not see', async () => {
    const hidden = figures({ orders: null, delivered: null, failed: null, open: null, due: null, collected: null });
    report = aReport({
      figures: hidden,
      reasons: null,
      before: { ...OCTOBER, figures: hidden },
      days: [{ day: '2026-10-01', figures: hidden }],
      rows: [{ id: '150122', name: 'Miraflores', figures: hidden, reasons: null, before: null }],
    });
    show(['D02']);
    await screen.findByRole('row', { name: /^Miraflores/ });
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Distrito',
      'Puntualidad',
    ]);
    expect(screen.queryByRole('region', { name: 'Órdenes por día' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Por qué no se entregó' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Puntualidad por día' })).toBeTruthy();
    expect(document.body.textContent).not.toContain('S/');
  });

  it('sorts by a column, and keeps that and the rows in the address', async () => {
    const { user, router } = show(['D05', 'D03', 'D02']);
    await screen.findByRole('row', { name: /^Total/ });
    const names = () =>
      screen.getAllByRole('rowheader').map(({ textContent }) => textContent.replace('Ficha del mes', ''));
    expect(names()).toEqual(['Bodega Ñandú', 'Arte', 'Sin cliente del directorio', 'Total']);
    await user.click(screen.getByRole('button', { name: 'Puntualidad' }));
    expect(names()).toEqual(['Arte', 'Bodega Ñandú', 'Sin cliente del directorio', 'Total']);
    await user.click(screen.getByRole('button', { name: 'Puntualidad' }));
    expect(names()).toEqual(['Bodega Ñandú', 'Arte', 'Sin cliente del directorio', 'Total']);
    expect(router.state.location.search).toContain('orden=punctuality');
    await user.click(screen.getByRole('button', { name: 'Repartidores' }));
    await vi.waitFor(() => {
      expect(asked('repartidor')).toHaveLength(1);
    });
    expect(router.state.location.search).toBe('?dia=2026-10-14&por=repartidor');
  });

  it('steps to other periods, and never beyond today', async () => {
    const { user, router } = show(['D05']);
    await screen.findByRole('row', { name: /^Total/ });
    await user.click(screen.getByRole('button', { name: 'Mes anterior' }));
    expect(new URLSearchParams(router.state.location.search).get('dia')).toBe('2026-09-01');
    await user.click(screen.getByRole('button', { name: 'Este mes' }));
    expect(new URLSearchParams(router.state.location.search).get('dia')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mes siguiente' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Semana' }));
    await vi.waitFor(() => {
      expect(asked('cliente').at(-1)?.query).toMatchObject({ periodo: 'semana' });
    });
  });

  it('has the values of the chart as a table, in which days without data are not zero', async () => {
    const { user } = show(['D05']);
    const chart = within(await screen.findByRole('region', { name: 'Órdenes por día' }));
    expect(chart.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^31 oct: 100 entregadas, 15 no/);
    await user.click(chart.getByRole('button', { name: 'Ver como tabla' }));
    const [, first] = chart.getAllByRole('row');
    expect(first?.textContent).toBe('1 octsin datossin datossin datos');
  });

  it('says that there are no data, instead of showing zero', async () => {
    report = aReport({ figures: null, rows: [], since: '2026-11-02' });
    show(['D05']);
    expect(await screen.findByText('Sin datos de estos días')).toBeTruthy();
    expect(screen.getByText(/es del 2 nov/)).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('retries a report that failed', async () => {
    gateway.on(reportOperations['reports.clients'], () => problem('upstream-unreachable'));
    const { user } = show(['D05']);
    await screen.findByRole('alert');
    gateway.on(reportOperations['reports.clients'], () => report);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('row', { name: /^Total/ })).toBeTruthy();
  });

  it('opens the sheet of a client, and prints it alone', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user, router } = show(['D05', 'U01']);
    await user.click(await screen.findByTitle('Ficha del mes de Bodega Ñandú'));
    const sheet = within(await screen.findByRole('region', { name: 'Vista de la ficha' }));
    expect(gateway.sentTo(reportOperations['reports.sheet'])[0]?.query).toMatchObject({
      cliente: 'c1',
      dia: '2026-10-01',
    });
    expect(sheet.getByRole('heading', { name: 'Bodega Ñandú' })).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'LIM-000007' }).getAttribute('href')).toBe('/assing?ver=7');
    expect(sheet.getByText('sin datos')).toBeTruthy();
    expect(sheet.queryByText('Puntualidad')).toBeNull();
    expect(sheet.getByText('Se muestran las primeras 1 de 15.')).toBeTruthy();
    // Names the PDF.
    expect(document.title).toBe('Ficha de Bodega Ñandú, octubre 2026');
    await user.click(screen.getByRole('button', { name: 'Imprimir' }));
    expect(print).toHaveBeenCalledOnce();
    // What is printed has no links.
    const paper = document.body.querySelector(':scope > [aria-hidden="true"] article');
    expect([paper?.querySelector('h1')?.textContent, paper?.querySelectorAll('a').length]).toEqual(['Bodega Ñandú', 0]);
    await user.click(screen.getByRole('button', { name: 'Informe' }));
    expect(router.state.location.search).toBe('?dia=2026-10-14');
  });
});
