import { SCREEN_ACCESS } from '@despacho/contracts';
import { type Attention, type Handover, MAX_ATTENTION_LINES } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Paper } from '#shared/ui/Paper/Paper.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { attentionQuery } from './api/attention-query.ts';
import { handoverQuery } from './api/handover-query.ts';
import { HandoverSheet } from './components/HandoverSheet.tsx';
import { ShiftNotes } from './components/ShiftNotes.tsx';
import styles from './HandoverWindow.module.css';

interface Props {
  officeId: string;
  timeZone: string;
  onClose: () => void;
}

/** «Relevo»: open orders with courier and promised time, and the notes between shifts; also printed. */
export default function HandoverWindow({ officeId, timeZone, onClose }: Props) {
  const handover = useQuery(handoverQuery(officeId));
  const attention = useQuery(attentionQuery(officeId, MAX_ATTENTION_LINES));
  const mayWrite = useMayUse()(SCREEN_ACCESS.assing);
  const failed = handover.isLoadingError ? handover : attention;
  const data = handover.data && attention.data ? { handover: handover.data, attention: attention.data } : null;
  return (
    <Window
      wide="map"
      title="Relevo"
      lead="Lo que queda abierto, quién lo tiene y lo que se prometió, con una nota para el siguiente turno."
      focus="textarea"
      onDismiss={onClose}
    >
      {!data && failed.isLoadingError && <QueryError query={failed} />}
      {!data && !failed.isLoadingError && (
        <Skeletons label="Preparando el relevo" count={4} height={56} className="stack-3" />
      )}
      {data && (
        <>
          <ShiftNotes officeId={officeId} timeZone={timeZone} notes={data.handover.notes} mayWrite={mayWrite} />
          <Sheet {...data} timeZone={timeZone} />
        </>
      )}
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
        <Button
          variant="primary"
          disabled={!data}
          icon={<Printer size={18} aria-hidden="true" />}
          onClick={() => print()}
        >
          Imprimir
        </Button>
      </WindowFoot>
    </Window>
  );
}

function Sheet(props: { handover: Handover; attention: Attention; timeZone: string }) {
  return (
    <>
      <div className={styles['scroller']} tabIndex={0} role="region" aria-label="Vista de la hoja">
        <HandoverSheet {...props} />
      </div>
      <Paper>
        <HandoverSheet {...props} />
      </Paper>
    </>
  );
}
