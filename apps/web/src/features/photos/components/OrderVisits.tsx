import { type Order, PICTURE_MARKS, REVIEW_REASONS, type Visit, VISIT_STATES } from '@despacho/contracts/dispatch';
import { useMutation, useQuery } from '@tanstack/react-query';
import FileCheck from 'lucide-react/icons/file-check-2';
import { describeFailure } from '#shared/format/describe-failure.ts';
import { useSearchParams } from 'react-router-dom';
import { formatDay } from '#shared/format/format-day.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { useLazyModule } from '#shared/hooks/use-lazy-module.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { ShareOrder } from '../guest-links/components/ShareOrder.tsx';
import { readReceiver, visitsQuery } from '../api/visits-query.ts';
import { documentText, placeText, relationText, visitOf } from '../rules/proof.ts';
import { useLiveVisits } from '../state/use-live-photos.ts';
import styles from './OrderVisits.module.css';
import { PlaceMap } from './PlaceMap.tsx';
import { isVisited } from './ProofFindings.tsx';
import proof from './ProofSection.module.css';

interface Props {
  order: Order;
  officeId: string;
  timeZone: string;
  /** @returns the name of a reason for a failed visit. */
  reason: (code: string) => string;
}

const loadCertificate = () => import('./CertificateWindow.tsx');

/** Results of a visit that count, or may count, for the order. */
const OPEN_OR_COUNTED: readonly Visit['state'][] = ['aplicada', 'aceptada', 'pendiente'];

/** What couriers' phones recorded about an order, and its certificate for the client. */
export function OrderVisits(props: Props) {
  const { order, officeId } = props;
  const query = useQuery(visitsQuery(officeId, order.id));
  useLiveVisits(officeId, order.id);
  const visits = query.data ?? [];
  if (visits.length === 0 && !isVisited(order)) return null;
  const counted = visitOf(order, visits);
  const shown = visits.filter(({ state }) => OPEN_OR_COUNTED.includes(state));
  const others = visits.length - shown.length;
  return (
    <section className={proof['section']} aria-labelledby="order-visits">
      <div className={proof['head']}>
        <h3 id="order-visits">{shown.length > 1 ? 'Visitas' : 'Visita'}</h3>
        {isVisited(order) && (
          <div className={styles['tools']}>
            <CertificateButton {...props} />
            <ShareOrder small order={order} officeId={officeId} timeZone={props.timeZone} />
          </div>
        )}
      </div>
      {query.isError && <QueryError query={query} />}
      {query.data?.length === 0 && <p className="note">La cerró la oficina, sin el teléfono del repartidor.</p>}
      {shown.map((visit) => (
        <VisitFacts key={visit.id} {...props} visit={visit} hasMap={visit === counted || visit.state === 'pendiente'} />
      ))}
      {others > 0 && (
        <p className="note">
          {others === 1
            ? 'Otra visita fue reemplazada o rechazada.'
            : `Otras ${others} visitas fueron reemplazadas o rechazadas.`}
        </p>
      )}
    </section>
  );
}

interface VisitProps extends Props {
  visit: Visit;
  hasMap: boolean;
}

function VisitFacts({ visit, order, officeId, timeZone, reason, hasMap }: VisitProps) {
  const { state, why, to, courier, at, receiver, place } = visit;
  const where = placeText(visit);
  return (
    <div className={styles['visit']}>
      <p>
        <strong>{to === 'entregada' ? 'Entregada' : 'No entregada'}</strong> por {courier.name},{' '}
        {formatDateTime(at, timeZone)}
        {visit.doubtfulTime && <span className="note"> (hora de llegada: el reloj del teléfono estaba mal)</span>}
      </p>
      {visit.reason !== null && <p>{reason(visit.reason)}</p>}
      {state === 'pendiente' && (
        <p className={styles['review']}>
          <Mark tone="warn">{VISIT_STATES.pendiente}</Mark>
          {why && REVIEW_REASONS[why]}
        </p>
      )}
      {visit.wanted !== undefined && <p>Pidió que vuelvan el {formatDay(visit.wanted)}</p>}
      {visit.pictureMarks && (
        <p className={styles['review']}>
          {visit.pictureMarks.map((mark) => (
            <Mark key={mark} tone="warn">
              {PICTURE_MARKS[mark]}
            </Mark>
          ))}
        </p>
      )}
      {receiver && <ReceiverText visit={visit} receiver={receiver} officeId={officeId} />}
      {where === undefined ? (
        <p className="note">El teléfono no registró el lugar.</p>
      ) : (
        <p className="note">{where}</p>
      )}
      {hasMap && place && !visit.doubtfulPlace && <PlaceMap place={place} address={order.place} />}
    </div>
  );
}

function ReceiverText({
  visit,
  receiver,
  officeId,
}: {
  visit: Visit;
  receiver: NonNullable<Visit['receiver']>;
  officeId: string;
}) {
  const whole = useMutation({ mutationFn: () => readReceiver(officeId, visit.id) });
  const document = whole.data?.document ?? receiver.document;
  return (
    <p className={styles['receiver']}>
      <span>
        Recibió <strong>{receiver.name}</strong>
        {[relationText(receiver.relation), document === null ? null : documentText(document)].map((text) =>
          text === null ? '' : `, ${text}`,
        )}
      </span>
      {receiver.document !== null && !whole.data && (
        <Button
          variant="ghost"
          size="sm"
          loading={whole.isPending}
          title="Queda registrado quién lo ve"
          onClick={() => whole.mutate()}
        >
          Ver documento
        </Button>
      )}
      {whole.isError && <span role="alert">{describeFailure(whole.error).title}</span>}
    </p>
  );
}

/** Query parameter with the order whose certificate is open, so that Back closes it and its URL can be shared. */
const PARAM = 'constancia';

function CertificateButton(props: Props) {
  const [params, setParams] = useSearchParams();
  const { id } = props.order;
  return (
    <>
      <Button
        size="sm"
        icon={<FileCheck size={16} aria-hidden="true" />}
        onClick={() => setParams((now) => new URLSearchParams([...now, [PARAM, id]]))}
      >
        Constancia
      </Button>
      {params.get(PARAM) === id && (
        <LoadedCertificate
          {...props}
          onClose={() =>
            setParams((now) => new URLSearchParams([...now].filter(([name]) => name !== PARAM)), { replace: true })
          }
        />
      )}
    </>
  );
}

function LoadedCertificate(props: Props & { onClose: () => void }) {
  const part = useLazyModule(loadCertificate);
  return part ? <part.CertificateWindow {...props} /> : null;
}
