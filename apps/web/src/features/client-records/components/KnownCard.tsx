import { EVIDENCE_KINDS, type EvidenceKind } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Button } from '#shared/ui/Button/Button.tsx';
import { Card } from '#shared/ui/Card/Card.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Skeleton } from '#shared/ui/Skeleton/Skeleton.tsx';
import { clientNotesQuery } from '../api/client-queries.ts';
import { NotesWindow } from '../lazy-windows.ts';
import styles from './RecordCards.module.css';

interface Props {
  officeId: string;
  client: { id: string; name: string };
  mayNote: boolean;
}

const kindsText = (kinds: readonly EvidenceKind[]): string => kinds.map((kind) => EVIDENCE_KINDS[kind]).join(', ');

/** Notes and required photos of a client of any host. */
export function KnownCard({ officeId, client, mayNote }: Props) {
  const notes = useQuery(clientNotesQuery(officeId, client.id));
  const [isOpen, setOpen] = useState(false);
  const { data } = notes;
  const proof = data && [
    ...(data.proof.delivered.length > 0 ? [`Al entregar: ${kindsText(data.proof.delivered)}`] : []),
    ...(data.proof.failed.length > 0 ? [`Al no entregar: ${kindsText(data.proof.failed)}`] : []),
  ];
  return (
    <Card
      title="Notas y fotos exigidas"
      note={
        mayNote &&
        data && (
          <Button size="sm" variant="ghost" aria-label="Editar notas y fotos exigidas" onClick={() => setOpen(true)}>
            Editar
          </Button>
        )
      }
    >
      {notes.isPending && <Skeleton height={40} />}
      {notes.isLoadingError && <QueryError query={notes} />}
      {data && (
        <div className={styles['lines']}>
          {data.notes !== null && <p>{data.notes}</p>}
          {proof?.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {data.notes === null && proof?.length === 0 && (
            <p className="muted">Nada todavía. Aquí se anota lo que conviene saber de sus entregas.</p>
          )}
        </div>
      )}
      {isOpen && data && (
        <Suspense fallback={null}>
          <NotesWindow officeId={officeId} client={client} notes={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  );
}
