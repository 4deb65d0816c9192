import { type Courier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { orderCount } from '#shared/format/order-count.ts';
import { dayWord } from '#shared/format/working-day.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { Segmented } from '#shared/ui/Segmented/Segmented.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { useZonesServed } from '#shared/zones/zones-query.ts';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { suggestionQuery } from '../api/suggestion-query.ts';
import { ordersByDay } from '../rules/orders-by-day.ts';
import { distancesText } from '../rules/route-texts.ts';
import { isChanged, type PlanLine, planOf } from '../rules/plan.ts';
import { type OrdersDialogProps, useOpenDialog } from '../state/dialogs.ts';
import { PlanAmong } from './PlanAmong.tsx';
import { PlanForm } from './PlanForm.tsx';
import { ProposalWait } from './ProposalWait.tsx';

const confirmDiscarding = (): Promise<boolean> =>
  confirm({
    title: '¿Descartar este reparto?',
    text: 'Se pierde lo que cambió. Ninguna orden se ha asignado.',
    confirmLabel: 'Descartar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });

const NOBODY: readonly Courier[] = [];

/** Dialog with an assignment proposal of one day. Nothing is saved until confirmed. */
export function SuggestWindow({ orders, onClose }: OrdersDialogProps) {
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const byDay = useMemo(() => ordersByDay(orders, today), [orders, today]);
  const [wantedDay, setWantedDay] = useState<string>();
  const [day, ofDay] = byDay.find(([each]) => each === wantedDay) ?? byDay[0] ?? [today, orders];
  const load = useMemo(() => ({ day, today }), [day, today]);
  const [isWhole, setWhole] = useState(false);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const suggestion = useQuery({
    ...suggestionQuery(officeId, {
      day,
      orders: ofDay.map(({ id, version }) => ({ id, version })),
      keep: isWhole ? 'others' : 'assigned',
      ...(chosen && chosen.length > 0 && { couriers: [...chosen] }),
    }),
    // While other couriers are tried, the plan before stays in view, and cannot be sent.
    placeholderData: (before, query) => (query?.queryKey[2].day === day ? before : undefined),
  });
  const couriers = useQuery(couriersOn(officeId, load));
  useZonesServed(officeId, couriers.data ?? NOBODY);
  const openDialog = useOpenDialog();
  const [choice, setChoice] = useState<readonly PlanLine[] | null>(null);
  const [edited, setEdited] = useState<readonly PlanLine[] | null>(null);
  const proposed = useMemo(() => suggestion.data && planOf(suggestion.data, ofDay), [suggestion.data, ofDay]);
  const lines = edited ?? proposed;
  /** Asks first if changes to the proposal would be lost. */
  const leaveBy = (leave: () => void): void => {
    if (!lines || !isChanged(lines)) leave();
    else
      void confirmDiscarding().then((agreed) => {
        if (agreed) leave();
      });
  };
  const close = (): void => {
    leaveBy(onClose);
  };
  const assigned = ofDay.filter(({ state }) => state === 'asignada').length;
  const active = couriers.data?.filter(({ state }) => state === 'activo') ?? NOBODY;
  /** Asks again with other couriers or orders. */
  const askAgain = (change: () => void): void => {
    leaveBy(() => {
      change();
      setEdited(null);
    });
  };
  const failed = suggestion.error ?? (couriers.data ? null : couriers.error);
  const isAgain = suggestion.isPlaceholderData;
  const when = day === today && byDay.length === 1 ? '' : ` Para ${dayWord(day, today)}.`;
  return (
    <Window
      wide="map"
      title={`Reparto sugerido de ${orderCount(ofDay.length)}`}
      lead={`Por recorrido, horario, zona, turno y capacidad.${when} ${suggestion.data ? `${distancesText(suggestion.data)} ` : ''}Cambie lo que quiera: nada se guarda hasta que lo confirme.`}
      onDismiss={() => {
        // Esc leaves the choice of a courier first.
        if (choice) setChoice(null);
        else close();
      }}
    >
      {byDay.length > 1 && (
        <Segmented
          label="Cada día tiene su reparto"
          options={Object.fromEntries(
            byDay.map(([each, some]) => [each, `${capitalized(dayWord(each, today))} ${formatNumber(some.length)}`]),
          )}
          value={day}
          onChange={(each) =>
            askAgain(() => {
              setWantedDay(each);
              setChoice(null);
            })
          }
        />
      )}
      {!failed && lines && couriers.data && (
        <PlanForm
          key={day}
          busy={isAgain}
          load={load}
          lines={lines}
          routes={suggestion.data?.parts ?? []}
          onChange={setEdited}
          couriers={couriers.data}
          choice={choice}
          onChoice={setChoice}
          onSent={onClose}
          onCancel={close}
          onCouriers={() =>
            leaveBy(() => {
              openDialog({ kind: 'couriers' });
            })
          }
        >
          <PlanAmong
            couriers={active}
            chosen={chosen}
            onChosen={(ids) => askAgain(() => setChosen(ids))}
            busy={isAgain}
            assigned={assigned}
            isWhole={isWhole}
            onWhole={(whole) => askAgain(() => setWhole(whole))}
          />
        </PlanForm>
      )}
      {!(lines && couriers.data && !failed) && (
        <ProposalWait
          label="Preparando el reparto"
          error={failed}
          onRetry={() => {
            void suggestion.refetch();
            void couriers.refetch();
          }}
          busy={suggestion.isFetching || couriers.isFetching}
          onCancel={onClose}
        />
      )}
    </Window>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
