import { CLIENT_CHANGES } from '@despacho/contracts/dispatch';
import { HistoryWindow } from '#shared/ui/History/HistoryWindow.tsx';
import { clientHistoryQuery } from './api/client-queries.ts';
import { changeLines } from './rules/change-text.ts';

interface Props {
  officeId: string;
  timeZone: string;
  client: { id: string; name: string };
  onClose: () => void;
}

/** Who changed what of a client, newest first. */
export default function ClientHistoryWindow({ officeId, client, ...rest }: Props) {
  return (
    <HistoryWindow
      title="Historia del cliente"
      lead={`Quién cambió qué de ${client.name}, lo más reciente primero.`}
      query={clientHistoryQuery(officeId, client.id)}
      emptyText={() => 'Nadie lo ha cambiado aquí todavía.'}
      titleOf={({ what }) => CLIENT_CHANGES[what]}
      linesOf={changeLines}
      {...rest}
    />
  );
}
