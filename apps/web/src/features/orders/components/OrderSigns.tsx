import { type Order } from '@despacho/contracts/dispatch';
import Banknote from 'lucide-react/icons/banknote';
import Camera from 'lucide-react/icons/camera';
import CameraOff from 'lucide-react/icons/camera-off';
import Flag from 'lucide-react/icons/flag';
import Repeat2 from 'lucide-react/icons/repeat-2';
import StickyNote from 'lucide-react/icons/sticky-note';
import { type ReactNode } from 'react';
import { formatSoles } from '#shared/format/format-soles.ts';
import { classes } from '#shared/styles/classes.ts';
import styles from './OrderSigns.module.css';

interface Props {
  order: Order;
  isBrief?: boolean;
  /** Also shows that an amount is due, if no column does. */
  hasCollect?: boolean;
}

/**
 * Icons with labels for an order's flags. `isBrief` omits the evidence, which matters only once the order is closed.
 */
export function OrderSigns({ order, isBrief = false, hasCollect = false }: Props) {
  const { priority, attempt, note, state, evidence, collect } = order;
  return (
    <span className={styles['signs']}>
      {priority === 'alta' && <Sign text="Prioridad alta" icon={<Flag size={15} />} tone="alarm" />}
      {attempt > 1 && (
        <Sign
          text={`Visita ${attempt}`}
          icon={
            <>
              <Repeat2 size={15} />
              {attempt}
            </>
          }
          tone="warn"
        />
      )}
      {hasCollect && collect && <Sign text={`Cobro: ${formatSoles(collect.due)}`} icon={<Banknote size={15} />} />}
      {note !== null && <Sign text={`Nota: ${note}`} icon={<StickyNote size={15} />} />}
      {!isBrief && state === 'entregada' && evidence === 0 && (
        <Sign text="Sin evidencia" icon={<CameraOff size={15} />} tone="warn" />
      )}
      {!isBrief && evidence > 0 && (
        <Sign text={evidence === 1 ? '1 foto' : `${evidence} fotos`} icon={<Camera size={15} />} />
      )}
    </span>
  );
}

function Sign({ text, icon, tone }: { text: string; icon: ReactNode; tone?: 'alarm' | 'warn' }) {
  return (
    <span role="img" aria-label={text} title={text} className={classes(styles['sign'], tone && styles[tone])}>
      {icon}
    </span>
  );
}
