import { OPEN_STATES, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import SearchX from 'lucide-react/icons/search-x';
import X from 'lucide-react/icons/x';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router-dom';
import { confirm } from '#shared/dialogs/confirm.ts';
import { dayIn } from '#shared/format/format-day.ts';
import { dayWord, workingDayIn } from '#shared/format/working-day.ts';
import { timeIn } from '#shared/format/zoned-parts.ts';
import { HttpFailure } from '#shared/http/failure.ts';
import { EmptyState } from '#shared/ui/EmptyState/EmptyState.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { OrderVisits } from '#features/photos/components/OrderVisits.tsx';
import { ProofChecks } from './components/ProofChecks.tsx';
import { OrderPhotos } from '#features/photos/components/OrderPhotos.tsx';
import { orderQuery } from '#shared/queries/order-query.ts';
import { CourierNote } from './components/CourierNote.tsx';
import { OrderDetail } from './components/OrderDetail.tsx';
import { OrderEditor } from './components/OrderEditor.tsx';
import { StateMark } from './components/StateMark.tsx';
import { Timeline } from './components/Timeline.tsx';
import styles from './OrderSidePanel.module.css';
import { FIRST_FIELD } from '#shared/hooks/focus-first-field.ts';
import { ACTION_KEYS } from '#shared/hooks/shortcut.ts';
import { useShortcut } from '#shared/hooks/use-shortcut.ts';
import { focusRow } from './focus-table.ts';
import { inertBehind } from './inert-behind.ts';
import { copyDay } from './rules/copy-day.ts';
import { newOrderClient } from './rules/orders-path.ts';
import { useArrivals } from './state/use-arrivals.ts';
import { useDispatchOffice, useOrders, useOrderWindow } from './state/use-orders-state.ts';
import { useNames } from './state/use-names.ts';
import { useSaveOrder } from './state/use-save-order.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useTitle } from '#shared/hooks/use-title.ts';

type Actions = ComponentType<{ order: Order }>;

interface Props {
  Actions?: Actions;
}

/** Panel next to the list: one order with its history, or a form. */
export function OrderSidePanel({ Actions }: Props) {
  const { window } = useOrderWindow();
  const opener = useOpener(window !== null);
  const [noteDrafts] = useState(() => new Map<string, string>());
  const [editedId, setEditedId] = useState<string>();
  const shownId = window !== null && window.kind !== 'new' ? window.id : undefined;
  if (window?.kind === 'edit' && editedId !== shownId) setEditedId(shownId);
  if (editedId !== undefined && editedId !== shownId) setEditedId(undefined);
  if (window === null) return null;
  return (
    <OpenerContext value={opener}>
      {window.kind === 'new' ? (
        <NewOrder />
      ) : (
        <LoadedOrder
          key={`${window.kind} ${window.id}`}
          id={window.id}
          isEdited={window.kind === 'edit'}
          wasEdited={editedId === window.id}
          noteDrafts={noteDrafts}
          Actions={Actions}
        />
      )}
    </OpenerContext>
  );
}

/** The element that had the focus before the panel opened, which receives it when the panel closes. */
type Opener = RefObject<Element | null>;

const OpenerContext = createContext<Opener | null>(null);

function useOpener(isOpen: boolean): Opener {
  const opener = useRef<Element | null>(null);
  // Before the effect in which the panel takes the focus.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement;
  }, [isOpen]);
  return opener;
}

function NewOrder() {
  const { officeId, timeZone } = useDispatchOffice();
  const { open, close } = useOrderWindow();
  const client = newOrderClient(useLocation().state);
  const today = useToday(timeZone);
  return (
    <Side title="Nueva orden" focus={FIRST_FIELD}>
      <OrderEditor
        officeId={officeId}
        order={null}
        client={client}
        today={today}
        onCancel={close}
        onSaved={({ id }) => open({ kind: 'detail', id })}
      />
    </Side>
  );
}

const EDIT_BUTTON = '[data-edit]';

const EDITABLE: readonly string[] = [...OPEN_STATES, 'no_entregada'];

interface LoadedProps {
  id: string;
  isEdited: boolean;
  /** Whether its form was just left. */
  wasEdited: boolean;
  noteDrafts: Map<string, string>;
  Actions: Actions | undefined;
}

function LoadedOrder({ id, isEdited, wasEdited, noteDrafts, Actions }: LoadedProps) {
  const { officeId, timeZone } = useDispatchOffice();
  const { open } = useOrderWindow();
  const now = useServerTime();
  const names = useNames(officeId);
  const query = useQuery(orderQuery(officeId, id));
  const arrivals = useArrivals(officeId, { orden: id }, query.data?.order.courier?.id);
  const isMissing = query.error instanceof HttpFailure && query.error.status === 404;
  if (!query.data) {
    return (
      <Side title="Orden">
        <div className={styles['body']}>
          {query.isPending && (
            <div role="status" aria-busy="true" aria-label="Cargando la orden" className="stack-3">
              {Array.from({ length: 8 }, (_, row) => (
                <Skeleton key={row} height={20} width={`${60 + ((row * 13) % 40)}%`} />
              ))}
            </div>
          )}
          {isMissing && (
            <EmptyState icon={<SearchX size={22} />} title="Esta orden no está en la oficina">
              Puede que sea de otra oficina o que la dirección esté mal escrita.
            </EmptyState>
          )}
          {query.isError && !isMissing && <QueryError query={query} />}
        </div>
      </Side>
    );
  }
  const { order, timeline, courierNote, notes, photoRequest, placedBy, shares, removedPhotos } = query.data;
  const show = (): void => {
    open({ kind: 'detail', id });
  };
  if (isEdited) {
    return (
      <Side title={`Editar ${order.code}`} focus={FIRST_FIELD}>
        <OrderEditor
          officeId={officeId}
          order={order}
          today={workingDayIn(timeZone, now)}
          onCancel={show}
          onSaved={show}
        />
      </Side>
    );
  }
  return (
    <Side
      title={order.code}
      isCode
      focus={wasEdited ? EDIT_BUTTON : undefined}
      mark={<StateMark state={order.state} />}
      tools={
        <>
          <NeighbourButtons id={order.id} />
          <DuplicateButton order={order} />
        </>
      }
    >
      <div className={styles['body']}>
        <div className={styles['actions']} {...ACTION_KEYS}>
          {Actions && <Actions order={order} />}
          {EDITABLE.includes(order.state) && (
            <IconButton
              label="Editar"
              data-edit=""
              tooltipSide="top"
              icon={<Pencil size={18} aria-hidden="true" />}
              onClick={() => open({ kind: 'edit', id })}
            />
          )}
        </div>
        <OrderDetail {...{ order, arrivals, placedBy, names, timeZone, now }} />
        <CourierNote
          key={`note ${id}`}
          officeId={officeId}
          timeZone={timeZone}
          order={order}
          note={courierNote}
          drafts={noteDrafts}
        />
        <OrderVisits key={`visits ${id}`} order={order} officeId={officeId} timeZone={timeZone} reason={names.reason} />
        <ProofChecks
          key={`checks ${id}`}
          order={order}
          officeId={officeId}
          timeZone={timeZone}
          request={photoRequest}
        />
        <OrderPhotos key={id} order={order} officeId={officeId} timeZone={timeZone} />
        <h3 className={styles['heading']}>Historia</h3>
        <Timeline
          events={timeline}
          notes={notes}
          shares={shares}
          removedPhotos={removedPhotos}
          arrivals={arrivals}
          names={names}
          timeZone={timeZone}
          now={now}
        />
      </div>
    </Side>
  );
}

/** Number of orders before the end of the loaded ones at which the next page is loaded. */
const AHEAD = 3;

/** Buttons and keys for the orders before and after this one in the list. None if it is not in the list. */
function NeighbourButtons({ id }: { id: string }) {
  const { orders, hasMore, isFetching, error, loadMore } = useOrders();
  const { open } = useOrderWindow();
  const at = orders.findIndex((order) => order.id === id);
  const go = (to: number): void => {
    const next = orders[to];
    if (next) open({ kind: 'detail', id: next.id });
  };
  useShortcut(at > 0 ? 'k' : undefined, () => go(at - 1));
  useShortcut(at >= 0 ? 'j' : undefined, () => go(at + 1));
  const isNearEnd = at >= 0 && at >= orders.length - AHEAD && hasMore && !isFetching && error === null;
  useEffect(() => {
    if (isNearEnd) loadMore();
  });
  if (at < 0) return null;
  return (
    <>
      <IconButton
        label="Orden anterior (K)"
        variant="plain"
        disabled={at === 0}
        icon={<ChevronUp size={18} aria-hidden="true" />}
        onClick={() => go(at - 1)}
      />
      <IconButton
        label="Orden siguiente (J)"
        variant="plain"
        disabled={at === orders.length - 1}
        icon={<ChevronDown size={18} aria-hidden="true" />}
        onClick={() => go(at + 1)}
      />
    </>
  );
}

function copyText({ date, window }: Order, day: string, today: string): string {
  const same = 'Se crea otra orden con los mismos datos para';
  const when = dayWord(day, today);
  if (day === date) return `${same} ${day === today ? when : 'su mismo día'}.`;
  if (day === today || window === null) return `${same} ${when}.`;
  return `${same} ${when}, de ${window.from} a ${window.to}: el horario de hoy ya pasó.`;
}

/** Creates a copy of this order and opens it. The copy is for the same date, or the next on which its window is ahead. */
function DuplicateButton({ order }: { order: Order }) {
  const { officeId, timeZone } = useDispatchOffice();
  const { open } = useOrderWindow();
  const now = useServerTime();
  const today = useToday(timeZone);
  const save = useSaveOrder(officeId);
  const duplicate = async (): Promise<void> => {
    if (save.isPending) return;
    const date = copyDay(order, dayIn(timeZone, now), timeIn(timeZone, now));
    // Confirm first: the key is easily pressed by mistake, and only charge S can cancel an order.
    const isWanted = await confirm({
      title: `¿Duplicar ${order.code}?`,
      text: copyText(order, date, today),
      confirmLabel: 'Crear copia',
    });
    if (!isWanted) return;
    save.mutate(
      { do: 'duplicate', id: order.id, date },
      {
        onSuccess: ({ id }) => open({ kind: 'detail', id }),
      },
    );
  };
  useShortcut('d', () => void duplicate(), { changesData: true });
  return (
    <IconButton
      label="Duplicar (D)"
      variant="plain"
      icon={<Copy size={18} aria-hidden="true" />}
      aria-busy={save.isPending || undefined}
      onClick={() => void duplicate()}
    />
  );
}

interface SideProps {
  title: string;
  isCode?: boolean;
  mark?: ReactNode;
  /** Buttons next to the close button. */
  tools?: ReactNode;
  /** Selector of the element to focus first; the heading by default. */
  focus?: string | undefined;
  children: ReactNode;
}

/** Frame of the panel. It does not trap the focus, so that work continues in the list. */
function Side({ title, isCode = false, mark, tools, focus, children }: SideProps) {
  const { close } = useOrderWindow();
  const panel = useRef<HTMLElement>(null);
  const opener = use(OpenerContext);
  useTitle('record', title);
  useEffect(() => {
    panel.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, []);
  // After the focus has moved into the panel: an inert element loses it.
  useEffect(() => (panel.current ? inertBehind(panel.current) : undefined), []);
  // A form appears once its order has been read.
  useEffect(() => {
    const heading = panel.current?.querySelector('h2');
    if (focus === undefined || document.activeElement !== heading) return;
    panel.current?.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true });
  }, [focus]);
  useEffect(() => {
    const back = opener?.current;
    return () => {
      // Restore the focus, unless it has already moved elsewhere.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        // The previously focused element may be gone, such as a button in a closed panel.
        if (back instanceof HTMLElement && back.isConnected && back !== document.body)
          back.focus({ preventScroll: true });
        else focusRow();
      });
    };
  }, [opener]);
  return (
    <aside
      ref={panel}
      className={styles['side']}
      aria-label={isCode ? `Orden ${title}` : title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
    >
      <header className={styles['head']}>
        <div className={styles['name']}>
          <h2 tabIndex={-1} className={isCode ? styles['code'] : styles['title']}>
            {title}
          </h2>
          {mark}
        </div>
        <div className={styles['tools']} {...ACTION_KEYS}>
          {tools}
          <IconButton label="Cerrar (Esc)" variant="plain" icon={<X size={18} aria-hidden="true" />} onClick={close} />
        </div>
      </header>
      {children}
    </aside>
  );
}
