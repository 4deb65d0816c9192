import { useState } from 'react';
import { PasswordField } from './PasswordField.tsx';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { changePassword } from '../api/passwords.ts';
import { changedText } from '../rules/changed-text.ts';
import { focusField, useNewPassword } from '../state/use-new-password.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

/** Changes the own password. The current one is asked for, because somebody may use an open page. */
export default function ChangePasswordWindow({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [missing, setMissing] = useState<string>();
  const { form, field } = useNewPassword(async (password) => {
    const ended = await changePassword(current, password);
    announce(changedText(ended));
    onChanged();
    onClose();
  });
  return (
    <FormWindow
      title="Cambiar contraseña"
      lead="Sus otras sesiones se cierran; la de este equipo sigue abierta."
      onDismiss={onClose}
    >
      <WindowForm
        ref={form}
        submitLabel="Cambiar contraseña"
        busy={field.busy}
        onSubmit={() => {
          if (current !== '') {
            field.submit();
            return;
          }
          setMissing('Escriba su contraseña actual');
          focusField(form.current, 'current');
        }}
        onCancel={onClose}
      >
        <PasswordField
          label="Contraseña actual"
          name="current"
          autoComplete="current-password"
          aria-required
          value={current}
          error={missing ?? field.currentError}
          onChange={({ target }) => {
            setCurrent(target.value);
            setMissing(undefined);
            field.clearCurrent();
          }}
        />
        <NewPasswordFields field={field} />
        {field.failure !== undefined && <Alert>{field.failure}</Alert>}
      </WindowForm>
    </FormWindow>
  );
}
