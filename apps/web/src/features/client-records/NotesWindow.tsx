import { type ClientNotes, type ClientProof, clientRecordOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { textOrNull } from '#shared/fields/form-changes.ts';
import { call } from '#shared/http/call.ts';
import { announce } from '#shared/hooks/announce.ts';
import { PhotoRequirements } from '#shared/settings/PhotoRequirements.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { notesKey, refetchClients } from './api/client-queries.ts';
import styles from './NotesWindow.module.css';

interface Props {
  officeId: string;
  client: { id: string; name: string };
  notes: ClientNotes;
  onClose: () => void;
}

/** Edits the notes and required photos of a client, also one of a foreign host. */
export default function NotesWindow({ officeId, client, notes, onClose }: Props) {
  const queries = useQueryClient();
  const [text, setText] = useState(notes.notes ?? '');
  const [proof, setProof] = useState<ClientProof>(notes.proof);
  // The one that the fields show: the notes are read again while the window is open.
  const [version] = useState(notes.version);
  const to = { params: { id: client.id }, query: { officeId } };
  const save = useMutation({
    mutationFn: (act: 'save' | 'remove') =>
      act === 'remove'
        ? call(clientRecordOperations['clients.removeNotes'], { ...to, body: { version } })
        : call(clientRecordOperations['clients.editNotes'], {
            ...to,
            body: { version, notes: textOrNull(text), proof },
          }),
    onSuccess: (saved, act) => {
      queries.setQueryData(notesKey(client.id), saved);
      announce(`Notas de ${client.name} ${act === 'remove' ? 'quitadas' : 'guardadas'}`);
      onClose();
    },
    onSettled: () => refetchClients(queries),
  });
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: `¿Quitar las notas de ${client.name}?`,
      text: 'También sus fotos exigidas. En la historia del cliente se sigue leyendo lo que decían.',
      confirmLabel: 'Quitar',
      danger: true,
    });
    if (sure) save.mutate('remove');
  };
  return (
    <FormWindow
      title="Lo que se sabe del cliente"
      lead={`Para las órdenes de ${client.name}; las ve quien puede ver clientes.`}
      onDismiss={save.isPending ? undefined : onClose}
    >
      <WindowForm submitLabel="Guardar" busy={save.isPending} onSubmit={() => save.mutate('save')} onCancel={onClose}>
        <TextArea
          label="Notas"
          hint="Por ejemplo: «Recibe por la puerta de atrás»"
          rows={3}
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        <PhotoRequirements
          label="Fotos exigidas"
          note="Además de las que pide la oficina. Cuentan en «Fotos que faltan» y llegan a los teléfonos en ruta."
          value={proof}
          onChange={setProof}
        />
        {notes.mayRemove && (
          <Button className={styles['remove']} disabled={save.isPending} onClick={() => void remove()}>
            Quitar notas y fotos exigidas
          </Button>
        )}
        <FailureAlert error={save.error} />
      </WindowForm>
    </FormWindow>
  );
}
