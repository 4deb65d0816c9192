import { type Courier, type SuggestedPart } from '@despacho/contracts/dispatch';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { orderCount } from '#shared/format/order-count.ts';
import { announce } from '#shared/hooks/announce.ts';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { WindowForm } from '#shared/ui/Window/WindowForm.tsx';
import { planIntent } from '../rules/intents.ts';
import {
  leastLoaded,
  leftGroups,
  loadedCouriers,
  neighbourOf,
  type PlanLine,
  planParts,
  replanned,
  restored,
  assignEach,
  untouchedCount,
} from '../rules/plan.ts';
import { type LoadDay } from '#features/orders/api/stops-query.ts';
import { useActions } from '../state/use-actions.ts';
import { useRoutesAgain } from '../state/use-routes-again.ts';
import { CourierChoice } from './CourierChoice.tsx';
import { PlanLeft } from './PlanLeft.tsx';
import { PlanMap } from './PlanMap.tsx';
import { PlanPartRow } from './PlanPartRow.tsx';
import styles from './PlanForm.module.css';

interface Props {
  load: LoadDay;
  lines: readonly PlanLine[];
  /** Whether another plan is being computed, so that this one cannot be sent. */
  busy: boolean;
  /** Proposed routes. Those of parts that a person changed are computed again when they are opened. */
  routes: readonly SuggestedPart[];
  onChange: (lines: readonly PlanLine[]) => void;
  couriers: readonly Courier[];
  /** Orders for which a courier is being chosen. */
  choice: readonly PlanLine[] | null;
  onChoice: (choice: readonly PlanLine[] | null) => void;
  onSent: () => void;
  onCancel: () => void;
  /** Opens the couriers instead. */
  onCouriers: () => void;
  /** What becomes of the plan; by default, its orders are assigned. */
  act?: PlanAct;
  /** Shown above the plan. */
  children?: ReactNode;
}

/** The actions of a window on a plan. */
interface PlanAct {
  /** Names it, with the number of orders that have a courier. */
  label: (placed: number) => string;
  intent: typeof planIntent;
  /** Title of the orders without a courier. */
  left: (count: number) => string;
  /** Whether it makes sense without any order. */
  isPossibleAlone: boolean;
}

const ASSIGN: PlanAct = {
  label: (placed) => (placed === 0 ? 'Asignar' : `Asignar ${orderCount(placed)}`),
  intent: planIntent,
  left: (count) => (count === 1 ? 'Queda 1 orden sin repartidor' : `Quedan ${orderCount(count)} sin repartidor`),
  isPossibleAlone: false,
};

/** The proposal next to a map: unassigned orders by reason, then each courier's part. */
export function PlanForm(props: Props) {
  const {
    load,
    lines,
    busy,
    routes,
    onChange,
    couriers,
    choice,
    onChoice,
    onSent,
    onCancel,
    onCouriers,
    act = ASSIGN,
  } = props;
  const { run } = useActions();
  const [openId, setOpenId] = useState<string | null>(null);
  const { computed, isComputing } = useRoutesAgain(load, lines, routes, busy ? null : openId);
  const [error, setError] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(width < 48em)');

  const parts = useMemo(
    () => planParts(lines, couriers, [...computed, ...routes]),
    [lines, couriers, computed, routes],
  );
  const groups = leftGroups(lines, couriers);
  const untouched = untouchedCount(lines);
  const placed = parts.reduce((sum, part) => sum + part.lines.length, 0);
  const opened = parts.find(({ courier }) => courier.id === openId);

  const apply = (next: PlanLine[], message: string): void => {
    onChange(next);
    setError(undefined);
    announce(message);
  };
  /** The pressed row is removed: moves the focus to the courier's part, or to the top. */
  const focusPart = (courierId: string | null): void => {
    requestAnimationFrame(() => {
      const row = courierId === null ? null : list.current?.querySelector<HTMLElement>(`[data-part="${courierId}"]`);
      (row ?? list.current?.querySelector<HTMLElement>('button'))?.focus();
    });
  };
  const pick = (id: string): void => {
    const line = lines.find(({ order }) => order.id === id);
    if (!line || choice) return;
    if (line.courierId === null) onChoice([line]);
    else {
      setOpenId(line.courierId);
      focusPart(line.courierId);
    }
  };
  const map = <PlanMap load={load} lines={lines} parts={parts} part={opened} chosen={choice} onPick={pick} />;

  return (
    <div className={styles['sides']}>
      {/* Hidden instead of removed, which keeps expanded groups and scroll positions. */}
      <div hidden={choice !== null} className={styles['form']}>
        <WindowForm
          submitLabel={act.label(placed)}
          busy={busy}
          onSubmit={() => {
            if (placed === 0 && !act.isPossibleAlone) {
              setError('Ninguna orden tiene repartidor: seleccione uno al menos para una');
              return;
            }
            onSent();
            void run(
              act.intent(
                parts.map(({ courier, lines: some, route }) => ({
                  courier,
                  orders: some.map(({ order }) => order),
                  route,
                })),
              ),
            );
          }}
          onCancel={onCancel}
        >
          <div ref={list} className={styles['plan']}>
            {props.children}
            {groups.length > 0 && (
              <PlanLeft
                groups={groups}
                title={act.left}
                onChoose={onChoice}
                onRemedy={({ remedy, lines: some }) => {
                  if (remedy === 'couriers') {
                    onCouriers();
                    return;
                  }
                  if (remedy === 'widen') {
                    const next = assignEach(lines, some, couriers, neighbourOf);
                    const given = next.filter(({ courierId }) => courierId !== null).length - placed;
                    apply(next, `${orderCount(given)} a zonas vecinas`);
                  }
                  if (remedy === 'exceed')
                    apply(
                      assignEach(lines, some, couriers, leastLoaded),
                      `${orderCount(some.length)} sobre la capacidad`,
                    );
                  if (remedy === 'restore') apply(restored(lines, some), `${orderCount(some.length)} de vuelta`);
                  focusPart(null);
                }}
              />
            )}
            {parts.length > 0 && (
              <section aria-labelledby="plan-couriers">
                <h3 id="plan-couriers" className={styles['heading']}>
                  {orderCount(placed)} para {parts.length === 1 ? '1 repartidor' : `${parts.length} repartidores`}
                </h3>
                {parts.map((part) => (
                  <PlanPartRow
                    key={part.courier.id}
                    part={part}
                    isOpen={part.courier.id === openId}
                    isComputing={isComputing && part.courier.id === openId}
                    map={isNarrow ? map : null}
                    onToggle={() => setOpenId((now) => (now === part.courier.id ? null : part.courier.id))}
                    onChange={onChoice}
                    onTakeOut={(some) => {
                      apply(replanned(lines, some, null), `${orderCount(some.length)} fuera del reparto`);
                      focusPart(part.courier.id);
                    }}
                  />
                ))}
              </section>
            )}
            {untouched > 0 && (
              <p className={styles['untouched']}>
                {untouched === 1
                  ? '1 de las seleccionadas ya no está pendiente: este reparto no la toca.'
                  : `${orderCount(untouched)} de las seleccionadas ya no están pendientes: este reparto no las toca.`}
              </p>
            )}
          </div>
          {error !== undefined && <Alert>{error}</Alert>}
        </WindowForm>
      </div>
      {choice && (
        <ChoosePart
          load={load}
          lines={choice}
          couriers={loadedCouriers(couriers, lines, choice)}
          onChoose={(courier) => {
            apply(replanned(lines, choice, courier.id), `${orderCount(choice.length)} para ${courier.name}`);
            onChoice(null);
            focusPart(courier.id);
          }}
          onBack={() => onChoice(null)}
        />
      )}
      {!isNarrow && <div className={styles['map']}>{map}</div>}
    </div>
  );
}

interface ChooseProps {
  load: LoadDay;
  lines: readonly PlanLine[];
  couriers: readonly Courier[];
  onChoose: (courier: Courier) => void;
  onBack: () => void;
}

/** The choice of a courier for some orders, with the loads of the plan. Returns the focus when left. */
function ChoosePart({ load, lines, couriers, onChoose, onBack }: ChooseProps) {
  const place = useRef<HTMLElement>(null);
  const [first] = lines;
  const title =
    first && lines.length === 1 ? `¿Quién lleva ${first.order.code}?` : `¿Quién lleva estas ${lines.length} órdenes?`;
  useEffect(() => {
    const opener = document.activeElement;
    place.current?.querySelector('input')?.focus();
    return () => {
      requestAnimationFrame(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      });
    };
  }, []);
  return (
    <section ref={place} aria-label={title} className={styles['choose']}>
      <h3 className={styles['heading']}>{title}</h3>
      <CourierChoice
        label="Repartidor"
        days={[
          {
            day: load.day,
            couriers: couriers.filter(({ id }) => id !== first?.courierId),
            orders: lines.map(({ order }) => order),
          },
        ]}
        today={load.today}
        onChoose={onChoose}
      />
      <WindowFoot>
        <Button onClick={onBack}>Volver al reparto</Button>
      </WindowFoot>
    </section>
  );
}
