import {
  DEFAULT_MESSAGE,
  fillMessage,
  MAX_MESSAGE,
  MESSAGE_WORDS,
  type MessageWord,
} from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { TextArea } from '#shared/ui/TextArea/TextArea.tsx';
import { oneTabStop } from '#shared/hooks/one-tab-stop.ts';
import { EXAMPLE, messageFault } from '../rules/settings-form.ts';
import styles from './MessageField.module.css';

interface Props {
  officeId: string;
  company: string;
  mayEdit: boolean;
  value: string;
  error: string | undefined;
  onChange: (message: string) => void;
}

const WORDS = Object.entries(MESSAGE_WORDS) as [MessageWord, string][];

/** The message that couriers send to recipients, with buttons for its placeholders and a preview. */
export function MessageField({ officeId, company, mayEdit, value, error, onChange }: Props) {
  const id = useId();
  const { data: offices } = useQuery(officesQuery);
  const oficina = offices?.find((office) => office.id === officeId)?.name ?? officeId;
  const fault = messageFault(value);
  const insert = (word: MessageWord): void => {
    const area = document.getElementById(id);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.setRangeText(`{${word}}`, area.selectionStart, area.selectionEnd, 'end');
    area.focus();
    onChange(area.value);
  };
  return (
    <div className={styles['message']}>
      <TextArea
        id={id}
        label="Mensaje de WhatsApp a quien recibe"
        hint={fault ?? `${value.length} de ${MAX_MESSAGE} caracteres. Si lo deja vacío, vuelve el mensaje habitual.`}
        maxLength={MAX_MESSAGE}
        rows={5}
        value={value}
        error={error}
        onChange={onChange}
      />
      {mayEdit && (
        <div ref={oneTabStop} role="toolbar" aria-label="Datos de la orden para el mensaje" className={styles['words']}>
          {WORDS.map(([word, name]) => (
            <Button key={word} size="sm" icon={<Plus size={14} aria-hidden="true" />} onClick={() => insert(word)}>
              {name}
            </Button>
          ))}
        </div>
      )}
      <figure className={styles['example']}>
        <figcaption className="note">Así lo lee {EXAMPLE.destinatario}, por ejemplo</figcaption>
        <p className={styles['bubble']}>
          {fillMessage(value.trim() || DEFAULT_MESSAGE, { ...EXAMPLE, oficina, empresa: company })}
        </p>
      </figure>
    </div>
  );
}
