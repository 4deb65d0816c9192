import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { factorQuery, proveAgain } from '../api/factor.ts';
import { providerQuery } from '../api/provider.ts';
import { errorOf } from '../rules/password-errors.ts';
import { personOf } from '../rules/person.ts';
import { useSession } from '../state/session.ts';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';
import { ProviderProof } from './ProviderProof.tsx';

/**
 * Requests a proof before an action that requires a recent one: a code, else the password, else a sign-in at the company's
 * provider.
 * @param onAnswer receives whether the user gave it.
 */
export default function ProofWindow({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const person = personOf(useSession());
  const client = useQueryClient();
  const factor = useQuery(factorQuery);
  const [isWithoutPhone, setWithoutPhone] = useState<boolean>();
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  // A ref, because state updates too late for the second click of a double click.
  const inProgress = useRef(false);
  const hasFactor = factor.data !== undefined && factor.data.since !== null;
  const provider = useQuery({ ...providerQuery, enabled: factor.data !== undefined && !hasFactor });
  const isRecovery = isWithoutPhone ?? factor.data?.onlyRecovery ?? false;
  const proof = useMutation({
    mutationFn: () => proveAgain(hasFactor ? { code: typed.trim() } : { current: typed }),
    onSuccess: (view) => onAnswer(personOf(view) === person),
    // The second factor may have been added or removed meanwhile.
    onError: () => client.invalidateQueries(factorQuery),
    onSettled: () => {
      inProgress.current = false;
    },
  });
  const leave = (): void => {
    announce('No se hizo, porque no confirmó que es usted');
    onAnswer(false);
  };
  const submit = (): void => {
    const isEmpty = (hasFactor ? typed.trim() : typed) === '';
    setMissing(isEmpty);
    if (isEmpty || !factor.data || inProgress.current) return;
    inProgress.current = true;
    proof.mutate();
  };
  const put = (value: string): void => {
    setTyped(value);
    setMissing(false);
    proof.reset();
  };
  const wrong = errorOf(proof.error, 'current', 'code');
  const failure = factor.data ? (wrong === undefined ? proof.error : null) : factor.error;
  const field = {
    autoFocus: true,
    value: typed,
    onChange: (event: { target: { value: string } }) => put(event.target.value),
  };
  if (!hasFactor && provider.data?.hasPassword === false)
    return <ProviderProof person={person} onAnswer={onAnswer} onCancel={leave} />;
  return (
    <Window
      title="Confirme que es usted"
      lead={
        hasFactor
          ? 'Pasó un rato desde que ingresó. Para continuar, escriba el código que muestra su celular. Lo que escribió antes sigue en la página.'
          : 'Pasó un rato desde que ingresó. Para continuar, escriba su contraseña. Lo que escribió antes sigue en la página.'
      }
      onDismiss={leave}
    >
      <WindowForm
        submitLabel="Confirmar"
        busy={proof.isPending}
        choices={
          hasFactor && (
            <Button
              onClick={() => {
                setWithoutPhone(!isRecovery);
                put('');
              }}
            >
              {isRecovery ? 'Usar el código de mi celular' : 'No tengo mi celular'}
            </Button>
          )
        }
        onSubmit={submit}
        onCancel={leave}
      >
        {factor.data &&
          (hasFactor ? (
            <CodeField
              {...field}
              key={String(isRecovery)}
              isRecovery={isRecovery}
              hint={isRecovery ? 'Cada uno sirve una vez, y cierra sus otras sesiones' : undefined}
              error={isMissing ? 'Escriba el código' : wrong}
            />
          ) : provider.isPending ? null : (
            <PasswordField
              {...field}
              label="Contraseña"
              name="current"
              autoComplete="current-password"
              aria-required
              error={isMissing ? 'Escriba su contraseña' : wrong}
            />
          ))}
        {failure && <Alert>{failureText(failure)}</Alert>}
      </WindowForm>
    </Window>
  );
}
