import {
  type CourierNote as Note,
  MAX_NOTE,
  noteOperations,
  OPEN_STATES,
  type Order,
  type OrderDetail,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { useId, useRef, useState } from 'react';
import { formatTime } from '#shared/format/format-time.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useFormFocus } from '#shared/hooks/focus-first-field.ts';
import { call } from '#shared/http/call.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import styles from './CourierNote.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  order: Pick<Order, 'id' | 'state'>;
  note: Note | null;
  /** Unsent texts by order id, which are kept while other orders are shown. */
  drafts: Map<string, string>;
}

/** «Nota para el repartidor» of an order: whether it was read, and for open orders a form to write it. */
export function CourierNote({ officeId, timeZone, order, note, drafts }: Props) {
  const client = useQueryClient();
  const [draft, putDraft] = useState(drafts.get(order.id) ?? null);
  const [isRestored, setRestored] = useState(draft !== null);
  const openerId = useId();
  const setDraft = (text: string | null): void => {
    if (text === null) drafts.delete(order.id);
    else drafts.set(order.id, text);
    putDraft(text);
  };
  const isOpen = OPEN_STATES.some((state) => state === order.state);
  const queryKey = ordersKeys.detail(officeId, order.id);
  const save = useMutation({
    mutationFn: (text: string | null) =>
      call(noteOperations['notes.write'], { params: { id: order.id }, query: { officeId }, body: { text } }),
    onSuccess: ({ note: saved }) => {
      client.setQueryData<OrderDetail>(queryKey, (known) => known && { ...known, courierNote: saved });
      setDraft(null);
      announce(saved ? 'Nota enviada al repartidor' : 'Nota quitada');
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  if (!note && !isOpen) return null;
  return (
    <section className={styles['note']} aria-label="Nota para el repartidor">
      <header className={styles['head']}>
        <h3>Nota para el repartidor</h3>
        {note && draft === null && <ReadMark note={note} timeZone={timeZone} />}
      </header>
      <FailureAlert error={save.error} />
      {draft === null ? (
        <>
          {note && (
            <p className={styles['text']}>
              {note.text}
              <span className="small">
                {note.by.user}, {formatTime(note.at, timeZone)}
              </span>
            </p>
          )}
          {isOpen && (
            <div className={styles['actions']}>
              <Button
                id={openerId}
                size="sm"
                icon={<MessageSquareText size={16} aria-hidden="true" />}
                onClick={() => {
                  setRestored(false);
                  setDraft(note?.text ?? '');
                }}
              >
                {note ? 'Cambiar' : 'Escribir nota'}
              </Button>
              {note && (
                <Button size="sm" variant="ghost" loading={save.isPending} onClick={() => save.mutate(null)}>
                  Quitar
                </Button>
              )}
            </div>
          )}
        </>
      ) : (
        <NoteForm
          draft={draft}
          openerId={openerId}
          takesFocus={!isRestored}
          isSending={save.isPending}
          onChange={setDraft}
          onSend={save.mutate}
          onCancel={() => {
            setDraft(null);
            save.reset();
          }}
        />
      )}
    </section>
  );
}

interface FormProps {
  draft: string;
  /** Id of the button that opens the form. */
  openerId: string;
  takesFocus: boolean;
  isSending: boolean;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onCancel: () => void;
}

function NoteForm({ draft, openerId, takesFocus, isSending, onChange, onSend, onCancel }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFormFocus(form, openerId, takesFocus);
  return (
    <form
      ref={form}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== '' && !isSending) onSend(draft.trim());
      }}
    >
      <TextArea
        label="Texto de la nota"
        hint="Le aparece en su teléfono al momento, o cuando tenga señal"
        maxLength={MAX_NOTE}
        value={draft}
        onChange={onChange}
      />
      <div className={styles['actions']}>
        <Button size="sm" onClick={onCancel}>
          Cancelar
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={isSending} disabled={draft.trim() === ''}>
          Enviar
        </Button>
      </div>
    </form>
  );
}

function ReadMark({ note: { read }, timeZone }: { note: Note; timeZone: string }) {
  if (!read) return <Mark>Sin leer</Mark>;
  return (
    <Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
      Leída a las {formatTime(read.at, timeZone)}
    </Mark>
  );
}
