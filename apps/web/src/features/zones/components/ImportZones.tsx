import { type Corner, homeDistricts, MAX_PLACE_KM, type Zone, zoneDoubt } from '@despacho/contracts/dispatch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDistricts } from '#shared/districts/districts.ts';
import { districtsQuery } from '#shared/districts/districts-query.ts';
import { countText } from '#shared/format/count-text.ts';
import { failureText } from '#shared/format/failure-text.ts';
import { announce } from '#shared/hooks/announce.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { SelectField } from '#shared/ui/SelectField/SelectField.tsx';
import { importZones } from '../api/save-zone.ts';
import { readGeoJson, type ReadOptions } from '../rules/geojson.ts';
import styles from './ZonesPanel.module.css';

interface Props {
  officeId: string;
  /** The file's content. */
  text: string;
  /** The office's zones. */
  known: readonly Zone[];
  /** Called with the zones that would be imported, to be drawn. */
  onPreview: (zones: readonly Zone[]) => void;
  onClose: () => void;
  /** Called when the zones were saved. */
  onSaved: () => void;
}

/** Names in one sentence. */
const MAX_NAMED = 5;

const namesText = (names: readonly string[]): string =>
  [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');

const replacedText = (zones: number): string =>
  zones === 0 ? '' : `; ${countText(zones, 'cambia la que ya se llama así', 'cambian las que ya se llaman así')}`;

const count = (zones: number): string => (zones === 1 ? '1 zona' : `${zones} zonas`);

/** @returns why a zone can hardly be of an office. */
function useZoneDoubt(officeId: string) {
  const { all } = useDistricts();
  const { near = null, maxKm = MAX_PLACE_KM } = useQuery(districtsQuery(officeId)).data ?? {};
  return useMemo(() => {
    const districts = homeDistricts(all, near);
    return (corners: readonly Corner[]) => zoneDoubt(corners, { districts, around: districts, maxKm });
  }, [all, near, maxKm]);
}

/** Shows the content of a file before it is saved, here and on the map. All of its zones are saved, or none. */
export function ImportZones({ officeId, text, known, onPreview, onClose, onSaved }: Props) {
  const [options, setOptions] = useState<ReadOptions>({ nameKey: null, swaps: false, simplifies: false });
  const doubtOf = useZoneDoubt(officeId);
  const file = useMemo(() => readGeoJson(text, known, options, doubtOf), [text, known, options, doubtOf]);
  const { zones, problems, notes, nameKeys, swappable, simplifiable } = file;
  const replaced = zones.filter(({ replaces }) => replaces !== null);
  useEffect(() => {
    const id = (at: number): string => `file ${at} ${JSON.stringify(options)}`;
    onPreview(zones.map(({ input }, at) => ({ ...input, id: id(at), version: 0 })));
    return () => onPreview([]);
  }, [zones, options, onPreview]);
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
          El archivo tiene {count(zones.length)} ({namesText(zones.map(({ input }) => input.name))})
          {replacedText(replaced.length)}. El mapa muestra cómo quedan.
        </p>
      )}
      {nameKeys.length > 1 && (
        <SelectField
          label="El nombre está en"
          value={options.nameKey ?? ''}
          options={[{ value: '', label: 'El campo usual' }, ...nameKeys.map((key) => ({ value: key, label: key }))]}
          onChange={(value) => setOptions({ ...options, nameKey: value === '' ? null : value })}
        />
      )}
      {swappable.length > 0 && (
        <p className={styles['choice']}>
          {options.swaps
            ? `Latitud y longitud intercambiadas en ${count(swappable.length)} (${namesText(swappable)}).`
            : `${countText(swappable.length, 'zona tiene', 'zonas tienen')} latitud y longitud cambiadas: ${swappable.length === 1 ? 'quedaría' : 'quedarían'} fuera del Perú (${namesText(swappable)}).`}
          <Button size="sm" onClick={() => setOptions({ ...options, swaps: !options.swaps })}>
            {options.swaps ? 'No intercambiarlas' : 'Intercambiarlas'}
          </Button>
        </p>
      )}
      {(simplifiable > 0 || options.simplifies) && (
        <p className={styles['choice']}>
          {options.simplifies
            ? 'Las formas están simplificadas.'
            : `${countText(simplifiable, 'forma tiene', 'formas tienen')} demasiadas esquinas, un hueco o varias partes.`}
          <Button size="sm" onClick={() => setOptions({ ...options, simplifies: !options.simplifies })}>
            {options.simplifies ? 'No simplificar' : 'Simplificar'}
          </Button>
        </p>
      )}
      {notes.length > 0 && (
        <ul aria-label="Observaciones">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <>
          <p>No se pueden importar:</p>
          <ul aria-label="No se pueden importar">
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
