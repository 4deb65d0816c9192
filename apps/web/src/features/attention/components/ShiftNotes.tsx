import { handoverOperations, MAX_SHIFT_NOTE, type ShiftNote } from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { handoverKey } from '../api/handover-query.ts';
import styles from '../HandoverWindow.module.css';
import { readsText, shortWhen } from '../rules/line-times.ts';

interface Props {
  officeId: string;
  timeZone: string;
  notes: readonly ShiftNote[];
  mayWrite: boolean;
}

/** The newest note of the previous shift with who has read it, and a new one. */
export function ShiftNotes({ officeId, timeZone, notes, mayWrite }: Props) {
  return (
    <section aria-label="Notas entre turnos" className={styles['notes']}>
      {notes.length > 0 && (
        <ol className="stack" aria-label="Últimas notas">
          {notes.map((note) => (
            <Note key={note.id} officeId={officeId} timeZone={timeZone} note={note} />
          ))}
        </ol>
      )}
      {mayWrite && <NewNote officeId={officeId} />}
    </section>
  );
}

function Note({ officeId, timeZone, note }: Pick<Props, 'officeId' | 'timeZone'> & { note: ShiftNote }) {
  const client = useQueryClient();
  const reader = { timeZone, now: useServerTime() };
  const read = useMutation({
    mutationFn: () =>
      call(handoverOperations['handover.acknowledge'], { params: { id: note.id }, query: { officeId } }),
    onSuccess: () => announce('Marcada como leída'),
    onSettled: () => client.invalidateQueries({ queryKey: handoverKey(officeId) }),
  });
  return (
    <li className={styles['note']}>
      <p className={styles['noteText']}>{note.text}</p>
      <p className="note">
        {note.by.user}
        {note.authorLeft && ' (ya no está en esta oficina)'}, {shortWhen(note.at, reader)}
        {note.reads.length > 0 && ` · ${readsText(note.reads, reader)}`}
      </p>
      {note.mayRead && (
        <Button
          size="sm"
          loading={read.isPending}
          icon={<Check size={16} aria-hidden="true" />}
          onClick={() => read.mutate()}
        >
          Marcar como leída
        </Button>
      )}
      {read.error && <Alert>{failureText(read.error)}</Alert>}
    </li>
  );
}

function NewNote({ officeId }: { officeId: string }) {
  const client = useQueryClient();
  const keyOf = useIntentKey();
  const [text, setText] = useState('');
  const write = useMutation({
    mutationFn: (body: { text: string }) =>
      call(handoverOperations['handover.write'], { query: { officeId }, body, idempotencyKey: keyOf(body) }),
    onSuccess: () => {
      setText('');
      announce('Nota guardada');
    },
    onSettled: () => client.invalidateQueries({ queryKey: handoverKey(officeId) }),
  });
  return (
    <form
      className={styles['new']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !write.isPending) write.mutate({ text: text.trim() });
      }}
    >
      <TextArea
        label="Nota para el siguiente turno"
        rows={3}
        maxLength={MAX_SHIFT_NOTE}
        value={text}
        hint="La ven todas las personas con «Por atender», y quién la leyó"
        onChange={setText}
      />
      {write.error && <Alert>{failureText(write.error)}</Alert>}
      <Button type="submit" loading={write.isPending} disabled={text.trim() === ''}>
        Dejar la nota
      </Button>
    </form>
  );
}
