import { sessionOperations } from '@despacho/contracts';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { call } from '#shared/http/call.ts';
import { useTask } from '#shared/hooks/use-task.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { endedText } from '../rules/ended-text.ts';
import styles from './EndSessions.module.css';
import { type RowView } from './row-view.ts';

/** Ends all sessions of a user of the office, such as after a lost device. Their permissions stay. */
export function EndSessions({ row: { id, name, officeId } }: { row: RowView }) {
  const [result, setResult] = useState<string>();
  const { isBusy, failure, run } = useTask(async () => {
    const sure = await confirm({
      title: `¿Cerrar las sesiones de ${name}?`,
      text: 'Se cierran en todos sus equipos, y tendrá que ingresar otra vez. Sus permisos no cambian.',
      confirmLabel: 'Cerrar sus sesiones',
      danger: true,
    });
    if (!sure) return;
    setResult(undefined);
    const { ended } = await call(sessionOperations['sessions.endOfUser'], { params: { officeId, userId: id } });
    setResult(endedText(name, ended));
  });

  return (
    <div className={styles['end']}>
      <Button size="sm" loading={isBusy} onClick={() => void run()}>
        Cerrar sus sesiones
      </Button>
      <p role="status" className={styles['result']} data-failed={failure !== undefined || undefined}>
        {failure === undefined ? result : failureSentences(failure)}
      </p>
    </div>
  );
}
