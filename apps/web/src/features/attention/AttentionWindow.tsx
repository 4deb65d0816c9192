import {
  ATTENTION_KIND_CODES,
  ATTENTION_KINDS,
  type AttentionKind,
  type AttentionLine,
  MAX_ATTENTION_LINES,
} from '@despacho/contracts/dispatch';
import { SCREEN_ACCESS } from '@despacho/contracts';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { countText } from '#shared/format/count-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Kbd } from '#shared/ui/Kbd/Kbd.tsx';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Select } from '#shared/ui/Select/Select.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { attentionQuery } from './api/attention-query.ts';
import styles from './AttentionWindow.module.css';
import { AttentionHistoryList } from './components/AttentionHistoryList.tsx';
import { ClosedItem } from './components/AttentionItem.tsx';
import { AttentionList } from './components/AttentionList.tsx';
import { AttentionSettings } from './components/AttentionSettings.tsx';
import { kindIn, withKind } from './rules/attention-address.ts';
import { tableOf } from './rules/kinds.ts';

interface Props {
  officeId: string;
  timeZone: string;
  onClose: () => void;
}

const PANES = { lineas: 'Abiertas', historia: 'Historia', ajustes: 'Ajustes' } as const;

type Pane = keyof typeof PANES;

const WHOSE = { todas: 'Todas', mias: 'Mías', libres: 'Sin dueño', pospuestas: 'Pospuestas' } as const;

type Whose = keyof typeof WHOSE;

const ANY = 'todo';

function matches(line: AttentionLine, whose: Whose, username: string): boolean {
  if (whose === 'pospuestas') return line.snoozed !== null;
  if (line.snoozed !== null) return false;
  if (whose === 'mias') return line.taken?.by.username.toLowerCase() === username.toLowerCase();
  return whose === 'todas' || line.taken === null;
}

/** All lines of «Por atender», with filters, what ended, and the office's settings. */
export default function AttentionWindow({ officeId, timeZone, onClose }: Props) {
  const [pane, setPane] = useState<Pane>('lineas');
  const frame = useRef<HTMLDivElement>(null);
  const mayAct = useMayUse()(SCREEN_ACCESS.assing);
  const { ajustes, ...always } = PANES;
  return (
    <Window
      wide="map"
      title="Por atender"
      lead="Lo que necesita a una persona. Cada línea se cierra sola cuando termina su causa."
      focus="[data-line]"
      onDismiss={onClose}
    >
      <div className={styles['bar']}>
        <Segmented
          label="Qué se muestra"
          options={mayAct ? { ...always, ajustes } : always}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div ref={frame} className={styles['pane']}>
        {pane === 'lineas' && <OpenLines officeId={officeId} timeZone={timeZone} mayAct={mayAct} frame={frame} />}
        {pane === 'historia' && <AttentionHistoryList officeId={officeId} timeZone={timeZone} />}
        {pane === 'ajustes' && <AttentionSettings officeId={officeId} />}
      </div>
      {pane !== 'ajustes' && (
        <WindowFoot>
          <Button onClick={onClose}>Cerrar</Button>
        </WindowFoot>
      )}
    </Window>
  );
}

interface OpenProps extends Pick<Props, 'officeId' | 'timeZone'> {
  mayAct: boolean;
  frame: RefObject<HTMLElement | null>;
}

function OpenLines({ officeId, timeZone, mayAct, frame }: OpenProps) {
  const viewer = useSession();
  const [params, setParams] = useSearchParams();
  const kind = kindIn(params);
  const query = useQuery(attentionQuery(officeId, MAX_ATTENTION_LINES, kind));
  const reader = { timeZone, now: useServerTime() };
  const [whose, setWhose] = useState<Whose>('todas');
  const { data, isPlaceholderData } = query;
  // A line that opened others is gone with the list that it was in.
  useEffect(() => {
    if (isPlaceholderData || document.activeElement !== document.body) return;
    frame.current?.querySelector<HTMLElement>('[data-line]')?.focus();
  }, [kind, isPlaceholderData, frame]);
  if (query.isPending)
    return <Skeletons label="Cargando lo que hay por atender" count={6} height={44} className={styles['waiting']} />;
  if (!data) return <QueryError query={query} />;
  const shown = data.lines.filter(
    (line) =>
      matches(line, whose, viewer.username) &&
      (!kind || (!line.many && line.causes.some((cause) => cause.kind === kind))),
  );
  const hidden = data.open + data.snoozed - data.lines.length;
  const table = kind ? tableOf(kind, { officeId, viewer }) : null;
  const kinds = ATTENTION_KIND_CODES.filter((code) => (data.kinds[code] ?? 0) > 0);
  return (
    <>
      <div className={styles['filters']}>
        <Segmented label="De quién" options={WHOSE} value={whose} onChange={setWhose} />
        <Select
          label="Causa"
          terse
          frame={frame}
          value={kind ?? ANY}
          options={[
            { value: ANY, label: 'Todas las causas' },
            ...kinds.map((code) => ({
              value: code,
              label: `${ATTENTION_KINDS[code].name} (${formatNumber(data.kinds[code] ?? 0)})`,
            })),
          ]}
          onChange={(chosen) =>
            setParams(withKind(params, chosen === ANY ? undefined : (chosen as AttentionKind)), { replace: true })
          }
        />
        <p role="status" className={styles['count']}>
          {countText(data.open, 'abierta', 'abiertas')}
          {data.more && ' o más'}, {countText(data.mine, 'suya', 'suyas')},{' '}
          {countText(data.snoozed, 'pospuesta', 'pospuestas')}
        </p>
      </div>
      {mayAct && table !== null && (
        <p className={styles['rest']}>
          <Link to={table}>Abrir en la tabla</Link>, donde se asignan y cambian varias a la vez.
        </p>
      )}
      {mayAct && shown.length > 0 && (
        <p className={styles['keys']}>
          <span>
            <Kbd>↓</Kbd> <Kbd>↑</Kbd> moverse
          </span>
          <span>
            <Kbd>Enter</Kbd> acción
          </span>
          <span>
            <Kbd>E</Kbd> encargarse
          </span>
          <span>
            <Kbd>P</Kbd> posponer
          </span>
          <span>
            <Kbd>F</Kbd> pedir foto
          </span>
        </p>
      )}
      {shown.length > 0 ? (
        <AttentionList label="Por atender" officeId={officeId} timeZone={timeZone} lines={shown} frame={frame} />
      ) : (
        <EmptyState
          icon={<CircleCheck size={22} />}
          title={data.open === 0 ? 'No hay nada por atender' : 'Ninguna con ese filtro'}
        >
          Aquí aparece lo que se atrasa, se queda sin repartidor o no cuadra.
        </EmptyState>
      )}
      {hidden > 0 && <p className={styles['rest']}>Y {formatNumber(hidden)} más, que aparecen al resolver estas.</p>}
      {data.closed.length > 0 && whose === 'todas' && !kind && (
        <section aria-label="Resueltas hace poco" className={styles['closed']}>
          <h3>Resueltas hace poco</h3>
          <ul>
            {data.closed.map((line) => (
              <ClosedItem key={line.id} line={line} reader={reader} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
