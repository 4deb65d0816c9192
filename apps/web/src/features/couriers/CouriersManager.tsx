import { CHARGE_ALL_OFFICES } from '@despacho/contracts';
import { type Courier, LISTED_COURIERS } from '@despacho/contracts/dispatch';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import FileUp from 'lucide-react/icons/file-up';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { useToday } from '#shared/hooks/use-today.ts';
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
import { AttendanceList } from './components/AttendanceList.tsx';
import { heldCashText } from './rules/held-cash.ts';
import { CourierEditor } from './components/CourierEditor.tsx';
import { CourierPhone } from './components/CourierPhone.tsx';
import { CourierRecord } from './components/CourierRecord.tsx';
import { CouriersTable } from './components/CouriersTable.tsx';
import { RetireCourier } from './components/RetireCourier.tsx';
import styles from './CouriersManager.module.css';
import { useSaveCourier } from './state/use-save-courier.ts';

/** The view of the window: the list, one courier, or a setting of all. */
type View = { kind: 'list' | 'attendance' | 'import' } | { kind: 'phone' | 'record' | 'retire'; id: string };

interface Props {
  officeId: string;
  timeZone: string;
  /** Courier whose form is open initially; undefined shows the list. */
  editedId?: string | undefined;
  /** The import of couriers from a file, which belongs to another feature. */
  renderImport: (onBack: () => void) => ReactNode;
  /** Splits the load of a courier who goes home today. */
  onLeave: (courier: Courier) => void;
  onClose: () => void;
}

/** Creates, edits and retires the couriers of an office. */
export function CouriersManager({ officeId, timeZone, editedId, renderImport, onLeave, onClose }: Props) {
  const query = useQuery(couriersQuery(officeId));
  const [edited, setEdited] = useState<string | null>(editedId ?? null);
  const [view, setView] = useState<View>({ kind: 'list' });
  const today = useToday(timeZone);
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

  const backFrom = (focus: string) => (): void => {
    setView({ kind: 'list' });
    focusLater(focus);
  };
  if (view.kind === 'attendance')
    return <AttendanceList officeId={officeId} today={today} onLeave={onLeave} onBack={backFrom('attendance-')} />;
  if (view.kind === 'import') return renderImport(backFrom('import-'));
  const viewed = 'id' in view ? couriers.find(({ id }) => id === view.id) : undefined;
  if (viewed && view.kind === 'phone')
    return <CourierPhone officeId={officeId} courier={viewed} onBack={backFrom(`phone-${viewed.id}`)} />;
  if (viewed && view.kind === 'record')
    return (
      <CourierRecord officeId={officeId} courier={viewed} today={today} onBack={backFrom(`record-${viewed.id}`)} />
    );
  if (viewed && view.kind === 'retire')
    return (
      <RetireCourier
        officeId={officeId}
        courier={viewed}
        others={couriers.filter(({ id, state }) => id !== viewed.id && state === 'activo')}
        onDone={backFrom('edit-')}
      />
    );

  const retire = async (courier: Courier): Promise<void> => {
    if (courier.load.orders > 0) {
      setView({ kind: 'retire', id: courier.id });
      return;
    }
    const cash = heldCashText(courier);
    const sure = await confirm({
      title: `¿Retirar a ${courier.name}?`,
      text: `${cash === undefined ? '' : `${cash} Recíbalo antes: retirado, nadie se lo pedirá. `}Ya no se le podrán asignar órdenes. Lo que entregó queda en la historia, y se le puede volver a activar.`,
      confirmLabel: 'Retirar',
      danger: true,
    });
    if (sure) save.mutate({ do: 'retire', courier, withCash: cash !== undefined });
  };
  const changeState = async (courier: Courier, state: 'activo' | 'ausente'): Promise<void> => {
    const cash = state === 'ausente' ? heldCashText(courier) : undefined;
    const sure =
      cash === undefined ||
      (await confirm({ title: `¿Marcar ausente a ${courier.name}?`, text: cash, confirmLabel: 'Marcar ausente' }));
    if (sure) save.mutate({ do: 'edit', courier, changes: { state } });
  };
  const problem = save.error instanceof HttpFailure ? save.error.problem : undefined;
  const said = problem?.detail;
  const isAboutCash = problem?.errors?.some(({ field }) => field === 'withCash') ?? false;
  // The list shows today's load; orders of other days keep a courier as well.
  const refused =
    save.variables?.do === 'retire' && said !== undefined && !isAboutCash ? save.variables.courier : undefined;
  return (
    <div className={styles['manager']}>
      {save.isError && (
        <Alert>
          {said ?? failureSentences(save.error)}{' '}
          {refused && (
            <Button size="sm" onClick={() => setView({ kind: 'retire', id: refused.id })}>
              Pasar sus órdenes y retirar
            </Button>
          )}
        </Alert>
      )}
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
        today={today}
        onPhone={(id) => setView({ kind: 'phone', id })}
        onRecord={(id) => setView({ kind: 'record', id })}
        onState={(courier, state) => void changeState(courier, state)}
        onRetire={(courier) => void retire(courier)}
      />
      <WindowFoot apart>
        <div className={styles['tools']}>
          <Button id="edit-" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('')}>
            Nuevo repartidor
          </Button>
          <Button
            id="import-"
            icon={<FileUp size={18} aria-hidden="true" />}
            onClick={() => setView({ kind: 'import' })}
          >
            Importar
          </Button>
          <Button
            id="attendance-"
            icon={<ClipboardCheck size={18} aria-hidden="true" />}
            onClick={() => setView({ kind: 'attendance' })}
          >
            Asistencia
          </Button>
        </div>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </div>
  );
}
