import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { confirm } from '#shared/dialogs/confirm.ts';
import { renderInApp } from '#test/render.tsx';
import { SelectField } from '../SelectField/SelectField.tsx';
import { TextField } from '../TextField/TextField.tsx';
import { FormWindow } from './FormWindow.tsx';
import { Window } from './Window.tsx';

vi.mock('#shared/dialogs/confirm.ts', () => ({ confirm: vi.fn<() => Promise<boolean>>() }));

beforeEach(() => vi.mocked(confirm).mockReset());

function Fields({ onSaved }: { onSaved: () => void }) {
  const [name, setName] = useState('Ana');
  const [isOn, setOn] = useState(false);
  const [charge, setCharge] = useState('D');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSaved();
      }}
    >
      <TextField label="Nombre" value={name} onChange={({ target }) => setName(target.value)} />
      <input type="checkbox" aria-label="U01" checked={isOn} onChange={() => setOn(!isOn)} />
      <SelectField
        label="Cargo"
        value={charge}
        options={[
          { value: 'D', label: 'Despacho' },
          { value: 'C', label: 'Caja' },
        ]}
        onChange={setCharge}
      />
      <button type="button" onClick={() => setOn(true)}>
        Aplicar el perfil
      </button>
      <button type="submit">Guardar</button>
    </form>
  );
}

function Editor({ onDismiss }: { onDismiss: () => void }) {
  const [isSaved, setSaved] = useState(false);
  return (
    <FormWindow title="Persona" lead="Sus datos" onDismiss={onDismiss}>
      <label>
        Buscar <input type="text" />
      </label>
      {!isSaved && <Fields onSaved={() => setSaved(true)} />}
    </FormWindow>
  );
}

function show() {
  const onDismiss = vi.fn<() => void>();
  const { user } = renderInApp(<Editor onDismiss={onDismiss} />);
  const dialog = screen.getByRole('dialog');
  /** The ways to close without a button of the form. */
  const leave = {
    escape: () => fireEvent(dialog, new Event('cancel', { cancelable: true })),
    close: () => user.click(screen.getByRole('button', { name: 'Cerrar la ventana' })),
    outside: () => fireEvent.pointerDown(dialog, { clientX: 9999, clientY: 9999 }),
  };
  const asked = () => vi.mocked(confirm).mock.calls.length;
  return { user, leave, onDismiss, asked };
}

it('closes without asking if no field has changed', async () => {
  const { user, leave, onDismiss, asked } = show();
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), 'x{Backspace}');
  // A search field outside of a form does not count.
  await user.type(screen.getByRole('textbox', { name: 'Buscar' }), 'x');
  leave.escape();
  await vi.waitFor(() => expect(onDismiss).toHaveBeenCalledOnce());
  expect(asked()).toBe(0);
});

it.each(['escape', 'close', 'outside'] as const)('asks before discarding input on %s', async (way) => {
  const { user, leave, onDismiss, asked } = show();
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' Ruiz');
  vi.mocked(confirm).mockResolvedValueOnce(false);
  await leave[way]();
  await vi.waitFor(() => expect(asked()).toBe(1));
  expect(onDismiss).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveProperty('value', 'Ana Ruiz');
  vi.mocked(confirm).mockResolvedValueOnce(true);
  await leave[way]();
  await vi.waitFor(() => expect(onDismiss).toHaveBeenCalledOnce());
});

it('detects a checkbox that a button checked, and a selection', async () => {
  const { user, leave, asked, onDismiss } = show();
  vi.mocked(confirm).mockResolvedValue(false);
  await user.click(screen.getByRole('button', { name: 'Aplicar el perfil' }));
  leave.escape();
  await vi.waitFor(() => expect(asked()).toBe(1));
  await user.click(screen.getByRole('checkbox', { name: 'U01' }));
  await user.click(screen.getByRole('combobox', { name: 'Cargo' }));
  await user.click(await screen.findByRole('option', { name: 'Caja' }));
  leave.escape();
  await vi.waitFor(() => expect(asked()).toBe(2));
  expect(onDismiss).not.toHaveBeenCalled();
});

it('detects input without a key or a click', async () => {
  const { leave, asked } = show();
  vi.mocked(confirm).mockResolvedValueOnce(false);
  fireEvent.input(screen.getByRole('textbox', { name: 'Nombre' }), { target: { value: 'Eva' } });
  leave.escape();
  await vi.waitFor(() => expect(asked()).toBe(1));
});

it('stays open when a window inside it is closed with Esc', async () => {
  const [onOuter, onInner] = [vi.fn<() => void>(), vi.fn<() => void>()];
  renderInApp(
    <FormWindow title="Persona" lead="Sus datos" onDismiss={onOuter}>
      <Window title="Enlace" lead="Sirve una vez" onDismiss={onInner}>
        <p>Un enlace</p>
      </Window>
    </FormWindow>,
  );
  fireEvent(screen.getByRole('dialog', { name: 'Enlace' }), new Event('cancel', { cancelable: true }));
  expect(onInner).toHaveBeenCalledOnce();
  await Promise.resolve();
  expect(onOuter).not.toHaveBeenCalled();
});

it('asks once while a question is open', async () => {
  const { user, leave, asked, onDismiss } = show();
  let answer: (agreed: boolean) => void = () => undefined;
  vi.mocked(confirm).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' Ruiz');
  leave.escape();
  leave.escape();
  answer(true);
  await vi.waitFor(() => expect(onDismiss).toHaveBeenCalledOnce());
  expect(asked()).toBe(1);
});

it('ignores the fields of a saved form', async () => {
  const { user, leave, asked, onDismiss } = show();
  await user.type(screen.getByRole('textbox', { name: 'Nombre' }), ' Ruiz{Enter}');
  leave.escape();
  await vi.waitFor(() => expect(onDismiss).toHaveBeenCalledOnce());
  expect(asked()).toBe(0);
});
