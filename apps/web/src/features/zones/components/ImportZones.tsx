import { useMutation } from '@tanstack/react-query';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { importZones } from '../api/save-zone.ts';
import { type ReadFile } from '../rules/geojson.ts';
import styles from './ZonesPanel.module.css';

interface Props {
  officeId: string;
  file: ReadFile;
  onClose: () => void;
  /** Called when the zones were saved. */
  onSaved: () => void;
}

const count = (zones: number): string => (zones === 1 ? '1 zona' : `${zones} zonas`);

/** Shows what a file has before it is saved. All of its zones are saved, or none. */
export function ImportZones({ officeId, file: { zones, problems }, onClose, onSaved }: Props) {
  const replaced = zones.filter(({ replaces }) => replaces !== null);
  const save = useMutation({
    mutationFn: () => importZones(officeId, zones),
    onSuccess: () => {
      announce(`${count(zones.length)} en la oficina`);
      onSaved();
      onClose();
    },
  });
  return (
    <section className={styles['import']} aria-label="Zonas del archivo">
      {zones.length > 0 && (
        <p>
          El archivo tiene {count(zones.length)}
          {replaced.length > 0 && `; ${replaced.length} cambian las que ya se llaman así`}.
        </p>
      )}
      {problems.length > 0 && (
        <>
          <p>No se pueden importar:</p>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      {save.error && <Alert>No se importó ninguna. {failureText(save.error)}</Alert>}
      <p className={styles['buttons']}>
        {zones.length > 0 && (
          <Button variant="primary" size="sm" loading={save.isPending} onClick={() => save.mutate()}>
            Importar {count(zones.length)}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {zones.length > 0 ? 'Cancelar' : 'Cerrar'}
        </Button>
      </p>
    </section>
  );
}
