import { type Order } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import { usePaperTitle } from '#shared/hooks/use-title.ts';
import { officesQuery } from '#shared/queries/offices-query.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { ErrorState } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { ShareOrder } from '../guest-links/components/ShareOrder.tsx';
import { photosOfOrderQuery } from '../api/photo-queries.ts';
import { visitsQuery } from '../api/visits-query.ts';
import { proofOf } from '../rules/proof.ts';
import styles from './Certificate.module.css';
import { CertificatePage, certificateTitle } from './CertificatePage.tsx';
import { ChecksSummary } from './ProofFindings.tsx';
import { FullScreen } from '#shared/ui/FullScreen/FullScreen.tsx';
import { Paper } from '#shared/ui/Paper/Paper.tsx';

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
        <div className={styles['tools']}>
          <Button icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onClose}>
            Volver a la orden
          </Button>
          <div className="row">
            <ShareOrder order={order} officeId={officeId} timeZone={timeZone} />
            <Button
              variant="primary"
              icon={<Printer size={18} aria-hidden="true" />}
              disabled={!page}
              onClick={() => print()}
            >
              Imprimir o guardar PDF
            </Button>
          </div>
        </div>
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
