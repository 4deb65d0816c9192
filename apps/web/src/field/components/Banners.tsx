import { ChevronRight, CloudOff, TriangleAlert, UploadCloud } from 'lucide-react';
import { useQueue, useRoute } from '../offline/hooks.ts';
import { useOnline } from '../state/use-online.ts';
import { countText, unsentText } from '../rules/unsent-text.ts';
import { ScreenLink } from './ScreenLink.tsx';
import styles from './Banners.module.css';

/**
 * Shows whether the phone reaches the office, and what it still has to send.
 * @param props.isQueueShown whether the queue is on the screen already.
 */
export function Banners({ isQueueShown = false }: { isQueueShown?: boolean }) {
  const isOnline = useOnline();
  const { problem } = useRoute();
  const { items, others } = useQueue();
  const failed = items.filter(({ state }) => state === 'failed' || state === 'stuck').length;
  return (
    <section className={styles['banners']} aria-label="Avisos">
      <div role="status">
        {!isOnline && (
          <p className={styles['offline']}>
            <CloudOff size={20} aria-hidden="true" />
            Sin señal: todo se guarda en este teléfono
          </p>
        )}
        {problem !== null && (
          <p className={styles['problem']}>
            <TriangleAlert size={20} aria-hidden="true" />
            {problem}
          </p>
        )}
      </div>
      {others > 0 && (
        <p className={styles['problem']}>
          <TriangleAlert size={20} aria-hidden="true" />
          {othersText(others, ' de otro repartidor')}
        </p>
      )}
      {items.length > 0 && !isQueueShown && (
        <ScreenLink className={styles['queue']} to={{ name: 'queue' }}>
          <UploadCloud size={20} aria-hidden="true" />
          <span>
            {unsentText(items)} por enviar{failed > 0 && ` · ${failed} con problema`}
          </span>
          <ChevronRight size={20} aria-hidden="true" />
        </ScreenLink>
      )}
    </section>
  );
}

/**
 * @param whose « de otro repartidor» while a courier is connected.
 * @returns what happens to visits that cannot be sent now.
 */
export const othersText = (others: number, whose = ''): string =>
  others === 1
    ? `En este teléfono queda 1 visita sin enviar${whose}. Está cifrada y se enviará cuando quien la hizo vuelva a conectarse aquí.`
    : `En este teléfono quedan ${countText('visita', others)} sin enviar${whose}. Están cifradas y se enviarán cuando quien las hizo vuelva a conectarse aquí.`;
