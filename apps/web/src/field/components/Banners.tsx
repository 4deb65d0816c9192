import { ChevronRight, CloudOff, TriangleAlert, UploadCloud } from 'lucide-react';
import { type QueueView, type RouteView } from '../offline/types.ts';
import { addressOf, openScreen } from '../state/hash-route.ts';
import styles from './Banners.module.css';

interface Props {
  route: Pick<RouteView, 'online' | 'problem'>;
  queue: QueueView;
  /** Whether the queue is on the screen already. */
  isQueueShown: boolean;
}

const QUEUE = { name: 'queue' } as const;

/** Shows whether the phone reaches the office, and what it still has to send. */
export function Banners({ route: { online, problem }, queue, isQueueShown }: Props) {
  const { items, others } = queue;
  const failed = items.filter(({ state }) => state === 'failed').length;
  return (
    <section className={styles['banners']} aria-label="Avisos">
      <div role="status">
        {!online && (
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
        <a
          className={styles['queue']}
          href={addressOf(QUEUE)}
          onClick={(event) => {
            event.preventDefault();
            openScreen(QUEUE);
          }}
        >
          <UploadCloud size={20} aria-hidden="true" />
          <span>
            {items.length} por enviar{failed > 0 && ` · ${failed} con problema`}
          </span>
          <ChevronRight size={20} aria-hidden="true" />
        </a>
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
    ? `En este teléfono queda 1 registro sin enviar${whose}. Está cifrado y se enviará cuando quien lo hizo vuelva a conectarse aquí.`
    : `En este teléfono quedan ${others} registros sin enviar${whose}. Están cifrados y se enviarán cuando quien los hizo vuelva a conectarse aquí.`;
