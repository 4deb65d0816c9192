import { useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { readTime } from '#shared/ui/TimeField/time-text.ts';
import { TimeField } from '#shared/ui/TimeField/TimeField.tsx';
import { type Reader } from '../rules/line-times.ts';
import { isTomorrow, nextAt } from '../rules/snooze-times.ts';
import styles from './AttentionList.module.css';

interface Props {
  reader: Reader;
  onPostpone: (until: string) => void;
  onCancel: () => void;
}

/** A time to type, until which a line is postponed. */
export function SnoozeForm({ reader, onPostpone, onCancel }: Props) {
  const [time, setTime] = useState('');
  const [isWrong, setWrong] = useState(false);
  const until = nextAt(readTime(time) ?? '', reader);
  return (
    <form
      className={styles['snoozing']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (until === undefined) setWrong(true);
        else onPostpone(until);
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') {
          event.preventDefault();
          onCancel();
        }
      }}
    >
      <TimeField
        autoFocus
        label="Posponer hasta las"
        value={time}
        error={isWrong && until === undefined ? 'Escriba una hora, por ejemplo 15:30' : undefined}
        hint={until !== undefined && isTomorrow(until, reader) ? 'De mañana' : undefined}
        onChange={setTime}
      />
      <Button size="sm" type="submit">
        Posponer
      </Button>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        Cancelar
      </Button>
    </form>
  );
}
