import { officeOperations } from '@despacho/contracts';
import { settingsOperations } from '@despacho/contracts/dispatch';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { someSettings } from '#test/a-courier.ts';
import { aView } from '#test/a-view.ts';
import { fakeGateway, problem } from '#test/fake-gateway.ts';
import { renderInApp } from '#test/render.tsx';
import { markIn } from '#features/session/state/session-store.ts';
import { SettingsWindow } from './SettingsWindow.tsx';

const STORED = someSettings({ message: 'Voy con {codigo}.' });

const EDIT = settingsOperations['settings.edit'];

let gateway: ReturnType<typeof fakeGateway>;
beforeEach(() => {
  gateway = fakeGateway();
  gateway.on(settingsOperations['settings.read'], () => STORED);
  gateway.on(officeOperations['offices.list'], () => [{ id: 'LIMA', name: 'Lima Centro', timeZone: 'America/Lima' }]);
});

async function openWindow(charge = 'S') {
  markIn(aView({ charge }));
  const onClose = vi.fn();
  const shown = renderInApp(<SettingsWindow officeId="LIMA" onClose={onClose} />);
  return { ...shown, onClose, phone: await screen.findByLabelText<HTMLInputElement>('Teléfono de la oficina') };
}

const press = (name: string) => screen.getByRole('button', { name });
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Mensaje de WhatsApp a quien recibe');
const sent = () => gateway.sentTo(EDIT).map(({ body }) => body);

it('sends only what changed, with the version that was seen', async () => {
  gateway.on(EDIT, () => ({ ...STORED, version: 2 }));
  const { user, onClose, phone } = await openWindow();
  await user.type(phone, '01 444 5566');
  await user.click(screen.getByRole('checkbox', { name: 'Firma: Entregada' }));
  await user.click(screen.getByRole('checkbox', { name: 'Fachada: No entregada' }));
  await user.click(press('Guardar'));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent()).toEqual([
    { version: 1, changes: { delivered: ['entrega', 'firma'], failed: ['fachada'], phone: '01 444 5566' } },
  ]);
});

it('inserts a placeholder at the cursor and shows the message as a recipient reads it', async () => {
  const { user } = await openWindow();
  expect(screen.getByText('Voy con D0010482.')).toBeDefined();
  message().setSelectionRange(0, 0);
  await user.click(press('Su oficina'));
  expect(message().value).toBe('{oficina}Voy con {codigo}.');
  expect(await screen.findByText('Lima CentroVoy con D0010482.')).toBeDefined();
  expect(document.activeElement).toBe(message());
});

it('shows the default message where there is none, and returns to it', async () => {
  gateway.on(EDIT, () => ({ ...STORED, version: 2, message: null }));
  const { user, onClose } = await openWindow();
  await user.clear(message());
  expect(screen.getByText(/^Hola Elena Rojas, soy Hugo Paredes, de Despachos del Pacífico S.A.C., y /)).toBeDefined();
  await user.click(press('Guardar'));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent()).toEqual([{ version: 1, changes: { message: null } }]);
});

it('rejects a word that does not exist, and a wrong telephone', async () => {
  const { user, phone } = await openWindow();
  await user.type(phone, 'central');
  await user.type(message(), ' {{nombre}');
  await user.click(press('Guardar'));
  expect(screen.getByText(/^Escriba un teléfono de 6 a 24 cifras/)).toBeDefined();
  expect(message().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/^«\{nombre\}» no se puede reemplazar/)).toBeDefined();
  expect(sent()).toEqual([]);
});

it('keeps the input after a failure', async () => {
  gateway.on(EDIT, () => problem('unavailable'));
  const { user, phone, onClose } = await openWindow();
  await user.type(phone, '014445566');
  await user.click(press('Guardar'));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(phone.value).toBe('014445566');
  expect(onClose).not.toHaveBeenCalled();
});

it('shows what somebody else saved meanwhile, and saves this input on top of it', async () => {
  const theirs = { ...STORED, version: 2, phone: '015556677', failed: ['fachada'] as const };
  gateway.on(EDIT, ({ body }) =>
    (body as { version: number }).version === 1 ? problem('conflict') : { ...theirs, version: 3 },
  );
  const { user, phone, onClose } = await openWindow();
  gateway.on(settingsOperations['settings.read'], () => theirs);
  await user.type(phone, '014445566');
  await user.click(press('Guardar'));
  expect((await screen.findByRole('listitem')).textContent).toContain(
    'ahora dice «015556677»; usted escribió «014445566»',
  );
  await user.click(press('Guardar mi versión'));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent().at(-1)).toEqual({ version: 2, changes: { phone: '014445566' } });
});

it('shows the settings to others without letting them change anything', async () => {
  const { phone } = await openWindow('A');
  expect(phone.matches(':disabled')).toBe(true);
  expect(message().matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull();
  expect(press('Cerrar')).toBeDefined();
});

it('changes when a courier counts as silent on the map, within bounds', async () => {
  gateway.on(EDIT, () => ({ ...STORED, silence: 25, version: 2 }));
  const { user, onClose } = await openWindow();
  const minutes = screen.getByLabelText<HTMLInputElement>('Sin señal en el mapa, en minutos');
  expect(minutes.value).toBe('10');
  await user.clear(minutes);
  await user.type(minutes, '0');
  await user.click(press('Guardar'));
  expect(await screen.findByText('Escriba de 1 a 240 minutos, por ejemplo 10')).toBeTruthy();
  await user.clear(minutes);
  await user.type(minutes, '25');
  await user.click(press('Guardar'));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(sent()).toEqual([{ version: 1, changes: { silence: 25 } }]);
});
