import { ORDER_STATES } from '@despacho/contracts/dispatch';
import { formatNumber } from '../../format/format-number.ts';
import { withinText } from '../exactness-text.ts';
import { type Hit } from './map-scene.ts';
import styles from './OrdersMap.module.css';

interface Props {
  hit: Hit;
  at: { x: number; y: number };
}

/** Maximum number of couriers named. */
const NAMED = 4;

function Content({ hit }: { hit: Hit }) {
  if (hit.kind === 'courier')
    return (
      <>
        <strong>{hit.courier.name}</strong>
        <span>{hit.courier.text}</span>
      </>
    );
  if (hit.kind === 'couriers')
    return (
      <>
        <strong>{formatNumber(hit.couriers.length)} repartidores</strong>
        <span>
          {hit.couriers
            .slice(0, NAMED)
            .map(({ name }) => name)
            .join(', ')}
          {hit.couriers.length > NAMED && '…'}
        </span>
      </>
    );
  if (hit.kind === 'cluster')
    return (
      <>
        <strong>{formatNumber(hit.marks.length)} órdenes</strong>
        <span>Acerque el mapa o haga clic</span>
      </>
    );
  const { code, state, late, approximate, radius, text } = hit.mark;
  return (
    <>
      <strong className={styles['code']}>{code}</strong>
      <span>
        {ORDER_STATES[state]}
        {late && <em> · atrasada</em>}
      </span>
      <span>{text}</span>
      <span>
        {approximate ? 'Ubicación aproximada' : 'Ubicación exacta'}, {withinText(radius)}
      </span>
    </>
  );
}

/** Describes the mark under the pointer. Visual only: lists contain the same information. */
export function HoverCard({ hit, at }: Props) {
  return (
    <div data-hover-card="" className={styles['card']} style={{ left: at.x, top: at.y }} aria-hidden="true">
      <Content hit={hit} />
    </div>
  );
}
