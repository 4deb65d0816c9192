import { SCREEN_ACCESS } from '@despacho/contracts';
import { MAX_ATTENTION_LINES } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { Preview, PrintButton } from '#shared/ui/Sheet/Sheet.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { useMayUse } from '#features/session/state/session.ts';
import { attentionQuery } from './api/attention-query.ts';
import { handoverQuery } from './api/handover-query.ts';
import { HandoverSheet } from './components/HandoverSheet.tsx';
import { ShiftNotes } from './components/ShiftNotes.tsx';

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
          <Preview label="Vista de la hoja">{() => <HandoverSheet {...data} timeZone={timeZone} />}</Preview>
        </>
      )}
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
        <PrintButton disabled={!data} />
      </WindowFoot>
    </Window>
  );
}
