import { type Zone, type ZoneChange, zoneOperations, type ZoneVersion } from '@despacho/contracts/dispatch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRelative } from '#shared/format/format-relative.ts';
import { useServerTime } from '#shared/hooks/use-server-time.ts';
import { call } from '#shared/http/call.ts';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { zonesKey } from '#shared/zones/zones-query.ts';
import { changeText } from '../rules/change-text.ts';
import styles from './ZonesPanel.module.css';

interface Props {
  officeId: string;
  zone: Zone;
  /** Called with the name, colour and corners of an earlier version. */
  onUse: (form: Pick<Zone, 'name' | 'color' | 'corners'>) => void;
}

const VERBS: Readonly<Record<ZoneChange, string>> = {
  creada: 'la dibujó',
  editada: 'la editó',
  quitada: 'la quitó',
  restaurada: 'la restauró',
};

/** The changes of the zone with their authors, newest first. An earlier shape is loaded into the editor. */
export function ZoneHistory({ officeId, zone, onUse }: Props) {
  const [isOpen, setOpen] = useState(false);
  const history = useQuery({
    queryKey: [...zonesKey(officeId), zone.id, zone.version],
    queryFn: ({ signal }) =>
      call(zoneOperations['zones.history'], { params: { id: zone.id }, query: { officeId }, signal }),
    enabled: isOpen,
  });
  return (
    <details className={styles['history']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Historia</summary>
      {isOpen && <QueryStates query={history} label="Cargando la historia" count={2} height={32} />}
      <ol aria-label="Historia de la zona">
        {history.data?.map((version, index, all) => (
          <Version key={version.version} version={version} before={all[index + 1]} isNow={index === 0} onUse={onUse} />
        ))}
      </ol>
    </details>
  );
}

interface VersionProps {
  version: ZoneVersion;
  before: ZoneVersion | undefined;
  isNow: boolean;
  onUse: Props['onUse'];
}

function Version({ version, before, isNow, onUse }: VersionProps) {
  const now = new Date(useServerTime());
  const { by, at, what, name, color, corners } = version;
  return (
    <li>
      <span>
        {by.user} {VERBS[what]} <small>{formatRelative(at, now)}</small>
        {what === 'editada' && before && <small className={styles['change']}>{changeText(before, version)}</small>}
      </span>
      {!isNow && (
        <Button size="sm" onClick={() => onUse({ name, color, corners })}>
          Usar esta
        </Button>
      )}
    </li>
  );
}
