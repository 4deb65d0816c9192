import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { confirmFactor, removeFactor, renewCodes, startFactor } from '../api/factor.ts';
import { CODES_LEAD, CODES_TITLE, FACTOR_TEXTS, type FactorTask } from '../rules/factor-texts.ts';
import { errorOf } from '../rules/password-errors.ts';
import { CodeField } from './CodeField.tsx';
import { FactorKey } from './FactorKey.tsx';
import { PasswordField } from './PasswordField.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Props {
  task: FactorTask;
  /** @returns a promise that resolves when the page shows the change. */
  onDone: () => Promise<unknown>;
  onClose: () => void;
}

const WRITERS = { add: confirmFactor, codes: renewCodes, remove: removeFactor };

/** Sets up or removes the own second factor, or replaces its recovery codes, which are shown once. */
export default function FactorWindow({ task, onDone, onClose }: Props) {
  const [typed, setTyped] = useState({ current: '', code: '' });
  const [missing, setMissing] = useState<'current' | 'code'>();
  const texts = FACTOR_TEXTS[task];
  const start = useMutation({ mutationFn: () => startFactor(typed.current) });
  const write = useMutation({
    mutationFn: () => WRITERS[task](typed),
    onSuccess: async (codes) => {
      announce(texts.done);
      const shown = onDone();
      if (codes.length > 0) return;
      await shown;
      onClose();
    },
  });
  if (write.data && write.data.length > 0)
    return (
      <Window title={CODES_TITLE} focus="ol" lead={CODES_LEAD}>
        <RecoveryCodes codes={write.data} onClose={onClose} />
      </Window>
    );
  const isStarting = task === 'add' && !start.data;
  const { error } = isStarting ? start : write;
  const isCurrentWrong = errorOf(error, 'current');
  const isCodeWrong = errorOf(error, 'code');
  const submit = (): void => {
    const empty = typed.current === '' ? 'current' : !isStarting && typed.code.trim() === '' ? 'code' : undefined;
    setMissing(empty);
    if (empty === undefined) (isStarting ? start : write).mutate();
  };
  const put = (changes: Partial<typeof typed>): void => {
    setTyped((before) => ({ ...before, ...changes }));
    setMissing(undefined);
    (isStarting ? start : write).reset();
  };
  return (
    <FormWindow
      title={texts.title}
      lead={
        start.data
          ? 'Abra la aplicación, elija agregar una cuenta y escanee este código. Después escriba los 6 números que muestra.'
          : texts.lead
      }
      onDismiss={onClose}
    >
      <WindowForm
        submitLabel={start.data ? 'Activar' : texts.submit}
        danger={task === 'remove'}
        busy={start.isPending || write.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        {start.data ? (
          <FactorKey of={start.data} />
        ) : (
          <PasswordField
            label="Contraseña actual"
            name="current"
            autoComplete="current-password"
            autoFocus
            aria-required
            value={typed.current}
            error={missing === 'current' ? 'Escriba su contraseña actual' : isCurrentWrong}
            onChange={({ target }) => put({ current: target.value })}
          />
        )}
        {!isStarting && (
          <CodeField
            autoFocus={task === 'add'}
            value={typed.code}
            hint={task === 'add' ? undefined : 'El que muestra su celular, o uno de recuperación'}
            error={missing === 'code' ? 'Escriba el código' : isCodeWrong}
            onChange={({ target }) => put({ code: target.value })}
          />
        )}
        {error !== null && (start.data ? isCodeWrong : (isCurrentWrong ?? isCodeWrong)) === undefined && (
          <Alert>{failureText(error)}</Alert>
        )}
      </WindowForm>
    </FormWindow>
  );
}
