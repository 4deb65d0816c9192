import { CLIENT_CHANGES } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { HistoryList } from '#shared/ui/HistoryList/HistoryList.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { clientHistoryQuery } from './api/client-queries.ts';
import { changeLines } from './rules/change-text.ts';

interface Props {
  officeId: string;
  timeZone: string;
  client: { id: string; name: string };
  onClose: () => void;
}

/** Who changed what of a client, newest first. */
export default function HistoryWindow({ officeId, timeZone, client, onClose }: Props) {
  const history = useQuery(clientHistoryQuery(officeId, client.id));
  return (
    <Window
      wide
      title="Historia del cliente"
      lead={`Quién cambió qué de ${client.name}, lo más reciente primero.`}
      onDismiss={onClose}
    >
      {history.isPending && <Skeletons label="Cargando la historia" count={3} height={48} />}
      {history.isLoadingError && <QueryError query={history} />}
      {history.data?.changes.length === 0 && <p>Nadie lo ha cambiado aquí todavía.</p>}
      {history.data && history.data.changes.length > 0 && (
        <HistoryList
          timeZone={timeZone}
          changes={history.data.changes.map((change) => ({
            id: change.id,
            title: CLIENT_CHANGES[change.what],
            by: change.by.user,
            at: change.at,
            lines: changeLines(change),
          }))}
        />
      )}
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </Window>
  );
}
