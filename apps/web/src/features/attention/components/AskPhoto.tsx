import {
  ASKABLE_KINDS,
  type AttentionLine,
  EVIDENCE_KINDS,
  type EvidenceKind,
  type PhotoRequest,
} from '@despacho/contracts/dispatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Camera from 'lucide-react/icons/camera';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { askPhoto } from '#features/photos/api/ask-photo.ts';
import { attentionKey } from '../api/attention-query.ts';
import styles from './AttentionList.module.css';

/** @returns the photo that would end a cause of a line; undefined if none would, or if it was requested. */
export function photoToAsk({ order, causes }: AttentionLine): PhotoRequest['kind'] | undefined {
  if (order?.asked !== undefined) return undefined;
  const kinds: readonly EvidenceKind[] = causes.flatMap(({ missing = [] }) => missing);
  return ASKABLE_KINDS.find((kind) => kinds.includes(kind));
}

interface Props {
  officeId: string;
  orderId: string;
  kind: PhotoRequest['kind'];
}

/** «Pedir foto»: sends the courier of a line the task to take a photo again. */
export function AskPhoto({ officeId, orderId, kind }: Props) {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: () => askPhoto(officeId, orderId, kind),
    onSuccess: ({ request }) => announce(`Foto pedida a ${request?.courier.name ?? 'su repartidor'}`),
    onError: (failure) => announce(failureText(failure)),
    onSettled: () => client.invalidateQueries({ queryKey: attentionKey(officeId) }),
  });
  const label = `Pedir foto: ${EVIDENCE_KINDS[kind]}`;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        icon={<Camera size={16} aria-hidden="true" />}
        loading={ask.isPending}
        title={`${label} (F)`}
        aria-label={label}
        data-ask=""
        onClick={() => ask.mutate()}
      >
        Pedir foto
      </Button>
      {ask.error && (
        <span className={styles['refused']}>
          <Alert>{failureText(ask.error)}</Alert>
        </span>
      )}
    </>
  );
}
