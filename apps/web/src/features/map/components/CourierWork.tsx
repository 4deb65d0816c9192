import { emptyFilter, LOADED_STATES, type MapCourier } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import Route from 'lucide-react/icons/route';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { couriersOn } from '#features/couriers/api/couriers-query.ts';
import { formatKilograms } from '#features/couriers/rules/load.ts';
import { useDialogHandler } from '#features/dispatch-desk/state/dialogs.ts';
import { DueText } from '#features/orders/components/DueText.tsx';
import { ordersPath } from '#features/orders/rules/orders-path.ts';
import { type CourierRoute } from '#features/orders/state/use-courier-route.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { useMayUse, useSession } from '#features/session/state/session.ts';
import { moneyOfCourierQuery } from '#features/settlement/api/money-query.ts';
import { phoneLinks } from '#shared/fields/phone-links.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { formatSoles } from '#shared/format/format-soles.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { classes } from '#shared/styles/classes.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import button from '#shared/ui/Button/Button.module.css';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { withCourier } from '../rules/only-courier.ts';
import { delayText } from '../rules/delay-text.ts';
import styles from './CourierPanel.module.css';

interface Props {
  courier: MapCourier;
  /** Undefined until it is loaded. */
  route: CourierRoute | undefined;
}

/** A courier's finished and open work, with the desk's actions. */
export function CourierWork({ courier: { id, name }, route }: Props) {
  const { officeId, timeZone } = useDispatchOffice();
  const me = useSession();
  const opens = useDialogHandler();
  const now = useServerTime();
  const today = useToday(timeZone);
  const load = { day: today, today };
  const courier = useQuery(couriersOn(officeId, load)).data?.find((each) => each.id === id);
  const links = courier?.phone ? phoneLinks(courier.phone) : null;
  const next = route?.open[0];
  const delay = next && delayText(next, route, now, timeZone);
  const late = route?.open.filter(({ dueAt }) => Date.parse(dueAt) < now).length ?? 0;
  const delivered = route?.done.filter(({ state }) => state === 'entregada').length ?? 0;
  const failed = route ? route.done.length - delivered : 0;

  // Each further action is one more entry.
  const actions: (Action | false)[] = [
    {
      label: 'Ver órdenes',
      icon: <List size={16} aria-hidden="true" />,
      to: ordersPath(withCourier({ ...emptyFilter(), states: { is: [...LOADED_STATES], not: [] } }, id), officeId, me),
    },
    courier !== undefined && {
      label: 'Ordenar paradas',
      icon: <Route size={16} aria-hidden="true" />,
      isDisabled: courier.load.orders === 0,
      onSelect: opens({ kind: 'sort', courier, load }),
    },
    courier !== undefined && {
      label: 'Mover carga',
      icon: <ArrowLeftRight size={16} aria-hidden="true" />,
      isDisabled: courier.load.orders === 0,
      onSelect: opens({ kind: 'move', from: courier, load }),
    },
    courier !== undefined && {
      label: 'Se retira hoy…',
      icon: <LogOut size={16} aria-hidden="true" />,
      onSelect: opens({ kind: 'leave', from: courier }),
    },
    links !== null && { label: 'Llamar', icon: <Phone size={16} aria-hidden="true" />, href: links.tel },
    typeof links?.whatsApp === 'string' && {
      label: 'WhatsApp',
      icon: <MessageCircle size={16} aria-hidden="true" />,
      href: links.whatsApp,
    },
  ];

  if (!route) return <Skeleton height={120} />;
  return (
    <>
      <div className={styles['figures']}>
        <Figure value={delivered} label={failed > 0 ? `entregadas, ${formatNumber(failed)} no` : 'entregadas'} />
        <Figure value={route.open.length} label="por entregar" />
        <Figure value={late} label={late === 1 ? 'atrasada' : 'atrasadas'} isLate={late > 0} />
      </div>
      <dl className={styles['rows']}>
        {next && (
          <div>
            <dt>Siguiente</dt>
            <dd>
              {next.place.address}
              <br />
              <DueText order={next} now={now} timeZone={timeZone} />
              {delay !== undefined && ` · ${delay}`}
            </dd>
          </div>
        )}
        {courier && (
          <div>
            <dt>Carga</dt>
            <dd>
              {formatNumber(courier.load.orders)} de {formatNumber(courier.capacityOrders)} órd. ·{' '}
              {formatNumber(courier.load.weightGrams / 1000)} de {formatKilograms(courier.capacityGrams)}
            </dd>
          </div>
        )}
        <Cash courierId={id} />
      </dl>
      <div className={styles['actions']} role="group" aria-label={`Acciones de ${name}`}>
        {actions.map((action) => action && <ActionButton key={action.label} {...action} />)}
      </div>
    </>
  );
}

/** A button, a link of the product (`to`), or one that leaves it (`href`). */
interface Action {
  label: string;
  icon: ReactNode;
  to?: string;
  href?: string;
  isDisabled?: boolean;
  onSelect?: () => void;
}

function ActionButton({ label, icon, to, href, isDisabled = false, onSelect }: Action) {
  const look = classes(button['button'], button['secondary'], button['sm']);
  if (to !== undefined)
    return (
      <Link to={to} className={look}>
        {icon}
        {label}
      </Link>
    );
  if (href !== undefined)
    return (
      <a href={href} className={look} {...(href.startsWith('https') && { target: '_blank', rel: 'noreferrer' })}>
        {icon}
        {label}
      </a>
    );
  return (
    <Button size="sm" icon={icon} disabled={isDisabled} onClick={onSelect}>
      {label}
    </Button>
  );
}

function Figure({ value, label, isLate = false }: { value: number; label: string; isLate?: boolean }) {
  return (
    <div>
      <strong className={isLate ? styles['late'] : undefined}>{formatNumber(value)}</strong>
      <span>{label}</span>
    </div>
  );
}

/** Collections arrive without an event for the map. In milliseconds. */
const CASH_MS = 60_000;

/** The cash that a courier has of all days; nothing for people who may not see amounts. */
function Cash({ courierId }: { courierId: string }) {
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const enabled = useMayUse()(['D05']);
  const { data } = useQuery({
    ...moneyOfCourierQuery(officeId, today, courierId, 0),
    enabled,
    refetchInterval: CASH_MS,
  });
  if (!data) return null;
  return (
    <div>
      <dt>Efectivo</dt>
      <dd>{formatSoles(data.money.carried)}</dd>
    </div>
  );
}
