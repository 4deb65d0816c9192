import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { startProof } from '../api/provider.ts';
import { BLOCKED, openProviderTab } from '../state/pending-authorization.ts';
import { subscribeTabs } from '../state/tabs.ts';

interface Props {
  person: string;
  onAnswer: (isProved: boolean) => void;
  onCancel: () => void;
}

/** Proof for a person without password and second factor: a sign-in at the company's provider, in a new tab. */
export function ProviderProof({ person, onAnswer, onCancel }: Props) {
  const opening = useMutation({ mutationFn: () => openProviderTab(startProof) });
  useEffect(
    () =>
      subscribeTabs((news) => {
        if (news.type === 'proved') onAnswer(news.person === person);
      }),
    [person, onAnswer],
  );
  const isOpen = opening.data === 'open';
  return (
    <Window
      title="Confirme que es usted"
      lead="Pasó un rato desde que ingresó. Para continuar, ingrese otra vez con la cuenta de su empresa. Lo que escribió antes sigue en la página."
      onDismiss={onCancel}
    >
      <WindowForm
        submitLabel={isOpen ? 'Abrir otra vez' : 'Abrir la página de su empresa'}
        busy={opening.isPending}
        onSubmit={() => opening.mutate()}
        onCancel={onCancel}
      >
        <p role="status">
          {isOpen &&
            'Ingrese en la otra pestaña; al terminar, lo que quería hacer sigue solo. Si la cerró o algo falló allí, ábrala otra vez.'}
        </p>
        {opening.data === 'blocked' && <Alert>{BLOCKED}</Alert>}
        {opening.error && <Alert>{failureText(opening.error)}</Alert>}
      </WindowForm>
    </Window>
  );
}
