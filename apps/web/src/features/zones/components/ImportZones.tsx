import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { createZone, editZone } from '../api/save-zone.ts';
import { type ReadFile } from '../rules/geojson.ts';
import styles from './ZonesPanel.module.css';

interface Props {
  officeId: string;
  file: ReadFile;
  onClose: () => void;
  /** Called when some zones were saved. */
  onSaved: () => void;
}

const count = (zones: number): string => (zones === 1 ? '1 zona' : `${zones} zonas`);

/** Shows what a file has before it is saved. Each zone is saved by itself, so that a failure keeps those before it. */
export function ImportZones({ officeId, file: { zones, problems }, onClose, onSaved }: Props) {
  const [saved, setSaved] = useState(0);
  const replaced = zones.filter(({ replaces }) => replaces !== null);
  const save = useMutation({
    mutationFn: async () => {
      for (const [index, { input, replaces }] of zones.entries()) {
        if (index < saved) continue;
        await (replaces ? editZone(officeId, replaces, input) : createZone(officeId, input));
        setSaved(index + 1);
      }
    },
    onSuccess: () => {
      announce(`${count(zones.length)} en la oficina`);
      onClose();
    },
    onSettled: onSaved,
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
      {save.error && (
        <Alert>
          {saved > 0 && `Se guardaron ${saved} de ${zones.length}. `}
          {failureText(save.error)}
        </Alert>
      )}
      <p className={styles['buttons']}>
        {zones.length > 0 && (
          <Button variant="primary" size="sm" loading={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? `Guardando ${saved + 1} de ${zones.length}` : `Importar ${count(zones.length)}`}
          </Button>
        )}
        <Button size="sm" onClick={onClose}>
          {zones.length > 0 ? 'Cancelar' : 'Cerrar'}
        </Button>
      </p>
    </section>
  );
}
