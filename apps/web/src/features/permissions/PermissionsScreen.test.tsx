import {
  configOperations,
  officeOperations,
  permissionOperations,
  type SessionView,
  type User,
  userOperations,
} from '@despacho/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { SENTENCE } from '#test/typed-sentence.ts';
import { TopBarSlotContext } from '#shared/ui/TopBarSlot/top-bar-slot.ts';
import { markIn } from '#features/session/state/session-store.ts';
import { Component as PermissionsScreen } from './PermissionsScreen.tsx';

const users: User[] = [
  { id: '1', username: 'ana.torres', user: 'Ana Torres', charge: 'S', permissionsList: [{ module: 'D01' }] },
  { id: '2', username: 'rosa.mamani', user: 'Rosa Mamani', charge: 'O', permissionsList: [] },
];

const CONFIG = {
  provider: 'Despacho',
  version: '1',
  sections: { operations: true, directory: true, tiles: false, storage: false },
  streets: null,
  attribution: null,
};

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(userOperations['users.listOwn'], () => users);
  gateway.on(userOperations['users.list'], () => users);
  gateway.on(configOperations['config.read'], () => CONFIG);
  gateway.on(officeOperations['offices.list'], () => [
    { id: 'LIMA', name: 'Lima', timeZone: 'America/Lima' },
    { id: 'AREQUIPA', name: 'Arequipa', timeZone: 'America/Lima' },
  ]);
});

/** Opens the matrix as a user with G01 and this charge, who has id 9. */
async function openMatrix(charge: string, more: Partial<SessionView> = {}) {
  const permissionsList = [{ module: 'G01' }, { module: 'D01' }];
  markIn(aView({ id: '9', username: 'julio.cueva', charge, permissionsList, ...more }));
  const slot = document.body.appendChild(document.createElement('div'));
  const shown = renderInApp(
    <TopBarSlotContext value={slot}>
      <PermissionsScreen />
    </TopBarSlotContext>,
  );
  await screen.findByRole('grid', { name: 'Permisos por usuario' });
  return shown;
}

it('S9: charge S may open another office by name', async () => {
  const { user } = await openMatrix('S');
  gateway.on(userOperations['users.list'], () => [{ id: '3', user: 'Inés Arce', charge: 'O', permissionsList: [] }]);
  await user.click(await screen.findByRole('combobox', { name: 'Oficina' }));
  await user.click(await screen.findByRole('option', { name: 'Arequipa' }));
  expect(await screen.findByRole('row', { name: /Inés Arce/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /Ana Torres/ })).toBeNull();
  expect(gateway.sentTo(userOperations['users.list']).map(({ path }) => path)).toEqual([
    '/api/users/LIMA',
    '/api/users/AREQUIPA',
  ]);
});

it('renders a large office in parts, and searches all of it', async () => {
  const many = Array.from({ length: 250 }, (_, at) => ({
    ...users[1],
    id: `p${at}`,
    username: `persona.${at}`,
    user: `Persona ${at}`,
  }));
  gateway.on(userOperations['users.list'], () => many);
  const { user } = await openMatrix('S');
  const rows = () => screen.getAllByRole('row').length - 1;
  expect(rows()).toBe(100);
  expect(screen.getByText(/^Se muestran 100 de 250 usuarios/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Mostrar más' }));
  expect(rows()).toBe(200);
  fireEvent.change(screen.getByRole('textbox', { name: 'Buscar usuario' }), { target: { value: 'persona.249' } });
  expect(rows()).toBe(1);
  expect(screen.queryByRole('button', { name: 'Mostrar más' })).toBeNull();
});

it('offers both views before the configuration is known', async () => {
  const answer = Promise.withResolvers<object>();
  gateway.on(configOperations['config.read'], () => answer.promise);
  await openMatrix('S');
  expect(screen.getByRole('group', { name: 'Parte de la pantalla' })).toBeTruthy();
  // A request that never ends would keep the loading bar of later tests busy.
  await act(async () => {
    answer.resolve(CONFIG);
    await answer.promise;
  });
});

it('keeps a typed sentence in the search, and in one cell of the matrix', async () => {
  const { user } = await openMatrix('S');
  const states = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked);
  const before = states();
  const search = screen.getByRole('textbox', { name: 'Buscar usuario' });
  await user.click(search);
  await user.keyboard(SENTENCE);
  expect(search).toHaveProperty('value', SENTENCE);
  await user.clear(search);
  const rosas = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /Rosa Mamani$/ });
  const [cell] = rosas;
  cell?.focus();
  // One by one, because a toggle pressed twice would undo itself; the key of the search focuses it.
  for (const letter of new Set(SENTENCE.replaceAll(/[/ ]/g, ''))) {
    await user.keyboard(letter);
    expect([letter, states()]).toEqual([letter, before]);
  }
  // A space is the key of the cell.
  await user.keyboard(' ');
  expect(states().filter((each, place) => each !== before[place])).toHaveLength(1);
  expect(document.activeElement).toBe(cell);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(gateway.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  // Restores every change.
  await user.keyboard(' ');
});

it('S9: other charges cannot choose an office', async () => {
  await openMatrix('A');
  expect(screen.queryByRole('combobox', { name: 'Oficina' })).toBeNull();
  expect(gateway.sentTo(userOperations['users.list'])).toEqual([]);
});

it('G38: charge A sees why the row of charge S is locked, and cannot end its sessions', async () => {
  const { user } = await openMatrix('A');
  const reason = 'Tiene el cargo S: solo otra persona con cargo S puede cambiar sus permisos o cerrar sus sesiones';
  const closed = screen.getByRole<HTMLInputElement>('checkbox', {
    name: /D01|Estados.*Ana Torres/,
    description: reason,
  });
  expect(closed.getAttribute('aria-disabled')).toBe('true');
  await user.click(closed);
  expect(closed.checked).toBe(true);
  expect(screen.queryByLabelText('Cambios sin guardar')).toBeNull();
  await user.click(screen.getByRole('button', { name: /Ana Torres.*ver todos sus datos/ }));
  expect(screen.getByText(`${reason}.`)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cerrar sus sesiones' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Dar todos los módulos' })).toBeNull();
  // The row of another person in the same office is open.
  await user.click(screen.getByRole('button', { name: /Rosa Mamani.*ver todos sus datos/ }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Cerrar sus sesiones' })).toBeTruthy();
  });
});

it('S38: keeps a saved change when a list requested before the save arrives after it', async () => {
  const { user, client } = await openMatrix('A');
  let arrive = (): void => undefined;
  const late = new Promise<User[]>((resolve) => {
    arrive = () => {
      resolve(users);
    };
  });
  const saved = users.map((one) => (one.id === '2' ? { ...one, permissionsList: [{ module: 'D01' }] } : one));
  let isSaved = false;
  gateway.on(userOperations['users.listOwn'], () => (isSaved ? saved : late));
  gateway.on(permissionOperations['permissions.update'], () => {
    isSaved = true;
    return {};
  });
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Estados, Rosa Mamani' });
  void client.invalidateQueries({ queryKey: ['users'] });
  await user.click(box());
  await user.click(await screen.findByRole('button', { name: /^Guardar 1 cambio/ }));
  await waitFor(() => {
    expect(screen.queryByLabelText('Cambios sin guardar')).toBeNull();
  });
  arrive();
  await act(() => late);
  await waitFor(() => {
    expect(client.isFetching()).toBe(0);
  });
  expect(box().checked).toBe(true);
});

it('S38: a save without a response is shown as unconfirmed and can be checked', async () => {
  const { user } = await openMatrix('A');
  gateway.on(permissionOperations['permissions.update'], () => problem('upstream-unreachable', { forwarded: true }));
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Estados, Rosa Mamani' });
  await user.click(box());
  await user.click(await screen.findByRole('button', { name: /^Guardar 1 cambio/ }));
  await screen.findAllByText('Sin confirmar');
  const bar = screen.getByRole('region', { name: 'Cambios sin guardar' });
  expect(bar.textContent).not.toContain('no se guardó');
  await user.click(within(bar).getByRole('button', { name: 'Revisar' }));
  expect(bar.textContent).toContain('No se sabe si se guardó');
  // The host had saved it.
  gateway.on(userOperations['users.listOwn'], () =>
    users.map((one) => (one.id === '2' ? { ...one, permissionsList: [{ module: 'D01' }] } : one)),
  );
  await user.click(within(bar).getByRole('button', { name: 'Volver a mirar' }));
  await waitFor(() => {
    expect(screen.queryByLabelText('Cambios sin guardar')).toBeNull();
  });
  expect(box().checked).toBe(true);
  expect(gateway.sentTo(permissionOperations['permissions.update'])).toHaveLength(1);
});

it('S41: a double click on Guardar, and Ctrl+S meanwhile, save once', async () => {
  const { user } = await openMatrix('A');
  const answer = Promise.withResolvers<object>();
  gateway.on(permissionOperations['permissions.update'], () => answer.promise);
  await user.click(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Estados, Rosa Mamani' }));
  const save = await screen.findByRole('button', { name: /^Guardar 1 cambio/ });
  // In one task, so that the button is not yet busy at the second.
  act(() => {
    fireEvent.click(save);
    fireEvent.click(save);
  });
  await user.keyboard('{Control>}s{/Control}');
  answer.resolve({});
  await waitFor(() => {
    expect(screen.queryByLabelText('Cambios sin guardar')).toBeNull();
  });
  expect(gateway.sentTo(permissionOperations['permissions.update'])).toHaveLength(1);
});

it.each([
  ['upstream-rejected', 'El servicio rechazó los datos'],
  ['upstream-refused', 'El servicio no permite esta operación'],
  ['unavailable', 'El servicio no está disponible'],
] as const)('S35 S38: a list that fails as %s says so, and a retry shows it', async (kind, title) => {
  markIn(aView({ id: '9', charge: 'A', permissionsList: [{ module: 'G01' }] }));
  gateway.on(userOperations['users.listOwn'], () => problem(kind));
  const { user } = renderInApp(<PermissionsScreen />);
  expect((await screen.findByRole('alert')).textContent).toContain(title);
  gateway.on(userOperations['users.listOwn'], () => users);
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('checkbox', { name: 'Estados, Rosa Mamani' })).toBeTruthy();
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

it('S35: a save that the host refuses shows its message without opening anything', async () => {
  const { user } = await openMatrix('A');
  gateway.on(permissionOperations['permissions.update'], () =>
    problem('upstream-rejected', { detail: 'El módulo D01 está reservado' }),
  );
  await user.click(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Estados, Rosa Mamani' }));
  await user.click(await screen.findByRole('button', { name: /^Guardar 1 cambio/ }));
  expect(await screen.findByText(/1 no se guardó. El módulo D01 está reservado/)).toBeTruthy();
});

it('S45: a row that may be the caller is locked from the start, with the reason on the screen', async () => {
  gateway.on(userOperations['users.list'], () => [
    { id: 1, user: 'Julio Cueva', permissionsList: [] },
    { id: 2, user: 'Rosa Mamani', permissionsList: [] },
  ]);
  await openMatrix('S', { id: null, user: 'Julio Cueva' });
  expect(screen.getByRole('note').textContent).toContain('1 fila bloqueada. No se puede comprobar');
  const isLocked = (name: string) =>
    screen.getByRole('checkbox', { name: `Estados, ${name}` }).getAttribute('aria-disabled') === 'true';
  expect([isLocked('Julio Cueva'), isLocked('Rosa Mamani')]).toEqual([true, false]);
});

it('S32: a row without a permission list from the host says so and is not editable', async () => {
  gateway.on(userOperations['users.listOwn'], () => [{ id: '3', user: 'Sin Lista', charge: 'O' }]);
  await openMatrix('A');
  expect(screen.getByRole('row', { name: /Sin Lista/ }).textContent).toContain('El servicio no indica sus permisos');
});

it('links an office without people to «Personas»', async () => {
  gateway.on(userOperations['users.list'], () => []);
  markIn(aView({ id: '9', charge: 'S', permissionsList: [{ module: 'G01' }] }));
  const { user, router } = renderInApp(<PermissionsScreen />);
  await user.click(await screen.findByRole('button', { name: 'Ir a Personas' }));
  expect(router.state.location.search).toBe('?vista=personas');
});
