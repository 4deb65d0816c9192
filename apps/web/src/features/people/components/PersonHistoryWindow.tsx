import { type Office } from '@despacho/contracts';
import { type PersonOfOffice } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#shared/format/format-number.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryError } from '#shared/ui/ErrorState/ErrorState.tsx';
import { HistoryList } from '#shared/ui/HistoryList/HistoryList.tsx';
import { Skeletons } from '#shared/ui/Skeleton/Skeleton.tsx';
import { Window } from '#shared/ui/Window/Window.tsx';
import { WindowFoot } from '#shared/ui/Window/WindowFoot.tsx';
import { personHistoryQuery } from '../api/people-query.ts';
import { personChangeLines, personChangeTitle } from '../rules/person-history-text.ts';

interface Props {
  officeId: string;
  timeZone: string;
  person: PersonOfOffice;
  /** Offices of the company; null if they are unknown. */
  offices: readonly Office[] | null | undefined;
  onClose: () => void;
}

/** Who changed what of a person's account, newest first. */
export function PersonHistoryWindow({ officeId, timeZone, person, offices, onClose }: Props) {
  const history = useQuery(personHistoryQuery(officeId, person.id));
  const names = new Map((offices ?? []).map(({ id, name }) => [id, name]));
  const { changes, days } = history.data ?? {};
  return (
    <Window
      wide
      title={`Historia de ${person.name}`}
      lead="Quién cambió qué de su cuenta, lo más reciente primero."
      onDismiss={onClose}
    >
      {history.isPending && <Skeletons label="Cargando la historia" count={3} height={48} />}
      {history.isLoadingError && <QueryError query={history} />}
      {changes?.length === 0 && <p>Nadie cambió esta cuenta en los últimos {formatNumber(days ?? 0)} días.</p>}
      {changes && changes.length > 0 && (
        <HistoryList
          timeZone={timeZone}
          changes={changes.map((change) => ({
            id: change.id,
            title: personChangeTitle(change),
            by: change.by.user,
            at: change.at,
            lines: personChangeLines(change, names),
          }))}
        />
      )}
      <WindowFoot>
        <Button onClick={onClose}>Cerrar</Button>
      </WindowFoot>
    </Window>
  );
}
