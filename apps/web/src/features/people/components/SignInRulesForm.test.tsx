import { type Office } from '@despacho/contracts';
import { type SignInRules, signInRulesOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import SignInRulesForm from './SignInRulesForm.tsx';

const READ = signInRulesOperations['signInRules.read'];
const EDIT = signInRulesOperations['signInRules.edit'];
const OFFICES: Office[] = [
  { id: 'LIMA', name: 'Lima', timeZone: 'America/Lima', dayTurnsAt: '05:00' },
  { id: 'SUR', name: 'Sur', timeZone: 'America/Lima', dayTurnsAt: '05:00' },
];
const RULES: SignInRules = {
  version: 1,
  required: { company: false, chargeS: false, offices: [] },
  graceDays: 14,
  byUsername: true,
  longer: false,
  available: true,
  provider: null,
  people: { required: 0, missing: 0 },
  changed: null,
};

let gateway: ReturnType<typeof fakeGateway>;
let rules: SignInRules;
let onClose: ReturnType<typeof vi.fn<() => void>>;
beforeEach(() => {
  gateway = fakeGateway();
  rules = RULES;
  onClose = vi.fn<() => void>();
  gateway.on(READ, () => rules);
});

async function open() {
  const shown = renderInApp(
    <SignInRulesForm officeId="LIMA" offices={OFFICES} timeZone="America/Lima" onClose={onClose} />,
  );
  await screen.findByRole('form', { name: 'Cómo ingresan las personas' });
  return shown.user;
}
const edits = () => gateway.sentTo(EDIT).map(({ body }) => body);
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

it('requires a second factor of an office by keyboard, and says how many people lack it', async () => {
  gateway.on(EDIT, () => {
    rules = {
      ...RULES,
      version: 2,
      required: { ...RULES.required, offices: ['SUR'] },
      graceDays: 0,
      people: { required: 9, missing: 3 },
    };
    return rules;
  });
  const user = await open();
  expect(screen.getByText('Todavía no se pide el segundo paso a nadie.')).toBeTruthy();
  expect(screen.queryByLabelText('Días de plazo')).toBeNull();
  box('Oficina Sur').focus();
  await user.keyboard(' ');
  const days = screen.getByLabelText('Días de plazo');
  await user.clear(days);
  await user.type(days, '61{Enter}');
  expect(await screen.findByText('Escriba de 0 a 60 días, sin decimales')).toBeTruthy();
  expect(edits()).toEqual([]);
  await user.clear(days);
  await user.type(days, '0{Enter}');
  const text = await screen.findByText('Guardado. 9 personas deben tener segundo paso; a 3 todavía les falta.');
  await waitFor(() => expect(document.activeElement).toBe(text));
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  expect(onClose).toHaveBeenCalledOnce();
  await user.click(box('Oficina Lima'));
  expect(screen.getByRole('button', { name: 'Cancelar' })).toBeTruthy();
  expect(edits()).toEqual([
    { version: 1, changes: { required: { company: false, chargeS: false, offices: ['SUR'] }, graceDays: 0 } },
  ]);
});

it('keeps what was typed when it is refused, and what another person changed meanwhile', async () => {
  const detail = 'Otra persona cambió cómo se ingresa; vuelva a mirarlo';
  gateway.on(EDIT, () => {
    if (edits().length > 1) return { ...rules, version: 3 };
    rules = {
      ...RULES,
      version: 2,
      longer: true,
      changed: { at: '2026-11-20T15:00:00.000Z', by: { username: 'ana', user: 'Ana Torres' } },
    };
    return problem('conflict', { detail });
  });
  const user = await open();
  await user.click(box('Todas las personas con cargo S'));
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText(`${detail}.`)).toBeTruthy();
  expect(box('Todas las personas con cargo S').checked).toBe(true);
  await user.click(await screen.findByRole('button', { name: 'Guardar sobre lo nuevo' }));
  const changes = { required: { company: false, chargeS: true, offices: [] } };
  await waitFor(() =>
    expect(edits()).toEqual([
      { version: 1, changes },
      { version: 2, changes },
    ]),
  );
});

it('includes offices and charge S in the company', async () => {
  const user = await open();
  await user.click(box('Toda la empresa'));
  for (const name of ['Todas las personas con cargo S', 'Oficina Lima', 'Oficina Sur'])
    expect([name, box(name).checked, box(name).disabled]).toEqual([name, true, true]);
});

it('cannot require a factor where the installation cannot store one', async () => {
  rules = { ...RULES, available: false };
  await open();
  expect(screen.getByText(/todavía no se puede pedir/)).toBeTruthy();
  expect(box('Toda la empresa').matches(':disabled')).toBe(true);
});

it('keeps passwords without a provider', async () => {
  await open();
  expect(screen.queryByRole('checkbox', { name: /ingresar con contraseña/ })).toBeNull();
  expect(box('Las nuevas, de 15 caracteres o más').checked).toBe(false);
});

it('warns before passwords are switched off', async () => {
  rules = { ...RULES, provider: 'Cuenta de Acme' };
  gateway.on(EDIT, () => (rules = { ...rules, byUsername: false, version: 2 }));
  const user = await open();
  await user.click(box('También se puede ingresar con contraseña'));
  expect(screen.getByRole('alert').textContent).toMatch(/^Solo se ingresará con Cuenta de Acme: quien no vinculó/);
  // Enter on a box sends the form.
  await user.keyboard('{Enter}');
  const asked = await screen.findByRole('dialog', { name: '¿Quitar el ingreso con contraseña?' });
  await user.click(within(asked).getByRole('button', { name: 'Cancelar' }));
  expect(edits()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await user.click(await screen.findByRole('button', { name: 'Quitar el ingreso con contraseña' }));
  await waitFor(() => expect(edits()).toHaveLength(1));
});
