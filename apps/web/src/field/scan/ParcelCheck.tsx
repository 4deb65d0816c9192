import { ScanLine } from 'lucide-react';
import { useState } from 'react';
import { Action } from '../components/Action.tsx';
import common from '../components/Common.module.css';
import { checkParcel, type LabelSource, type ScanAnswer } from '../rules/labels.ts';
import { type Stop } from '../offline/types.ts';
import { alertScan } from '../state/alert-change.ts';
import { ScanDialog } from './ScanDialog.tsx';

interface Props {
  /** The open stops of one door. */
  door: readonly Stop[];
  /** Stops of the route. */
  stops: readonly Stop[];
}

/** Compares the courier's parcels with the stop, by their labels. An optional check. */
export function ParcelCheck({ door, stops }: Props) {
  const [proven, setProven] = useState<readonly string[]>([]);
  const [isScanning, setScanning] = useState(false);
  const isProven = ({ id }: Stop): boolean => proven.includes(id);
  const name = `Comprobar ${door.length === 1 ? 'el paquete' : 'los paquetes'}`;
  const missing = door.filter((stop) => !isProven(stop));
  const check = (text: string, source: LabelSource): ScanAnswer | undefined => {
    const { proven: found, answer } = checkParcel(door, stops, text, source);
    alertScan(answer.tone === 'good');
    setProven([...new Set([...proven, ...found.map(({ id }) => id)])]);
    if (!missing.every((stop) => found.includes(stop))) return answer;
    setScanning(false);
    return undefined;
  };
  return (
    <>
      <p role="status" className={door.some(isProven) ? common['good'] : 'visually-hidden'}>
        {door.some(isProven) && provenText(door.filter(isProven), missing)}
      </p>
      {missing.length > 0 && (
        <Action tone="plain" icon={<ScanLine size={20} aria-hidden="true" />} onClick={() => setScanning(true)}>
          {name}
        </Action>
      )}
      {isScanning && <ScanDialog title={name} onLabel={check} onClose={() => setScanning(false)} />}
    </>
  );
}

const codes = (stops: readonly Stop[]): string => stops.map(({ code }) => code).join(', ');

function provenText(proven: readonly Stop[], missing: readonly Stop[]): string {
  const packages = proven.reduce((sum, stop) => sum + stop.packages, 0);
  return [
    `Es de esta parada: ${codes(proven)}`,
    // A label identifies the order, not a single parcel.
    missing.length > 0 ? `falta ${codes(missing)}` : packages > proven.length && `son ${packages} paquetes`,
  ]
    .filter(Boolean)
    .join('; ');
}
