import {
  type CourierMoney,
  dayOperations,
  type MoneyDay,
  type MoneyOfCourier,
  type MoneyReceipt,
  moneyOperations,
} from '@despacho/contracts/dispatch';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMoney } from '#test/a-money.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { Component } from './SettlementScreen.tsx';

const ROSA = aMoney();
const PERCY = aMoney({ courier: { id: '31', name: 'Percy Salazar' }, version: 9 });
const DONE = { at: new Date().toISOString(), by: { username: 'elena.caja', user: 'Elena Caja' } };

let gateway: ReturnType<typeof fakeGateway>;
let couriers: CourierMoney[];
let detail: Partial<MoneyOfCourier>;

const receiptOf = (money: CourierMoney): MoneyReceipt => ({
  act: '0a8c0a4e-1111-4222-8333-444444444444',
  at: DONE.at,
  undoUntil: new Date(Date.now() + 30_000).toISOString(),
  money,
});

beforeEach(() => {
  markIn(aView({ charge: 'C', permissionsList: ['D04', 'D05', 'U01'].map((module) => ({ module })) }));
  gateway = fakeGateway();
  couriers = [ROSA, PERCY];
  detail = {};
  gateway.on(moneyOperations['money.day'], ({ query }): MoneyDay => ({
    day: query['day'] ?? '',
    couriers,
    cashLimit: null,
    surplusLimit: 10_000,
    earlier: [],
  }));
  gateway.on(moneyOperations['money.courier'], ({ query }): MoneyOfCourier => ({
    money: couriers.find(({ courier }) => courier.id === query['courierId']) ?? ROSA,
    day: query['day'] ?? '',
    office: 'Lima',
    company: 'Despacho S.A.C.',
    movements: [],
    payments: [],
    ...detail,
  }));
});

async function open(path = '/dashboard/liquidacion?repartidor=30') {
  const shown = renderInApp(<Component />, { path });
  const panel = await screen.findByRole('region', { name: /^(Rosa Huanca|Percy Salazar)$/ });
  return { ...shown, panel };
}

const sentBodies = (operation: Parameters<typeof gateway.sentTo>[0]) =>
  gateway.sentTo(operation).map(({ body }) => body);

describe('Liquidación', () => {
  it('has a constancia on paper only while it is being printed', async () => {
    const paper = () => document.querySelector('[data-paper]');
    const print = vi.fn(() => expect(paper()?.textContent).toContain('Rosa Huanca'));
    vi.stubGlobal('print', print);
    const { user, panel } = await open();
    const ask = within(panel).getByRole('button', { name: 'Imprimir constancia' });
    await waitFor(() => expect(ask).toHaveProperty('disabled', false));
    expect(paper()).toBeNull();
    await user.click(ask);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    fireEvent(window, new Event('afterprint'));
    expect(paper()).toBeNull();
  });

  it('receives the counted cash by keyboard, and offers to undo it', async () => {
    const after = { ...ROSA, version: 8, held: [], received: 12_000, state: 'conforme' as const };
    gateway.on(moneyOperations['money.receive'], () => {
      couriers = [after, PERCY];
      return receiptOf(after);
    });
    const { user, panel } = await open();
    await user.click(within(panel).getByLabelText('Billetes de 200'));
    // Enter goes down; the value of each line is shown.
    await user.keyboard('{Enter}1{Enter}{Enter}1{Enter}{Enter}');
    expect(within(panel).getByText('Con esto, Rosa queda al día.')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(await within(panel).findByText('Recibidos S/ 120.00')).toBeDefined();
    expect(sentBodies(moneyOperations['money.receive'])).toEqual([
      {
        courierId: '30',
        day: expect.any(String) as string,
        version: 7,
        amount: 12_000,
        counted: { n200: 0, n100: 1, n50: 0, n20: 1, n10: 0, coins: 0 },
      },
    ]);
    gateway.on(moneyOperations['money.undo'], () => {
      couriers = [{ ...ROSA, version: 10 }, PERCY];
      return receiptOf(ROSA);
    });
    await user.click(within(panel).getByRole('button', { name: /^Deshacer 0:/ }));
    await waitFor(() => {
      expect(sentBodies(moneyOperations['money.undo'])).toEqual([
        { courierId: '30', day: expect.any(String) as string, act: receiptOf(ROSA).act },
      ]);
    });
    expect(await within(panel).findByRole('button', { name: 'Recibir S/ 0.00' })).toBeDefined();
    // Ready for the next count, without the errors of the last one.
    expect(within(panel).queryByText('Cuente o escriba lo que recibe')).toBeNull();
    await waitFor(() => {
      expect(document.activeElement).toBe(within(panel).getByLabelText('Billetes de 200'));
    });
  });

  it('keeps the courier after an action, even without one in the address', async () => {
    const after = { ...PERCY, version: 10, held: [], received: 12_000, state: 'conforme' as const };
    gateway.on(moneyOperations['money.receive'], () => {
      couriers = [ROSA, after];
      return receiptOf(after);
    });
    // The first of the list; after the receipt it is the last.
    const { user, panel, router } = await open('/dashboard/liquidacion');
    expect(panel.getAttribute('aria-label')).toBe('Percy Salazar');
    await user.click(within(panel).getByRole('button', { name: 'Todo exacto' }));
    expect(router.state.location.search).toBe('?repartidor=31');
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 120.00' }));
    const percy = await screen.findByRole('region', { name: 'Percy Salazar' });
    expect(await within(percy).findByText('Recibidos S/ 120.00')).toBeDefined();
    expect(within(percy).getByRole('button', { name: /^Deshacer 0:/ })).toBeDefined();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => {
      expect(sentBodies(moneyOperations['money.undo'])).toHaveLength(1);
    });
  });

  it('sends once, however often the button is pressed', async () => {
    gateway.on(moneyOperations['money.receive'], () => receiptOf(ROSA));
    const { user, panel } = await open();
    await user.type(within(panel).getByLabelText('Billetes de 100'), '1');
    await user.dblClick(within(panel).getByRole('button', { name: 'Recibir S/ 100.00' }));
    await within(panel).findByText('Recibidos S/ 100.00');
    expect(sentBodies(moneyOperations['money.receive'])).toHaveLength(1);
  });

  it('offers the next action once the entries of the last one are loaded', async () => {
    const answered = Promise.withResolvers<undefined>();
    couriers = [{ ...ROSA, held: [...ROSA.held, { means: 'yape', amount: 2000 }] }, PERCY];
    const yape = { means: 'yape', amount: 2000, inAccount: false, operation: null, client: 'Bodega' } as const;
    detail = { payments: [{ ...yape, orderId: '1', code: 'D0000001' }] };
    gateway.on(moneyOperations['money.receive'], async () => {
      await answered.promise;
      return receiptOf(ROSA);
    });
    const { user, panel } = await open();
    const verify = await within(panel).findByRole('button', { name: /en la cuenta$/ });
    await user.type(within(panel).getByLabelText('Billetes de 100'), '1');
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 100.00' }));
    await waitFor(() => {
      expect(verify).toHaveProperty('disabled', true);
    });
    answered.resolve(undefined);
    await waitFor(() => {
      expect(verify).toHaveProperty('disabled', false);
    });
  });

  it('explains a missing amount with a reason, or leaves it with the courier', async () => {
    gateway.on(moneyOperations['money.receive'], () => receiptOf(ROSA));
    const { user, panel } = await open();
    await user.type(within(panel).getByLabelText('Billetes de 100'), '1');
    expect(within(panel).getByText('Quedan S/ 20.00 con Rosa.')).toBeDefined();
    await user.click(within(panel).getByRole('radio', { name: 'Otro' }));
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 100.00' }));
    expect(within(panel).getByText('Escriba el motivo')).toBeDefined();
    await user.type(within(panel).getByLabelText('Motivo'), 'Compró cinta');
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 100.00' }));
    await within(panel).findByText('Recibidos S/ 100.00');
    expect(sentBodies(moneyOperations['money.receive'])).toMatchObject([
      { amount: 10_000, difference: { amount: 2000, reason: 'otro', note: 'Compró cinta' } },
    ]);
  });

  it('moves the focus to the reasons if a surplus has none', async () => {
    const { user, panel } = await open();
    await user.type(within(panel).getByLabelText('Billetes de 200'), '1');
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 200.00' }));
    const [first] = within(within(panel).getByRole('group', { name: 'Sobran S/ 80.00' })).getAllByRole('radio');
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('keeps what was typed: with an error, after a refusal, and for each courier', async () => {
    const detailText = 'El dinero de Rosa Huanca acaba de cambiar; revise los montos y vuelva a intentarlo';
    gateway.on(moneyOperations['money.receive'], () => problem('conflict', { detail: detailText }));
    const { user, panel } = await open();
    const notes = () => within(screen.getByRole('region', { name: 'Rosa Huanca' })).getByLabelText('Billetes de 50');
    await user.type(notes(), '2x');
    await user.click(within(panel).getByRole('button', { name: 'Recibir' }));
    expect(within(panel).getByText('Escriba cuántos billetes, sin decimales')).toBeDefined();
    expect(sentBodies(moneyOperations['money.receive'])).toEqual([]);
    await user.clear(notes());
    await user.type(notes(), '2');
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 100.00' }));
    expect(await within(panel).findByText(`${detailText}.`)).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Percy Salazar/ }));
    expect(await screen.findByRole('region', { name: 'Percy Salazar' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Rosa Huanca/ }));
    await screen.findByRole('region', { name: 'Rosa Huanca' });
    expect((notes() as HTMLInputElement).value).toBe('2');
  });

  it('passes payments to the account with their numbers', async () => {
    const held = [{ means: 'yape' as const, amount: 4000 }];
    couriers = [{ ...ROSA, held, collected: held }, PERCY];
    const yape = { means: 'yape', amount: 2000, inAccount: false, operation: null, client: 'Bodega' } as const;
    detail = {
      payments: [
        { ...yape, orderId: '1', code: 'D0000001' },
        { ...yape, orderId: '2', code: 'D0000002' },
      ],
    };
    gateway.on(moneyOperations['money.verify'], () => receiptOf(ROSA));
    const shown = await open();
    const { user } = shown;
    let { panel } = shown;
    await user.type(await within(panel).findByLabelText('Número de operación de D0000001'), '00123456');
    // The input stays while another courier is shown.
    await user.click(screen.getByRole('button', { name: /^Percy Salazar/ }));
    await screen.findByRole('region', { name: 'Percy Salazar' });
    await user.click(screen.getByRole('button', { name: /^Rosa Huanca/ }));
    panel = await screen.findByRole('region', { name: 'Rosa Huanca' });
    await user.click(await within(panel).findByRole('button', { name: 'Los 2 están en la cuenta' }));
    await within(panel).findByText('Pagos pasados a la cuenta');
    expect(sentBodies(moneyOperations['money.verify'])).toMatchObject([
      {
        payments: [
          { orderId: '1', means: 'yape', operation: '00123456' },
          { orderId: '2', means: 'yape' },
        ],
      },
    ]);
  });

  it('confirms a day without its money only with a reason', async () => {
    gateway.on(dayOperations['days.confirm'], () => ({}));
    const { user, panel } = await open();
    await user.click(within(panel).getByRole('button', { name: 'Confirmar con un motivo…' }));
    await user.click(within(panel).getByRole('button', { name: 'Confirmar sin S/ 120.00' }));
    expect(within(panel).getByText('Elija el motivo')).toBeDefined();
    const reasons = within(panel).getByRole('group', { name: /^Por qué se confirma/ });
    await waitFor(() => expect(document.activeElement).toBe(within(reasons).getAllByRole('radio')[0]));
    await user.click(within(panel).getByRole('radio', { name: 'Faltante' }));
    await user.click(within(panel).getByRole('button', { name: 'Confirmar sin S/ 120.00' }));
    await waitFor(() => {
      expect(sentBodies(dayOperations['days.confirm'])).toMatchObject([
        { courierId: '30', delivered: 11, failed: 0, collected: 12_000, version: 7, rest: { reason: 'faltante' } },
      ]);
    });
  });

  it('lets only charge S reopen a confirmed day, with a reason', async () => {
    couriers = [{ ...ROSA, state: 'conforme', held: [], received: 12_000, confirmed: DONE }];
    const { panel, unmount } = await open();
    expect(within(panel).getByText('Para corregir un día confirmado, alguien con cargo S lo reabre.')).toBeDefined();
    expect(within(panel).queryByRole('button', { name: /^Recibir/ })).toBeNull();
    unmount();
    markIn(aView({ permissionsList: ['D05', 'U01'].map((module) => ({ module })) }));
    gateway.on(dayOperations['days.reopen'], () => ({}));
    const again = await open();
    await again.user.click(within(again.panel).getByRole('button', { name: 'Reabrir…' }));
    await again.user.type(within(again.panel).getByLabelText('Por qué se reabre'), 'Faltó un cobro');
    await again.user.click(within(again.panel).getByRole('button', { name: 'Reabrir el día' }));
    await waitFor(() => {
      expect(sentBodies(dayOperations['days.reopen'])).toMatchObject([{ courierId: '30', why: 'Faltó un cobro' }]);
    });
  });

  it('is read-only for people who may not receive money', async () => {
    markIn(aView({ charge: 'C', permissionsList: [{ module: 'D05' }] }));
    const { panel } = await open();
    expect(within(panel).queryByRole('button', { name: /^(Recibir|Confirmar)/ })).toBeNull();
    expect(screen.getByRole('region', { name: 'Dónde está el dinero' }).textContent).toContain(
      'Con repartidoresS/ 240.00',
    );
  });

  it('searches, filters by state, and selects with the arrows', async () => {
    couriers = [
      ROSA,
      PERCY,
      { ...aMoney({ courier: { id: '32', name: 'Luis Mamani' } }), state: 'conforme', held: [] },
    ];
    const { user } = await open('/dashboard/liquidacion');
    const names = () =>
      within(screen.getByRole('table'))
        .getAllByRole('rowheader')
        .map((cell) => cell.querySelector('span')?.textContent ?? cell.textContent);
    expect(names()).toEqual(['Percy Salazar', 'Rosa Huanca', 'Luis Mamani', 'Total']);
    await user.click(screen.getByRole('button', { name: 'Conforme 1' }));
    expect(names()).toEqual(['Luis Mamani']);
    await user.click(screen.getByRole('button', { name: 'Todos 3' }));
    await user.type(screen.getByRole('textbox', { name: 'Buscar un repartidor' }), 'huan');
    expect(names()).toEqual(['Rosa Huanca']);
    await user.clear(screen.getByRole('textbox', { name: 'Buscar un repartidor' }));
    screen.getByRole('button', { name: /^Percy Salazar/ }).focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toContain('Rosa Huanca');
    expect(await screen.findByRole('region', { name: 'Rosa Huanca' })).toBeDefined();
  });
});

describe('what another person has to accept', () => {
  it('shows expenses above the limit, and sends the amount that was seen', async () => {
    couriers = [{ ...ROSA, doubts: { expenses: 8450, limit: 2500, orders: 2 }, state: 'diferencia' }];
    gateway.on(moneyOperations['money.agree'], () => {
      couriers = [{ ...ROSA, version: 8 }];
      return { ...receiptOf(ROSA), undoUntil: null };
    });
    const { user, panel } = await open();
    expect(screen.getByText(/por aceptar: gastos de S\/ 84\.50, 2 cobros por menos/i)).toBeDefined();
    const part = within(within(panel).getByRole('region', { name: 'Por aceptar' }));
    expect(part.getByText(/^Gastos de/).textContent).toBe('Gastos de S/ 84.50, sobre el tope de S/ 25.00.');
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const ask = within(panel).getByRole('button', { name: 'Imprimir constancia' });
    await waitFor(() => expect(ask).toHaveProperty('disabled', false));
    await user.click(ask);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(
      screen.getByText(/^Por aceptar: gastos de S\/ 84\.50, .*, con un tope de gastos de S\/ 25\.00$/),
    ).toBeDefined();
    await user.click(part.getByRole('button', { name: 'Aceptar gastos de S/ 84.50 y 2 cobros por menos' }));
    expect(sentBodies(moneyOperations['money.agree'])).toEqual([
      { courierId: '30', day: expect.any(String) as string, version: 7, matter: 'gastos', amount: 8450 },
    ]);
    await waitFor(() => {
      expect(within(panel).queryByRole('region', { name: 'Por aceptar' })).toBeNull();
    });
  });

  it('notes a surplus above the bound for another person, after it was refused', async () => {
    gateway.on(moneyOperations['money.receive'], () =>
      problem('conflict', { detail: 'Son S/ 130.00 más de lo que debía entregar Rosa' }),
    );
    gateway.on(moneyOperations['money.agree'], () => ({ ...receiptOf(ROSA), undoUntil: null }));
    const { user, panel } = await open();
    await user.click(within(panel).getByLabelText('Monto'));
    await user.type(within(panel).getByLabelText('Recibo, en soles'), '250');
    await user.click(within(panel).getByLabelText('Sobrante'));
    expect(within(panel).queryByRole('button', { name: /^Anotar/ })).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'Recibir S/ 250.00' }));
    await user.click(await within(panel).findByRole('button', { name: 'Anotar S/ 130.00 de más para otra persona' }));
    expect(await within(panel).findByText('Anotado. Ahora lo cuenta y lo recibe otra persona.')).toBeDefined();
    expect(sentBodies(moneyOperations['money.agree'])).toMatchObject([{ matter: 'sobrante', amount: 13_000 }]);
  });
});

describe('the number of an operation', () => {
  const yape = (orderId: string, amount: number) => ({
    ...{ orderId, code: `D000000${orderId}`, client: 'Elena', means: 'yape' as const, amount },
    ...{ inAccount: false, operation: null },
  });

  it('asks what the account shows when several payments have it, and continues after the answer', async () => {
    couriers = [{ ...ROSA, held: [{ means: 'yape', amount: 8000 }] }];
    detail = { payments: [yape('1', 3000), yape('2', 5000)] };
    let questions = 0;
    gateway.on(moneyOperations['money.verify'], () => {
      questions += 1;
      return questions === 1
        ? problem('conflict', {
            detail: 'Ese número de operación ya se usó',
            errors: [{ field: 'repeated', message: 'Ese número de operación ya se usó' }],
          })
        : receiptOf(ROSA);
    });
    const { user, panel } = await open();
    await user.type(await within(panel).findByLabelText('Número de operación de D0000001'), '0077');
    await user.type(within(panel).getByLabelText('Número de operación de D0000002'), '77');
    const button = within(panel).getByRole('button', { name: 'Los 2 están en la cuenta' });
    expect(button).toHaveProperty('disabled', true);
    const stated = within(panel).getByLabelText('N.º 0077 en 2 pagos: cuánto dice la cuenta, en soles');
    await user.type(stated, '30');
    expect(within(panel).getByText('No son S/ 80.00: revise los números')).toBeDefined();
    await user.clear(stated);
    await user.type(stated, '80');
    await user.click(button);
    await user.click(await within(panel).findByRole('button', { name: 'Es otro pago' }));
    const transfers = [{ means: 'yape', operation: '0077', amount: 8000 }];
    expect(sentBodies(moneyOperations['money.verify'])).toMatchObject([{ transfers }, { transfers, repeated: true }]);
  });

  it('lists the numbers that several payments have', async () => {
    gateway.on(moneyOperations['money.repeated'], () => [
      {
        means: 'yape',
        number: '77',
        payments: [
          {
            ...{ officeId: '', code: 'D0000002' },
            details: { courier: 'Percy', day: '2026-11-20', amount: 5000, by: 'Luis' },
          },
          { officeId: 'SUR', code: 'D0000001', details: null },
        ],
      },
    ]);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Números repetidos' }));
    expect(await screen.findByRole('heading', { name: 'Yape · 77' })).toBeDefined();
    expect(screen.getByText(/· Percy · /)).toBeDefined();
    expect(screen.getByText('de otra oficina').parentElement?.textContent).toBe('D0000001 (SUR)de otra oficina');
  });
});
