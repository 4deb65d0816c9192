import { type Evidence, EVIDENCE_KINDS, MAX_REMOVAL_REASON } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { refetchPhotos, removePhoto } from '../api/photo-queries.ts';

interface Props {
  officeId: string;
  timeZone: string;
  photo: Evidence;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks for the reason, and removes a photo permanently. */
export function RemovePhotoWindow({ officeId, timeZone, photo, onRemoved, onClose }: Props) {
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const [error, setError] = useState<string>();
  const keyOf = useIntentKey();
  const remove = useMutation({
    mutationFn: (sent: { id: string; why: string }) => removePhoto(officeId, sent, keyOf(sent)),
    onSuccess: () => {
      announce('Foto eliminada');
      onRemoved();
      return refetchPhotos(client, officeId);
    },
  });
  const submit = (): void => {
    const reason = why.trim();
    if (reason === '') setError('Escriba por qué se elimina');
    else if (!remove.isPending) remove.mutate({ id: photo.id, why: reason });
  };
  return (
    <Window
      title="Eliminar la foto"
      lead={`${EVIDENCE_KINDS[photo.kind]}, ${formatDateTime(photo.takenAt, timeZone)}. La imagen se borra para siempre, también de la constancia y de los enlaces compartidos. Quién la eliminó y por qué queda en la historia de la orden.`}
      onDismiss={remove.isPending ? undefined : onClose}
    >
      <form
        noValidate
        className="stack-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextArea
          label="Motivo"
          value={why}
          maxLength={MAX_REMOVAL_REASON}
          error={error}
          onChange={(text) => {
            setWhy(text);
            setError(undefined);
          }}
        />
        <FailureAlert error={remove.error} />
        <WindowFoot>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" loading={remove.isPending}>
            Eliminar la foto
          </Button>
        </WindowFoot>
      </form>
    </Window>
  );
}
