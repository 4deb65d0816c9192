import { configOperations, officeOperations, type Office, providerOperations } from '@despacho/contracts';
import {
  peopleOperations,
  type PersonLine,
  type PersonOfOffice,
  providerLinkOperations,
  signInRulesOperations,
} from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { dayIn, formatDay } from '#shared/format/format-day.ts';
import { markIn } from '#features/session/state/session-store.ts';
import PeopleView from './PeopleView.tsx';

const aPerson = (changes: Partial<PersonOfOffice> = {}): PersonOfOffice => ({
  id: '1',
  version: 1,
  state: 'active',
  username: 'rosa.mamani',
  name: 'Rosa Mamani',
  charge: 'C',
  modules: ['T02', 'X07'],
  lastSignIn: '2026-11-20T15:00:00.000Z',
  unused: false,
  sessions: 2,
  erased: false,
  factor: false,
  factorBy: null,
  provider: false,
  ...changes,
});

const OFFICES: Office[] = [
  { id: 'LIMA', name: 'Lima', timeZone: 'America/Lima', dayTurnsAt: '05:00' },
  { id: 'AREQUIPA', name: 'Arequipa', timeZone: 'America/Lima', dayTurnsAt: '05:00' },
];

let gateway: ReturnType<typeof fakeGateway>;
let people: PersonOfOffice[];
let byUsername: boolean;
let withoutFactor: number;
beforeEach(() => {
  byUsername = true;
  withoutFactor = 0;
  gateway = fakeGateway();
  people = [
    aPerson(),
    aPerson({ id: '2', username: 'ana.torres', name: 'Ana Torres', charge: 'S', modules: ['G01'], sessions: 0 }),
    aPerson({ id: '9', username: 'julio.cueva', name: 'Julio Cueva', charge: 'A', lastSignIn: null }),
  ];
  gateway.on(peopleOperations['people.list'], () => ({
    people,
    counts: { active: people.length, disabled: 0, retired: 0, withoutFactor },
    byUsername,
    next: null,
  }));
  gateway.on(peopleOperations['people.profiles'], () => [
    { id: null, version: 1, name: 'Caja', modules: ['D04', 'D05', 'U01'] },
  ]);
  gateway.on(peopleOperations['people.openWork'], () => ({ lines: 0, money: [], colleagues: [] }));
  gateway.on(configOperations['config.read'], () => ({
    provider: 'Despacho',
    version: '1',
    sections: { operations: true, directory: true, tiles: false, storage: false },
    streets: null,
    attribution: null,
  }));
  gateway.on(officeOperations['offices.list'], () => OFFICES);
});

/** Opens the people of LIMA as the user with id 9, who has G01 and T02. */
async function openPeople(charge = 'S') {
  markIn(aView({ id: '9', username: 'julio.cueva', charge, permissionsList: [{ module: 'G01' }, { module: 'T02' }] }));
  const shown = renderInApp(
    <PeopleView officeId="LIMA" timeZone="America/Lima" offices={OFFICES} search="" onClearSearch={() => undefined} />,
  );
  await screen.findByRole('grid', { name: 'Personas de la oficina' });
  return shown;
}

describe('the people of an office', () => {
  it('lists charge, modules, last sign-in and open sessions', async () => {
    await openPeople();
    const row = screen.getByRole('row', { name: /Rosa Mamani/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual(['Caja y clientes', 'Imágenes, X07', 'Activa', '20 nov 2026, 10:00', '2']);
    expect(within(screen.getByRole('row', { name: /Julio Cueva/ })).getByText('Su propia cuenta')).toBeTruthy();
  });

  it('G43: marks who lacks a required second factor, and lists them alone', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000);
    const day = (at: number) => dayIn('America/Lima', at);
    people.push(
      aPerson({ id: '4', name: 'Iris Vega', factorBy: inAnHour.toISOString() }),
      aPerson({ id: '5', name: 'Eva Paz', factorBy: '2026-01-05T15:00:00.000Z' }),
    );
    const { user, unmount } = await openPeople('A');
    const stateOf = (name: RegExp) => within(screen.getByRole('row', { name })).getAllByRole('cell')[2]?.textContent;
    expect(stateOf(/Iris Vega/)).toBe(
      `Sin segundo pasoPlazo: hasta el ${formatDay(day(inAnHour.getTime()), day(Date.now()))}`,
    );
    expect(stateOf(/Eva Paz/)).toBe('Sin segundo pasoLo activa al ingresar');
    expect(stateOf(/Rosa Mamani/)).toBe('Activa');
    expect(screen.queryByRole('button', { name: /^Sin segundo paso/ })).toBeNull();
    unmount();
    withoutFactor = 2;
    await openPeople('A');
    await user.click(screen.getByRole('button', { name: 'Sin segundo paso 2' }));
    const asked = () => gateway.sentTo(peopleOperations['people.list']).map(({ query }) => query['estado']);
    await waitFor(() => expect(asked().at(-1)).toBe('withoutFactor'));
    // It stays while it is selected, after the last one has set it up.
    [people, withoutFactor] = [[], 0];
    await user.click(screen.getByRole('button', { name: /^Activas/ }));
    await user.click(screen.getByRole('button', { name: /^Sin segundo paso/ }));
    expect(await screen.findByText('A nadie le falta el segundo paso')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sin segundo paso 0' })).toBeTruthy();
  });

  it('G43: gives new people no password where they are not used, and offers invitations', async () => {
    byUsername = false;
    gateway.on(providerOperations['provider.read'], () => ({
      label: 'Cuenta de Acme',
      since: null,
      hasPassword: false,
    }));
    gateway.on(peopleOperations['people.create'], () => ({
      people: [{ id: '5', name: 'Eva Paz', username: 'eva', temporary: null }],
      byUsername: false,
    }));
    const create = async (charge: string) => {
      const shown = await openPeople(charge);
      await shown.user.click(screen.getByRole('button', { name: 'Nueva persona' }));
      expect(screen.queryByText(/contraseña temporal|Con él ingresa/)).toBeNull();
      await shown.user.type(screen.getByRole('textbox', { name: 'Nombre y apellidos' }), 'Eva Paz');
      await shown.user.type(screen.getByRole('textbox', { name: 'Usuario' }), 'eva');
      await shown.user.click(screen.getByRole('button', { name: 'Crear persona' }));
      return { ...shown, dialog: await screen.findByRole('dialog', { name: 'Persona creada' }) };
    };
    const { user, unmount, dialog } = await create('S');
    expect(within(dialog).getByText('Ingresará con la cuenta de su empresa: invítela.')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: /Imprimir|Copiar/ })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Invitar con la cuenta de la empresa a Eva Paz' }));
    expect(
      await screen.findByRole('dialog', { name: 'Invitación con la cuenta de la empresa para Eva Paz' }),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    await user.click(screen.getByRole('button', { name: 'Listo' }));
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(await screen.findByRole('button', { name: /^Invitar/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Enlace de contraseña/ })).toBeNull();
    unmount();
    const other = await create('A');
    expect(within(other.dialog).getByText(/pida a alguien con cargo S que la invite/)).toBeTruthy();
    expect(within(other.dialog).queryByRole('button', { name: /^Invitar/ })).toBeNull();
  });

  it('locks people with charge S for other users', async () => {
    await openPeople('A');
    expect(screen.getByText('Solo el cargo S la cambia')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Editar a Ana Torres' })).toBeNull();
  });

  it('permits a person to set up a second factor, for charge S alone', async () => {
    const permit = signInRulesOperations['people.permitFactor'];
    gateway.on(permit, () => ({ until: '2026-11-21T15:00:00.000Z' }));
    const { user, unmount } = await openPeople();
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    await user.click(screen.getByRole('button', { name: 'Permitir activar el segundo paso' }));
    await user.click(await screen.findByRole('button', { name: 'Permitir' }));
    expect(await screen.findByText('Puede activarlo hasta el 21 nov 2026, 10:00.')).toBeTruthy();
    expect(gateway.sentTo(permit).map(({ path }) => path)).toEqual(['/api/people/1/permit-factor']);
    unmount();
    people = [aPerson({ factor: true })];
    const again = await openPeople();
    await again.user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(screen.queryByRole('button', { name: 'Permitir activar el segundo paso' })).toBeNull();
    again.unmount();
    people = [aPerson()];
    const other = await openPeople('A');
    expect(screen.queryByRole('button', { name: 'Cómo ingresan' })).toBeNull();
    await other.user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(screen.queryByRole('button', { name: 'Permitir activar el segundo paso' })).toBeNull();
  });

  it('creates a person with a profile and shows the temporary password once', async () => {
    const { user } = await openPeople();
    gateway.on(peopleOperations['people.create'], () => ({
      people: [{ id: '5', name: 'Eva Paz', username: 'eva', temporary: 'aaaa-bbbb-cccc-dddd' }],
      byUsername: true,
    }));
    await user.click(screen.getByRole('button', { name: 'Nueva persona' }));
    await user.click(screen.getByRole('button', { name: 'Crear persona' }));
    expect(await screen.findByText('Escriba el nombre, de hasta 80 letras')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Nombre y apellidos' }), 'Eva Paz');
    await user.type(screen.getByRole('textbox', { name: 'Usuario' }), 'eva');
    await user.click(screen.getByRole('button', { name: 'Aplicar el perfil Caja' }));
    await user.click(screen.getByRole('button', { name: 'Crear persona' }));
    expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeTruthy();
    expect(gateway.sentTo(peopleOperations['people.create']).map(({ body }) => body)).toEqual([
      { people: [{ name: 'Eva Paz', username: 'eva', charge: 'D', modules: ['D04', 'D05', 'U01'] }] },
    ]);
    await user.click(screen.getByRole('button', { name: 'Listo' }));
    expect(screen.queryByText('aaaa-bbbb-cccc-dddd')).toBeNull();
  });

  it('offers the free username of a refusal, and uses it', async () => {
    const { user } = await openPeople();
    const taken = 'La oficina ya tiene el usuario eva, u otro que se confunde con él. Puede usar eva2';
    gateway.on(peopleOperations['people.create'], () =>
      problem('conflict', { detail: taken, errors: [{ field: 'people.0.username', message: taken }] }),
    );
    await user.click(screen.getByRole('button', { name: 'Nueva persona' }));
    await user.type(screen.getByRole('textbox', { name: 'Nombre y apellidos' }), 'Eva Paz');
    const username = screen.getByRole('textbox', { name: 'Usuario' });
    await user.type(username, 'eva');
    await user.click(screen.getByRole('button', { name: 'Crear persona' }));
    await user.click(await screen.findByRole('button', { name: 'Usar eva2' }));
    expect(username).toHaveProperty('value', 'eva2');
    expect(screen.queryByText(taken)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Usar eva2' })).toBeNull();
  });

  it('deletes an account that was never used, after a confirmation', async () => {
    people.push(aPerson({ id: '4', name: 'Iris Vega', username: 'iris', lastSignIn: null, unused: true }));
    const { user } = await openPeople();
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(screen.queryByRole('button', { name: 'Eliminar' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancelar' }));
    gateway.on(peopleOperations['people.delete'], () => aPerson({ id: '4', name: 'Iris Vega' }));
    await user.click(screen.getByRole('button', { name: 'Editar a Iris Vega' }));
    await user.click(screen.getByRole('button', { name: 'Eliminar' }));
    const dialog = await screen.findByRole('dialog', { name: '¿Eliminar la cuenta de Iris Vega?' });
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
    await waitFor(() =>
      expect(gateway.sentTo(peopleOperations['people.delete']).map(({ body }) => body)).toEqual([{ version: 1 }]),
    );
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Datos de Iris Vega' })).toBeNull());
  });

  it('S6: removes the second factor of somebody else who lost it, for charge S', async () => {
    people.push(
      aPerson({ id: '4', name: 'Iris Vega', username: 'iris', factor: true }),
      aPerson({ id: '9', name: 'Julio Cueva', username: 'julio.cueva', factor: true }),
    );
    const remove = { name: 'Quitar el segundo paso' };
    const { user, unmount } = await openPeople('A');
    await user.click(screen.getByRole('button', { name: 'Editar a Iris Vega' }));
    expect(screen.queryByRole('button', remove)).toBeNull();
    unmount();
    const { user: supervisor } = await openPeople();
    await supervisor.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(screen.queryByRole('button', remove)).toBeNull();
    await supervisor.click(screen.getByRole('button', { name: 'Cancelar' }));
    gateway.on(peopleOperations['people.removeFactor'], () => aPerson({ id: '4', name: 'Iris Vega' }));
    await supervisor.click(screen.getByRole('button', { name: 'Editar a Iris Vega' }));
    await supervisor.click(screen.getByRole('button', remove));
    const dialog = await screen.findByRole('dialog', { name: '¿Quitar el segundo paso de Iris Vega?' });
    expect(gateway.sentTo(peopleOperations['people.removeFactor'])).toEqual([]);
    await supervisor.click(within(dialog).getByRole('button', remove));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Datos de Iris Vega' })).toBeNull());
    expect(gateway.sentTo(peopleOperations['people.removeFactor'])).toHaveLength(1);
  });

  it('S6: invites a person with the account of the company, and unlinks it, for charge S', async () => {
    people.push(aPerson({ id: '4', name: 'Iris Vega', username: 'iris', provider: true }));
    let label: string | null = null;
    gateway.on(providerOperations['provider.read'], () => ({ label, since: null, hasPassword: true }));
    const invite = { name: 'Invitar con la cuenta de la empresa a Rosa Mamani' };
    const unlink = { name: 'Desvincular la cuenta de la empresa' };
    const { user, unmount } = await openPeople();
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    await waitFor(() => expect(gateway.sentTo(providerOperations['provider.read'])).toHaveLength(1));
    expect(screen.queryByRole('button', invite)).toBeNull();
    unmount();
    label = 'Cuenta de Acme';
    const { user: supervisor } = await openPeople();
    await supervisor.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(await screen.findByRole('button', invite)).toBeTruthy();
    expect(screen.queryByRole('button', unlink)).toBeNull();
    await supervisor.click(screen.getByRole('button', { name: 'Cancelar' }));
    gateway.on(providerLinkOperations['people.unlinkProvider'], () => aPerson({ id: '4', name: 'Iris Vega' }));
    await supervisor.click(screen.getByRole('button', { name: 'Editar a Iris Vega' }));
    await supervisor.click(await screen.findByRole('button', unlink));
    const dialog = await screen.findByRole('dialog', { name: '¿Desvincular la cuenta de la empresa de Iris Vega?' });
    await supervisor.click(within(dialog).getByRole('button', { name: 'Desvincular' }));
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Datos de Iris Vega' })).toBeNull());
    expect(gateway.sentTo(providerLinkOperations['people.unlinkProvider'])).toHaveLength(1);
  });

  it('gives no module that the user lacks, neither by hand nor by profile', async () => {
    const { user } = await openPeople('A');
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    expect(screen.getByRole('checkbox', { name: /U01/ })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Aplicar el perfil Caja' }));
    expect(screen.getByRole('checkbox', { name: /U01/ })).toHaveProperty('checked', false);
    expect(screen.getByRole('checkbox', { name: /T02/ })).toHaveProperty('checked', false);
    expect(screen.getByText('Otros códigos, que se conservan: X07')).toBeTruthy();
    // Only S moves people.
    expect(screen.queryByRole('button', { name: 'Cambiar' })).toBeNull();
  });

  it('sends the changed fields alone, and shows why a change was refused', async () => {
    const { user } = await openPeople();
    gateway.on(peopleOperations['people.edit'], () =>
      problem('conflict', { detail: 'Otra persona acaba de cambiar a Rosa Mamani; vuelva a mirar la lista' }),
    );
    await user.click(screen.getByRole('button', { name: 'Editar a Rosa Mamani' }));
    const name = screen.getByRole('textbox', { name: 'Nombre y apellidos' });
    await user.clear(name);
    await user.type(name, 'Rosa M.');
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/acaba de cambiar|cambió/);
    expect(gateway.sentTo(peopleOperations['people.edit']).map(({ body }) => body)).toEqual([
      { version: 1, changes: { name: 'Rosa M.' } },
    ]);
  });

  it('shows open work before disabling a person, and confirms that to the service', async () => {
    const { user } = await openPeople();
    const money = [{ day: '2026-11-25', couriers: 2 }];
    gateway.on(peopleOperations['people.openWork'], () => ({ lines: 0, money, colleagues: [] }));
    gateway.on(peopleOperations['people.disable'], () => aPerson({ state: 'disabled', version: 2 }));
    await user.click(screen.getByRole('button', { name: 'Desactivar a Rosa Mamani' }));
    expect(await screen.findByText(/Tiene abierto el dinero recibido de 2 repartidores del 25\/11/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Desactivar de todos modos' }));
    await waitFor(() =>
      expect(gateway.sentTo(peopleOperations['people.disable']).map(({ body }) => body)).toEqual([
        { version: 1, openWork: 'known' },
      ]),
    );
  });

  it('keeps the pressed button enabled while it saves, and ignores presses', async () => {
    const { user } = await openPeople();
    const answer = Promise.withResolvers<PersonOfOffice>();
    gateway.on(peopleOperations['people.disable'], () => answer.promise);
    const press = () => user.click(screen.getByRole('button', { name: 'Desactivar a Rosa Mamani' }));
    await press();
    await user.click(await screen.findByRole('button', { name: 'Desactivar' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Desactivar a Rosa Mamani', busy: true })).toHaveProperty(
        'disabled',
        false,
      ),
    );
    await press();
    await user.click(screen.getByRole('button', { name: 'Desactivar a Ana Torres' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(gateway.sentTo(peopleOperations['people.openWork'])).toHaveLength(1);
    answer.resolve(aPerson({ state: 'disabled', version: 2 }));
    await waitFor(() => expect(screen.queryByRole('button', { busy: true })).toBeNull());
  });

  describe('with lines of «Por atender»', () => {
    const dialog = () => screen.findByRole('alertdialog', { name: '¿Desactivar a Rosa Mamani?' });
    async function openDisable(colleagues = [{ id: '7', name: 'Luis Quispe' }]) {
      const { user } = await openPeople();
      gateway.on(peopleOperations['people.openWork'], () => ({ lines: 2, money: [], colleagues }));
      gateway.on(peopleOperations['people.disable'], () => aPerson({ state: 'disabled', version: 2 }));
      await user.click(screen.getByRole('button', { name: 'Desactivar a Rosa Mamani' }));
      const shown = await dialog();
      expect(within(shown).getByText(/Tiene abierto 2 líneas tomadas en «Por atender»\./)).toBeTruthy();
      const confirmNow = () => user.click(within(shown).getByRole('button', { name: 'Desactivar' }));
      const sent = () => gateway.sentTo(peopleOperations['people.disable']).map(({ body }) => body);
      return { user, shown, confirmNow, sent };
    }

    it('returns them to the list unless somebody is chosen', async () => {
      const { confirmNow, sent } = await openDisable();
      await confirmNow();
      await waitFor(() => expect(sent()).toEqual([{ version: 1, openWork: 'known' }]));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    });

    it('gives them to the chosen colleague, and stays open after a refusal', async () => {
      const { user, shown, confirmNow, sent } = await openDisable();
      await user.click(within(shown).getByRole('combobox', { name: 'Sus líneas de «Por atender»' }));
      await user.click(await screen.findByRole('option', { name: 'Pasan a Luis Quispe' }));
      gateway.on(peopleOperations['people.disable'], () =>
        problem('invalid-request', { detail: 'Elija a una persona activa de la oficina' }),
      );
      await confirmNow();
      await waitFor(() => expect(sent()).toEqual([{ version: 1, openWork: 'known', linesTo: '7' }]));
      expect(await within(shown).findByRole('alert')).toBeTruthy();
    });

    it('says that nobody can receive them, and does nothing when cancelled', async () => {
      const { user, shown, sent } = await openDisable([]);
      expect(within(shown).getByText('Nadie más de la oficina usa «Por atender» y Asignación')).toBeTruthy();
      await user.click(within(shown).getByRole('button', { name: 'Cancelar' }));
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(sent()).toEqual([]);
    });
  });

  it('shows the history of a person in words, also of those who cannot be changed', async () => {
    const { user } = await openPeople('A');
    gateway.on(peopleOperations['people.history'], () => ({
      changes: [
        {
          id: '2',
          at: '2026-11-20T15:00:00.000Z',
          kind: 'permissions.changed',
          by: { username: 'julio.cueva', user: 'Julio Cueva' },
          before: { modules: ['T02'] },
          after: { modules: ['U01'] },
          lines: null,
        },
      ],
      days: 365,
    }));
    await user.click(screen.getByRole('button', { name: 'Historia de Ana Torres' }));
    const shown = await screen.findByRole('dialog', { name: 'Historia de Ana Torres' });
    expect(await within(shown).findByText('Julio Cueva · 20 nov 2026, 10:00')).toBeTruthy();
    expect(within(shown).getByText(/^Módulos que recibió: .+ \(U01\)$/)).toBeTruthy();
    gateway.on(peopleOperations['people.history'], () => ({ changes: [], days: 90 }));
    await user.click(within(shown).getByRole('button', { name: 'Cerrar' }));
    await user.click(screen.getByRole('button', { name: 'Historia de Rosa Mamani' }));
    expect(await screen.findByText('Nadie cambió esta cuenta en los últimos 90 días.')).toBeTruthy();
  });

  it('asks before discarding input about a person', async () => {
    const { user } = await openPeople();
    await user.click(screen.getByRole('button', { name: 'Nueva persona' }));
    await user.type(screen.getByRole('textbox', { name: 'Nombre y apellidos' }), 'Eva');
    await user.click(screen.getByRole('button', { name: 'Cerrar la ventana' }));
    await user.click(await screen.findByRole('button', { name: 'Seguir editando' }));
    expect(screen.getByRole('textbox', { name: 'Nombre y apellidos' })).toHaveProperty('value', 'Eva');
  });

  it('previews a pasted list, and creates it only without errors', async () => {
    const { user } = await openPeople();
    const error = {
      column: 'charge',
      value: 'Z',
      reason: 'No hay un cargo Z',
      remedy: 'Elija D',
      suggestion: null,
    } as const;
    const wrong: PersonLine = { line: 1, ok: false, name: 'Eva', errors: [error] };
    const input = { name: 'Eva', username: 'eva', charge: 'D' as const, modules: [] };
    const preview = (line: PersonLine) => ({
      readable: true as const,
      id: null,
      layout: { line: 0, columns: [], rows: [] },
      source: { sheet: 0, sheets: [], encoding: null },
      ignored: [],
      hidden: 0,
      lines: [line],
    });
    gateway.on(peopleOperations['people.preview'], () => preview(wrong));
    await user.click(screen.getByRole('button', { name: 'Varias personas' }));
    await user.type(screen.getByRole('textbox', { name: 'Pegue la lista' }), 'Eva');
    await user.click(screen.getByRole('button', { name: 'Revisar la lista' }));
    expect(await screen.findByText('0 personas · 1 fila por corregir')).toBeTruthy();
    expect(screen.getByText(/No hay un cargo Z/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Crear' })).toHaveProperty('disabled', true);
    gateway.on(peopleOperations['people.preview'], () => preview({ line: 1, ok: true, input, proposed: true }));
    await user.click(screen.getByRole('button', { name: 'Seleccionar otro archivo' }));
    expect(screen.getByRole('textbox', { name: 'Pegue la lista' })).toHaveProperty('value', 'Eva');
    await user.upload(screen.getByLabelText('Archivo de personas'), new File(['x'], 'p.xlsx'));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Crear' })).toHaveProperty('disabled', false));
    expect(gateway.sentTo(peopleOperations['people.preview']).map(({ query }) => query['fileName'])).toEqual([
      'Lista pegada.txt',
      'p.xlsx',
    ]);
  });

  it('says what to do when nobody is listed', async () => {
    people = [];
    markIn(aView({ id: '9', charge: 'S' }));
    const { user } = renderInApp(
      <PeopleView
        officeId="LIMA"
        timeZone="America/Lima"
        offices={OFFICES}
        search=""
        onClearSearch={() => undefined}
      />,
    );
    await user.click(await screen.findByRole('button', { name: 'Crear una persona' }));
    expect(screen.getByRole('dialog', { name: 'Nueva persona' })).toBeTruthy();
  });
});
