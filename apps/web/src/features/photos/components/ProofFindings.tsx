import { EVIDENCE_KINDS, isVisit, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { orderQuery } from '#shared/queries/order-query.ts';
import { photosOfOrderQuery } from '../api/photo-queries.ts';
import { visitsQuery } from '../api/visits-query.ts';
import { findingsOf } from '../rules/photo-faults.ts';
import { visitOf } from '../rules/proof.ts';
import styles from './ProofChecks.module.css';

interface Props {
  order: Pick<Order, 'id' | 'state' | 'attempt' | 'closedAt'>;
  officeId: string;
}

/** The faults that the checks found in the photos and the closing of an order, until somebody accepts them. */
export function useFindings({ order, officeId }: Props) {
  const photos = useQuery(photosOfOrderQuery(officeId, order.id)).data;
  const visits = useQuery(visitsQuery(officeId, order.id)).data;
  const detail = useQuery(orderQuery(officeId, order.id)).data;
  if (!photos || !visits || !detail) return undefined;
  const visit = visitOf(order, visits);
  return {
    photos,
    visits,
    visit,
    findings: findingsOf(photos, visit),
    missing: detail.missing ?? [],
    unchecked: photos.filter(({ checks }) => checks === undefined).length,
  };
}

type Findings = NonNullable<ReturnType<typeof useFindings>>;

/** Whether an order was delivered, or its visit failed. */
export const isVisited = ({ state, closedAt }: Props['order']): boolean => closedAt !== null && isVisit(state);

/** The result of the checks in one mark. */
export function ProofVerdict({ findings, missing, photos, unchecked }: Findings) {
  const count = findings.length + missing.length;
  if (count > 0)
    return (
      <Mark
        tone={missing.length > 0 || findings.some(({ isMild }) => !isMild) ? 'alarm' : 'warn'}
        icon={<TriangleAlert size={14} aria-hidden="true" />}
      >
        {count === 1 ? '1 observación' : `${count} observaciones`}
      </Mark>
    );
  if (unchecked > 0 && unchecked === photos.length) return <Mark>Sin revisar</Mark>;
  return (
    <Mark tone="good" icon={<Check size={14} aria-hidden="true" />}>
      {photos.some(({ checks }) => checks?.settled && checks.faults.length > 0)
        ? 'Dada por buena'
        : 'Sin observaciones'}
    </Mark>
  );
}

/** The found faults, one line each. */
export function FindingsList({ findings, missing, unchecked }: Findings) {
  if (findings.length + missing.length + unchecked === 0) return null;
  return (
    <ul className={styles['findings']}>
      {missing.map((kind) => (
        <li key={kind} data-tone="alarm">
          <strong>Falta</strong> {EVIDENCE_KINDS[kind].toLowerCase()}
        </li>
      ))}
      {findings.map(({ of, text, isMild }, at) => (
        <li key={at} data-tone={isMild ? 'warn' : 'alarm'}>
          <strong>{of}</strong> {text}
        </li>
      ))}
      {unchecked > 0 && <li>{unchecked === 1 ? '1 foto sin revisar' : `${unchecked} fotos sin revisar`}</li>}
    </ul>
  );
}

/** The checks of a closed order's proof, to read. */
export function ChecksSummary({ order, officeId }: Props) {
  const found = useFindings({ order, officeId });
  if (!found || !isVisited(order)) return null;
  return (
    <section className={styles['summary']} aria-label="Revisión de la prueba">
      <h3>Revisión de la prueba</h3>
      <ProofVerdict {...found} />
      <FindingsList {...found} />
      <p className="note">Solo para la oficina: no se imprime ni la ve el cliente.</p>
    </section>
  );
}
