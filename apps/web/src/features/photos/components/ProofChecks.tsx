import {
  ASKABLE_KINDS,
  EVIDENCE_KINDS,
  type Order,
  type OrderDetail,
  type PhotoRequest,
  REQUIRABLE_KINDS,
} from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Camera from 'lucide-react/icons/camera';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { failureText } from '../../../shared/format/failure-text.ts';
import { formatDateTime } from '../../../shared/format/format-date-time.ts';
import { announce } from '../../../shared/hooks/announce.ts';
import { Alert } from '../../../shared/ui/Alert/Alert.tsx';
import { Button } from '../../../shared/ui/Button/Button.tsx';
import { Mark } from '../../../shared/ui/Mark/Mark.tsx';
import { Menu } from '../../../shared/ui/Menu/Menu.tsx';
import { settingsQuery } from '../../couriers/api/settings-query.ts';
import { ordersKeys } from '../../orders/api/orders-keys.ts';
import { askPhoto, settleChecks } from '../api/ask-photo.ts';
import { photosKeys, photosOfOrderQuery } from '../api/photo-queries.ts';
import { visitsKey, visitsQuery } from '../api/visits-query.ts';
import { findingsOf, missingOf } from '../rules/photo-faults.ts';
import { visitOf } from '../rules/proof.ts';
import styles from './ProofChecks.module.css';
import proof from './ProofSection.module.css';

interface Props {
  order: Pick<Order, 'id' | 'state' | 'attempt' | 'closedAt'>;
  officeId: string;
  timeZone: string;
}

/** What the checks found in the photos and the closing of an order, as long as nobody has accepted it. */
function useFindings({ order, officeId }: Omit<Props, 'timeZone'>) {
  const photos = useQuery(photosOfOrderQuery(officeId, order.id)).data;
  const visits = useQuery(visitsQuery(officeId, order.id)).data;
  const settings = useQuery(settingsQuery(officeId)).data;
  if (!photos || !visits || !settings) return undefined;
  const visit = visitOf(order, visits);
  return {
    photos,
    visit,
    findings: findingsOf(photos, visit),
    missing: missingOf(order, photos, settings),
    unchecked: photos.filter(({ checks }) => checks === undefined).length,
  };
}

type Findings = NonNullable<ReturnType<typeof useFindings>>;

const isClosed = ({ state, closedAt }: Props['order']): boolean =>
  closedAt !== null && (state === 'entregada' || state === 'no_entregada');

/** The result of the checks in one mark. */
function Verdict({ findings, missing, photos, unchecked }: Findings) {
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

function List({ findings, missing, unchecked }: Findings) {
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
export function ChecksSummary({ order, officeId }: Omit<Props, 'timeZone'>) {
  const found = useFindings({ order, officeId });
  if (!found || !isClosed(order)) return null;
  return (
    <section className={styles['summary']} aria-label="Revisión de la prueba">
      <h3>Revisión de la prueba</h3>
      <Verdict {...found} />
      <List {...found} />
      <p className={proof['quiet']}>Solo para la oficina: no se imprime ni la ve el cliente.</p>
    </section>
  );
}

/** The checks of a closed order's proof, with what a dispatcher does about them. */
export function ProofChecks({ order, officeId, timeZone, request }: Props & { request: PhotoRequest | undefined }) {
  const client = useQueryClient();
  const found = useFindings({ order, officeId });
  const detailKey = ordersKeys.detail(officeId, order.id);
  const ask = useMutation({
    mutationFn: (kind: PhotoRequest['kind'] | null) => askPhoto(officeId, order.id, kind),
    onSuccess: ({ request: saved }) => {
      client.setQueryData<OrderDetail>(detailKey, (known) => {
        if (!known) return known;
        const { photoRequest: _, ...others } = known;
        return saved ? { ...others, photoRequest: saved } : others;
      });
      announce(saved ? `Foto pedida a ${saved.courier.name}` : 'Pedido retirado');
    },
    onSettled: () => client.invalidateQueries({ queryKey: detailKey }),
  });
  const settle = useMutation({
    mutationFn: (upTo: string | null) => settleChecks(officeId, order.id, upTo),
    onSuccess: () => announce('Dada por buena'),
    onSettled: () =>
      Promise.all(
        [photosKeys.all(officeId), visitsKey(officeId, order.id), detailKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (!found || !isClosed(order)) return null;
  const { photos, visit, findings } = found;
  const last = photos.reduce<string | null>((most, { id }) => (Number(id) > Number(most ?? 0) ? id : most), null);
  const kinds: readonly string[] = REQUIRABLE_KINDS[order.state === 'entregada' ? 'delivered' : 'failed'];
  const failure = ask.error ?? settle.error;
  const isOpen = request?.answeredAt === null;
  return (
    <section className={proof['section']} aria-labelledby="proof-checks">
      <div className={proof['head']}>
        <h3 id="proof-checks">Revisión de la prueba</h3>
        <Verdict {...found} />
      </div>
      <List {...found} />
      {request && (
        <p className={styles['request']}>
          <Camera size={16} aria-hidden="true" />
          <span>
            {request.by.user} pidió a {request.courier.name} la foto «{EVIDENCE_KINDS[request.kind]}»,{' '}
            {formatDateTime(request.at, timeZone)}
            {request.answeredAt !== null && `. Llegó, ${formatDateTime(request.answeredAt, timeZone)}`}
          </span>
          {isOpen && <Mark tone="info">En su teléfono</Mark>}
        </p>
      )}
      {failure && <Alert>{failureText(failure)}</Alert>}
      {(visit !== undefined || findings.length > 0) && (
        <div className={styles['actions']}>
          {findings.length > 0 && (
            <Button size="sm" loading={settle.isPending} onClick={() => settle.mutate(last)}>
              Dar por buena
            </Button>
          )}
          {isOpen ? (
            <Button size="sm" variant="ghost" loading={ask.isPending} onClick={() => ask.mutate(null)}>
              Retirar pedido
            </Button>
          ) : (
            visit && (
              <Menu
                label="Pedir foto"
                icon={<Camera size={16} aria-hidden="true" />}
                items={ASKABLE_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({
                  label: EVIDENCE_KINDS[kind],
                  onSelect: () => ask.mutate(kind),
                }))}
              />
            )
          )}
        </div>
      )}
    </section>
  );
}
