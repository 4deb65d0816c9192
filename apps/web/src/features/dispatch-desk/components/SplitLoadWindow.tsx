import { type Courier, type Order } from '@despacho/contracts/dispatch';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { orderCount } from '#shared/format/order-count.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { heldCashText } from '#features/couriers/rules/held-cash.ts';
import { type LoadDay, stopsQuery } from '#features/orders/api/stops-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { type PlanLine } from '../rules/plan.ts';
import { leaveIntent, neighboursOf, proposedAmong, splitIntent, splitLines } from '../rules/split-load.ts';
import { useOpenDialog } from '../state/dialogs.ts';
import { PlanForm } from './PlanForm.tsx';
import { PlanNeighbours } from './PlanNeighbours.tsx';
import { ProposalWait } from './ProposalWait.tsx';
import styles from './PlanForm.module.css';

interface Props {
  from: Pick<Courier, 'id' | 'name'>;
  load: LoadDay;
  /** «Se retira hoy»: the courier is marked absent too. */
  isLeaving: boolean;
  onClose: () => void;
}

const NOBODY: readonly Courier[] = [];
const NO_STOPS: readonly Order[] = [];

/** Dialog to split a courier's load among chosen neighbours. Nothing is saved until confirmed. */
export function SplitLoadWindow({ from, load, isLeaving, onClose }: Props) {
  const { officeId } = useDispatchOffice();
  const stops = useQuery(stopsQuery(officeId, from.id, load));
  const couriers = useQuery(couriersOn(officeId, load));
  const zones = useZonesServed(officeId, couriers.data ?? NOBODY);
  const openDialog = useOpenDialog();
  const [choice, setChoice] = useState<readonly PlanLine[] | null>(null);
  const [picked, setPicked] = useState<readonly string[]>();
  const [byHand, setByHand] = useState<ReadonlyMap<string, string | null>>(new Map());
  const carried = stops.data ?? NO_STOPS;
  const proposed = useMemo(() => {
    const neighbours = neighboursOf(couriers.data ?? NOBODY, from.id, carried);
    return { neighbours, chosen: proposedAmong(neighbours, carried).map(({ id }) => id) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- distances are compared with the zones
  }, [couriers.data, carried, from.id, zones]);
  const chosen = picked ?? proposed.chosen;
  const hasSplit = carried.length > 0 && chosen.length > 0;
  const split = useQuery({
    ...suggestionQuery(officeId, {
      day: load.day,
      couriers: [...chosen],
      orders: carried.map(({ id, version }) => ({ id, version })),
      keep: 'others',
    }),
    enabled: hasSplit,
    placeholderData: keepPreviousData,
  });
  const proposal = hasSplit ? split.data : undefined;
  const lines = useMemo(() => splitLines(proposal, carried, byHand), [proposal, carried, byHand]);
  const choose = (id: string): void => {
    setPicked(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  };
  const failed =
    (stops.data ? null : stops.error) ?? (couriers.data ? null : couriers.error) ?? (proposal ? null : split.error);
  const isReady = stops.data !== undefined && couriers.data !== undefined && (!hasSplit || proposal !== undefined);
  const others = couriers.data?.filter(({ id }) => id !== from.id) ?? NOBODY;
  const self = couriers.data?.find(({ id }) => id === from.id);
  const cash = isLeaving && self ? heldCashText(self) : undefined;
  const left = (count: number): string =>
    `${orderCount(count)} ${count === 1 ? 'se queda' : 'se quedan'} con ${from.name}`;
  return (
    <Window
      wide="map"
      title={isLeaving ? `${from.name} se retira hoy` : `Repartir la carga de ${from.name}`}
      lead={[
        isLeaving
          ? 'Queda ausente hoy, y su carga pasa a quienes elija, dentro de sus rutas.'
          : `Su carga para ${dayWord(load.day, load.today)} pasa a quienes elija, dentro de sus rutas.`,
        ...(cash === undefined ? [] : [cash]),
        'Nada se guarda hasta que lo confirme.',
      ].join(' ')}
      onDismiss={() => {
        // Esc leaves the choice of a courier first.
        if (choice) setChoice(null);
        else onClose();
      }}
    >
      {isReady && (
        <PlanForm
          load={load}
          // What is in view is for the couriers chosen before.
          busy={hasSplit && split.isPlaceholderData}
          lines={lines}
          routes={split.isPlaceholderData ? [] : (proposal?.parts ?? [])}
          onChange={(next) =>
            setByHand(
              new Map(
                next.flatMap(({ order: { id }, courierId, proposedId }) =>
                  courierId === proposedId ? [] : [[id, courierId] as const],
                ),
              ),
            )
          }
          couriers={others}
          choice={choice}
          onChoice={setChoice}
          onSent={onClose}
          onCancel={onClose}
          onCouriers={() => openDialog({ kind: 'couriers' })}
          act={{
            label: (placed) =>
              [
                ...(isLeaving ? ['Marcar ausente'] : []),
                ...(placed > 0 || !isLeaving ? [`pasar ${orderCount(placed)}`] : []),
              ]
                .join(' y ')
                .replace(/^p/, 'P'),
            intent: (plan) => (isLeaving ? leaveIntent(from, load.today, plan) : splitIntent(from, plan)),
            left,
            isPossibleAlone: isLeaving,
          }}
        >
          {carried.length === 0 ? (
            <p className={styles['untouched']}>No lleva órdenes.</p>
          ) : (
            <PlanNeighbours neighbours={proposed.neighbours} chosen={chosen} lines={lines} onChoose={choose} />
          )}
        </PlanForm>
      )}
      {(failed !== null || !isReady) && (
        <ProposalWait
          label="Preparando el reparto"
          error={failed}
          onRetry={() => {
            void stops.refetch();
            void couriers.refetch();
            if (hasSplit) void split.refetch();
          }}
          busy={stops.isFetching || couriers.isFetching || split.isFetching}
          onCancel={onClose}
        />
      )}
    </Window>
  );
}
