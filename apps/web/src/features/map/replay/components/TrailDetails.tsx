import { CHARGE_ALL_OFFICES, pathOf } from '@despacho/contracts';
import { type CourierTrail, TRAIL_FORMATS, type TrailFormat, trailOperations } from '@despacho/contracts/dispatch';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import WifiOff from 'lucide-react/icons/wifi-off';
import { countText } from '#shared/format/count-text.ts';
import { addressOf } from '#shared/http/address.ts';
import { download } from '#shared/http/download.ts';
import { type ReadonlyStore, useStore } from '#shared/state/store.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { useSession } from '#features/session/state/session.ts';
import { arrivedText, type Stay } from '../rules/stays.ts';
import styles from './Replay.module.css';

interface Props {
  officeId: string;
  trail: CourierTrail;
  /** The stops, and the shorter stays at the places of orders. */
  stays: readonly Stay[];
  /** Recipients, addresses and codes of the orders by id; none for people who do not see orders. */
  names: ReadonlyMap<string, string>;
  time: ReadonlyStore<number>;
  timeText: (seconds: number) => string;
  onSeek: (at: number) => void;
  onBack: () => void;
}

const minutesOf = ({ from, to }: { from: number; to: number }): number => Math.round((to - from) / 60);

/** A stay with its number, or a silence without one. */
type Line = Pick<Stay, 'from' | 'to' | 'orderIds'> & { number?: number };

/** «Recorrido»: the stops, arrivals and gaps of a courier's working day, with links to their times. */
export function TrailDetails({ officeId, trail, stays, names, time, timeText, onSeek, onBack }: Props) {
  const isChargeS = useSession().charge === CHARGE_ALL_OFFICES;
  const { courier, day, work, gaps, leftOut } = trail;
  const arrived = new Set(stays.flatMap(({ orderIds }) => orderIds)).size;
  const lines: Line[] = [
    ...stays.map((stay, index) => ({ ...stay, number: index + 1 })),
    ...gaps.map((gap) => ({ ...gap, orderIds: [] })),
  ].sort((one, other) => one.from - other.from);
  const current = useStore(time, (at) => lines.findIndex(({ from, to }) => from <= at && at <= to));
  const save = (formato: TrailFormat): void => {
    const query = new URLSearchParams({ officeId, dia: day, formato }).toString();
    download(`${addressOf(pathOf(trailOperations['trails.file'], { id: courier.id }))}?${query}`);
  };
  return (
    <>
      <header className={styles['head']}>
        <h2>Recorrido de {courier.name}</h2>
        <Button size="sm" icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={onBack}>
          Todos
        </Button>
      </header>
      {work === null ? (
        <p className={styles['none']}>
          {courier.name} no marcó «Salí a ruta» ese día, así que no hay recorrido. Elija otro día arriba.
        </p>
      ) : (
        <>
          <p className={styles['summary']}>
            Salió a las {timeText(work.from)}
            {work.to === null ? ', sin «Cierre» todavía' : `, cerró a las ${timeText(work.to)}`} ·{' '}
            {countText(stays.length, 'parada', 'paradas')}
            {arrived > 0 && ` · llegó a ${countText(arrived, 'entrega', 'entregas')}`}
            {gaps.length > 0 && ` · ${countText(gaps.length, 'silencio', 'silencios')}`}
            {leftOut > 0 &&
              ` · ${countText(leftOut, 'posición imposible descartada', 'posiciones imposibles descartadas')}`}
          </p>
          {isChargeS && (
            <div className={styles['files']} role="group" aria-label="Descargar el recorrido">
              <Download size={16} aria-hidden="true" />
              {(Object.keys(TRAIL_FORMATS) as TrailFormat[]).map((format) => (
                <Button key={format} size="sm" onClick={() => save(format)}>
                  {TRAIL_FORMATS[format].name}
                </Button>
              ))}
            </div>
          )}
          {lines.length === 0 && <p className={styles['none']}>Sin paradas de tres minutos o más.</p>}
          <ol aria-label="Paradas y silencios">
            {lines.map((each, index) => (
              <li key={`${each.number ?? ''} ${each.from}`}>
                <button
                  type="button"
                  className={styles['line']}
                  aria-current={index === current ? 'time' : undefined}
                  onClick={() => onSeek(each.from)}
                >
                  {each.number === undefined ? (
                    <span className={styles['silence']}>
                      <WifiOff size={14} aria-hidden="true" />
                    </span>
                  ) : (
                    <span className={styles['stop']} data-elsewhere={each.orderIds.length === 0 || undefined}>
                      {each.number}
                    </span>
                  )}
                  <span>
                    <span className={styles['row']}>
                      <span>
                        {timeText(each.from)} – {timeText(each.to)}
                      </span>
                      <strong data-silent={each.number === undefined || undefined}>
                        {each.number === undefined && 'sin señal '}
                        {minutesOf(each)} min
                      </strong>
                    </span>
                    {each.orderIds.length > 0 && <small>{arrivedText(each, (id) => names.get(id))}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
