import {
  type ClientNotes,
  type ClientProof,
  clientRecordOperations,
  EVIDENCE_KIND_CODES,
  EVIDENCE_KINDS,
  REQUIRABLE_KINDS,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { textOrNull } from '#shared/fields/form-changes.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { call } from '#shared/http/call.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { FormWindow } from '#shared/ui/Window/FormWindow.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { refetchClients } from './api/client-queries.ts';
import styles from '#shared/settings/PhotoRequirements.module.css';

interface Props {
  officeId: string;
  client: { id: string; name: string };
  notes: ClientNotes;
  onClose: () => void;
}

const RESULTS = { delivered: 'Entregada', failed: 'No entregada' } as const;

type Result = keyof typeof RESULTS;

/** Edits what the company knows about a client, also one of a foreign host. */
export default function NotesWindow({ officeId, client, notes, onClose }: Props) {
  const queries = useQueryClient();
  const noteId = useId();
  const [text, setText] = useState(notes.notes ?? '');
  const [proof, setProof] = useState<ClientProof>(notes.proof);
  const save = useMutation({
    mutationFn: () =>
      call(clientRecordOperations['clients.editNotes'], {
        params: { id: client.id },
        query: { officeId },
        body: { version: notes.version, notes: textOrNull(text), proof },
      }),
    onSuccess: () => {
      announce(`Notas de ${client.name} guardadas`);
      onClose();
    },
    onSettled: () => refetchClients(queries),
  });
  const isListed = (kind: string, result: Result): boolean => proof[result].some((each) => each === kind);
  const set = (kind: string, result: Result, isOn: boolean): void =>
    setProof({
      ...proof,
      [result]: REQUIRABLE_KINDS[result].filter((each) => (each === kind ? isOn : isListed(each, result))),
    });
  return (
    <FormWindow
      title="Lo que se sabe del cliente"
      lead={`Notas y fotos para las órdenes de ${client.name}. Las ve quien puede ver clientes.`}
      onDismiss={save.isPending ? undefined : onClose}
    >
      <WindowForm submitLabel="Guardar" busy={save.isPending} onSubmit={() => save.mutate()} onCancel={onClose}>
        <TextArea
          label="Notas"
          hint="Por ejemplo: «Recibe por la puerta de atrás»"
          rows={3}
          maxLength={1000}
          value={text}
          onChange={setText}
        />
        <FieldGroup
          label="Fotos exigidas"
          noteId={noteId}
          note="Además de las que pide la oficina. Cuentan en «Fotos que faltan»."
        >
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Foto</span>
                </th>
                {Object.values(RESULTS).map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {EVIDENCE_KIND_CODES.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{EVIDENCE_KINDS[kind]}</th>
                  {(['delivered', 'failed'] as const).map((result) => (
                    <td key={result}>
                      {REQUIRABLE_KINDS[result].some((each) => each === kind) && (
                        <label className={styles['cell']}>
                          <input
                            type="checkbox"
                            aria-label={`${EVIDENCE_KINDS[kind]}: ${RESULTS[result]}`}
                            checked={isListed(kind, result)}
                            onChange={({ target }) => set(kind, result, target.checked)}
                          />
                        </label>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </FieldGroup>
        {save.isError && <Alert>{failureText(save.error)}</Alert>}
      </WindowForm>
    </FormWindow>
  );
}
