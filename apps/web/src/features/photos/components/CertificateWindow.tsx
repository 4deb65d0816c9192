import { type Evidence, EVIDENCE_KINDS, type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ReactNode } from 'react';
import { districtOf } from '#shared/districts/districts.ts';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { formatWeight } from '#shared/format/format-weight.ts';
import { usePaperTitle } from '#shared/hooks/use-title.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { FullScreen } from '#shared/ui/FullScreen/FullScreen.tsx';
import { Paper, PreviewTools, PrintButton, Sheet, SheetHead } from '#shared/ui/Sheet/Sheet.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { photosOfOrderQuery } from '../api/photo-queries.ts';
import { visitsQuery } from '../api/visits-query.ts';
import { ShareOrder } from '../guest-links/components/ShareOrder.tsx';
import { documentText, placeText, type Proof, proofOf, relationText } from '../rules/proof.ts';
import styles from './CertificateWindow.module.css';
import { PhotoImage } from './PhotoImage.tsx';
import { ChecksSummary } from './ProofFindings.tsx';

interface Props {
  order: Order;
  officeId: string;
  timeZone: string;
  reason: (code: string) => string;
  onClose: () => void;
}

/** An order's certificate as printed, on the full screen. */
export function CertificateWindow({ order, officeId, timeZone, reason, onClose }: Props) {
  const visits = useQuery(visitsQuery(officeId, order.id));
  const photos = useQuery(photosOfOrderQuery(officeId, order.id));
  const name = useQuery(officesQuery).data?.find(({ id }) => id === officeId)?.name ?? officeId;
  const office = /^(oficina|sede|sucursal)\b/i.test(name) ? name : `Oficina ${name}`;
  const proof = visits.data && photos.data && proofOf(order, visits.data, photos.data);
  const title = proof && `${certificateTitle(proof)} ${order.code}`;
  usePaperTitle(title);
  const failed = visits.error ?? photos.error;
  const page = proof && (
    <CertificatePage
      order={order}
      proof={proof}
      officeId={officeId}
      office={office}
      timeZone={timeZone}
      reason={proof.isDelivered || order.reason === null ? null : reason(order.reason)}
    />
  );
  return (
    <>
      <FullScreen className={styles['window']} aria-label="Constancia para el cliente" onDismiss={onClose}>
        <PreviewTools className={styles['tools']}>
          <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onClose}>
            Volver a la orden
          </Button>
          <div className="row">
            <ShareOrder order={order} officeId={officeId} timeZone={timeZone} />
            <PrintButton disabled={!page}>Imprimir o guardar PDF</PrintButton>
          </div>
        </PreviewTools>
        <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Vista de la constancia">
          {failed && !page && (
            <ErrorState
              error={failed}
              onRetry={() => {
                void visits.refetch();
                void photos.refetch();
              }}
              busy={visits.isFetching || photos.isFetching}
            />
          )}
          {!failed && !page && <Skeleton height={600} />}
          {page && <ChecksSummary order={order} officeId={officeId} />}
          {page}
        </div>
      </FullScreen>
      {page && <Paper>{page}</Paper>}
    </>
  );
}

interface PageProps extends Pick<Props, 'order' | 'officeId' | 'timeZone'> {
  proof: Proof;
  /** As «Oficina Lima». */
  office: string;
  /** Why the visit failed, in words; null for a delivery. */
  reason: string | null;
}

/** Pictures that fit on the page, the signature included. */
const MAX_PICTURES = 4;

/** @returns the title of an order's certificate. */
const certificateTitle = ({ isDelivered }: Proof): string =>
  isDelivered ? 'Constancia de entrega' : 'Constancia de visita';

/** The certificate of a delivery, or of a failed visit, for the client: one A4 page. */
function CertificatePage({ order, proof, officeId, office, timeZone, reason }: PageProps) {
  const { client, recipient, place, clientReference, guide } = order;
  const { isDelivered, at, courier, receiver, photos, signature } = proof;
  const pictures = [...photos.slice(0, MAX_PICTURES - (signature ? 1 : 0)), ...(signature ? [signature] : [])];
  const left = photos.length + (signature ? 1 : 0) - pictures.length;
  const where = placeText(proof);
  return (
    <Sheet className={styles['sheet']} aria-label={`${certificateTitle(proof)} de la orden ${order.code}`}>
      <SheetHead className={styles['header']}>
        <div>
          <h2>{certificateTitle(proof)}</h2>
          <p className={styles['code']}>{order.code}</p>
        </div>
        <div className={styles['issuer']}>
          <strong>{office}</strong>
          <span>Emitida el {formatDateTime(new Date(serverNow()).toISOString(), timeZone)}</span>
        </div>
      </SheetHead>
      <p className={styles['result']} data-failed={!isDelivered || undefined}>
        <strong>{isDelivered ? 'Entregado' : 'No se pudo entregar'}</strong>
        <span>{formatDateTime(at, timeZone)}</span>
        {reason !== null && <span>{reason}</span>}
      </p>
      <dl className={styles['facts']}>
        <Fact label="Remitente">
          <strong>{client.name}</strong>
          {clientReference !== null && <span>Su referencia: {clientReference}</span>}
          {guide !== null && <span>Guía de remisión: {guide}</span>}
        </Fact>
        <Fact label="Destinatario">
          <strong>{recipient.name}</strong>
          <span>{place.address}</span>
          <span>{districtOf(place.ubigeo)?.name ?? place.ubigeo}</span>
        </Fact>
        {isDelivered && (
          <Fact label="Recibido por">
            {receiver ? (
              <>
                <strong>{receiver.name}</strong>
                {receiver.relation !== null && <span>{relationText(receiver.relation)}</span>}
                {receiver.document !== null && <span>{documentText(receiver.document)}</span>}
              </>
            ) : (
              <span>Sin registro</span>
            )}
          </Fact>
        )}
        <Fact label={isDelivered ? 'Entregado por' : 'Visitado por'}>
          {courier !== null && <strong>{courier}</strong>}
          <span>Visita {order.attempt}</span>
          <span>
            {order.packages === 1 ? '1 bulto' : `${order.packages} bultos`}, {formatWeight(order.weightGrams)}
          </span>
        </Fact>
        <Fact label="Lugar">
          {proof.place && where !== undefined ? (
            <>
              <span>{where}</span>
              <span className={styles['mono']}>
                {proof.place.lat.toFixed(5)}, {proof.place.lng.toFixed(5)}
              </span>
            </>
          ) : (
            <span>Sin registro</span>
          )}
        </Fact>
      </dl>
      {pictures.length > 0 && (
        <div className={styles['pictures']} data-count={pictures.length}>
          {pictures.map((picture) => (
            <figure key={picture.id} className={styles['picture']} data-kind={picture.kind}>
              <PhotoImage officeId={officeId} photo={picture} size={pictures.length > 2 ? 'media' : 'completa'} />
              <figcaption>
                {EVIDENCE_KINDS[picture.kind]} · {formatDateTime(picture.takenAt, timeZone)}
              </figcaption>
            </figure>
          ))}
        </div>
      )}
      {pictures.length === 0 && <p className={styles['empty']}>Sin fotos de esta visita.</p>}
      {left > 0 && <small>{left === 1 ? 'Hay una foto más' : `Hay ${left} fotos más`} en la orden.</small>}
      {pictures.length > 0 && <Hashes pictures={pictures} />}
      <footer className={styles['footer']}>
        Los datos personales de este documento se usan solo para acreditar la {isDelivered ? 'entrega' : 'visita'} (Ley
        N.º 29733, de Protección de Datos Personales). Quien figure en él puede pedir a la {office} que se los muestre,
        los rectifique o los elimine. No lo publique.
      </footer>
    </Sheet>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The hash of each file as it was sent, by which a copy can be compared. */
function Hashes({ pictures }: { pictures: readonly Evidence[] }) {
  return (
    <section className={styles['hashes']}>
      <h3>Huella SHA-256 de cada archivo original</h3>
      <ul>
        {pictures.map(({ id, kind, sha256 }) => (
          <li key={id}>
            <span>{EVIDENCE_KINDS[kind]}</span> <code>{sha256}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
