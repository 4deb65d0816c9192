import {
  ASKABLE_KINDS,
  EVIDENCE_KINDS,
  type Order,
  type OrderDetail,
  type PhotoRequest,
  REQUIRABLE_KINDS,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Camera from 'lucide-react/icons/camera';
import { formatDateTime } from '#shared/format/format-date-time.ts';
import { announce } from '#shared/hooks/announce.ts';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Mark } from '#shared/ui/Mark/Mark.tsx';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { askPhoto, settleChecks } from '#features/photos/api/ask-photo.ts';
import { photosKeys } from '#features/photos/api/photo-queries.ts';
import { visitsKey } from '#features/photos/api/visits-query.ts';
import styles from '#features/photos/components/ProofChecks.module.css';
import { FindingsList, isVisited, ProofVerdict, useFindings } from '#features/photos/components/ProofFindings.tsx';
import proof from '#features/photos/components/ProofSection.module.css';
import { ordersKeys } from '#shared/queries/orders-keys.ts';

interface Props {
  order: Pick<Order, 'id' | 'state' | 'attempt' | 'closedAt'>;
  officeId: string;
  timeZone: string;
}

/** The checks of a closed order's proof, with the dispatcher's actions. */
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
    mutationFn: (upTo: Parameters<typeof settleChecks>[2]) => settleChecks(officeId, order.id, upTo),
    onSuccess: () => announce('Dada por buena'),
    onSettled: () =>
      Promise.all(
        [photosKeys.all(officeId), visitsKey(officeId, order.id), detailKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  // Only what failed last is shown.
  const askFor = (kind: PhotoRequest['kind'] | null): void => {
    settle.reset();
    ask.mutate(kind);
  };
  if (!found || !isVisited(order)) return null;
  const { photos, visits, visit, findings } = found;
  const last = photos.reduce<string | null>((most, { id }) => (Number(id) > Number(most ?? 0) ? id : most), null);
  const kinds: readonly string[] = REQUIRABLE_KINDS[order.state === 'entregada' ? 'delivered' : 'failed'];
  const failure = ask.error ?? settle.error;
  const isOpen = request?.answeredAt === null;
  return (
    <section className={proof['section']} aria-labelledby="proof-checks">
      <div className={proof['head']}>
        <h3 id="proof-checks">Revisión de la prueba</h3>
        <ProofVerdict {...found} />
      </div>
      <FindingsList {...found} />
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
      <FailureAlert error={failure} />
      {(visit !== undefined || findings.length > 0) && (
        <div className={styles['actions']}>
          {findings.length > 0 && (
            <Button
              size="sm"
              loading={settle.isPending}
              onClick={() => {
                ask.reset();
                settle.mutate({ photo: last, visit: visits.at(-1)?.id ?? null });
              }}
            >
              Dar por buena
            </Button>
          )}
          {isOpen ? (
            <Button size="sm" variant="ghost" loading={ask.isPending} onClick={() => askFor(null)}>
              Retirar pedido
            </Button>
          ) : (
            visit && (
              <Menu
                label="Pedir foto"
                icon={<Camera size={16} aria-hidden="true" />}
                items={ASKABLE_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({
                  label: EVIDENCE_KINDS[kind],
                  onSelect: () => askFor(kind),
                }))}
              />
            )
          )}
        </div>
      )}
    </section>
  );
}
