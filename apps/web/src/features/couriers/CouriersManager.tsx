import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type Courier, LISTED_COURIERS } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { focusLater } from '#shared/hooks/focus-first-field.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { failureSentences } from '#shared/format/failure-text.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useSession } from '#features/session/state/session.ts';
import { couriersQuery, lastOf, retiredQuery } from './api/couriers-query.ts';
import { CourierEditor } from './components/CourierEditor.tsx';
import { CourierPhone } from './components/CourierPhone.tsx';
import { CouriersTable } from './components/CouriersTable.tsx';
import styles from './CouriersManager.module.css';
import { useSaveCourier } from './state/use-save-courier.ts';

interface Props {
  officeId: string;
  /** Courier whose form is open initially; undefined shows the list. */
  editedId?: string | undefined;
  onClose: () => void;
}

/** Creates, edits and retires the couriers of an office. */
export function CouriersManager({ officeId, editedId, onClose }: Props) {
  const query = useQuery(couriersQuery(officeId));
  const [edited, setEdited] = useState<string | null>(editedId ?? null);
  const [phoneOf, setPhoneOf] = useState<string | null>(null);
  const { charge } = useSession();
  const save = useSaveCourier(officeId);
  const lastListed = lastOf(query.data ?? []);
  const [more, setMore] = useState(false);
  const retired = useInfiniteQuery({
    ...retiredQuery(officeId, lastListed),
    enabled: more && lastListed !== undefined,
  });
  if (query.isPending) return <Skeleton height={240} />;
  if (!query.data) return <QueryError query={query} />;

  const couriers = [...query.data, ...(retired.data ?? [])];
  const isCut = query.data.filter(({ state }) => state !== 'retirado').length >= LISTED_COURIERS;
  if (edited !== null) {
    const courier = couriers.find(({ id }) => id === edited) ?? null;
    return (
      <CourierEditor
        key={edited}
        officeId={officeId}
        courier={courier}
        onDone={() => {
          if (editedId === undefined) setEdited(null);
          else onClose();
        }}
      />
    );
  }

  const connecting = couriers.find(({ id }) => id === phoneOf);
  if (connecting)
    return (
      <CourierPhone
        officeId={officeId}
        courier={connecting}
        onBack={() => {
          setPhoneOf(null);
          focusLater(`phone-${connecting.id}`);
        }}
      />
    );

  const retire = async (courier: Courier): Promise<void> => {
    const sure = await confirm({
      title: `¿Retirar a ${courier.name}?`,
      text: 'Ya no se le podrán asignar órdenes. Lo que entregó queda en la historia, y se le puede volver a activar.',
      confirmLabel: 'Retirar',
      danger: true,
    });
    if (sure) save.mutate({ do: 'retire', courier });
  };
  const said = save.error instanceof HttpFailure ? save.error.problem?.detail : undefined;
  return (
    <div className={styles['manager']}>
      {save.isError && <Alert>{said ?? failureSentences(save.error)}</Alert>}
      {isCut && (
        <Alert>
          Se muestran los {formatNumber(LISTED_COURIERS)} repartidores más antiguos. Retire a los que ya no trabajan
          para ver a los demás.
        </Alert>
      )}
      <CouriersTable
        couriers={couriers}
        moreRetired={
          lastListed !== undefined &&
          (!more || retired.hasNextPage || retired.isFetching) && {
            isLoading: retired.isFetching,
            load: () => (more ? void retired.fetchNextPage() : setMore(true)),
          }
        }
        busy={save.isPending}
        mayRetire={charge === CHARGE_ALL_OFFICES}
        onEdit={setEdited}
        onPhone={setPhoneOf}
        onState={(courier, state) => save.mutate({ do: 'edit', courier, changes: { state } })}
        onRetire={(courier) => void retire(courier)}
      />
      <WindowFoot apart>
        <Button id="edit-" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('')}>
          Nuevo repartidor
        </Button>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </div>
  );
}
