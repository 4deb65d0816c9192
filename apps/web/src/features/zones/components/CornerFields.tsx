import { MAX_CORNERS } from '@despacho/contracts/dispatch';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { middleAfter, movedCorner, withCorner, withoutCorner, type ZoneDraft } from '../rules/zone-draft.ts';
import styles from './ZonesPanel.module.css';

interface Props {
  draft: ZoneDraft;
  onChange: (draft: ZoneDraft) => void;
}

/** «-12.0464, -77.0428», as maps copy it. */
const PLACE = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/;

/** The corners one at a time by their coordinates: the alternative to the map. */
export function CornerFields({ draft, onChange }: Props) {
  const { corners, chosen, isDrawing, isPlacing } = draft;
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const corner = corners[chosen];
  const choose = (index: number): void => {
    setTyped(undefined);
    setError(undefined);
    onChange({ ...draft, chosen: index });
  };
  /** Adds a corner at the typed coordinates, or moves the chosen one there. */
  const place = (isNew: boolean): void => {
    const [, lat, lng] = PLACE.exec(typed ?? '') ?? [];
    if (lat === undefined || lng === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) {
      setError('Escriba latitud y longitud, por ejemplo -12.0464, -77.0428');
      return;
    }
    const to = [Number(lat), Number(lng)] as const;
    onChange(isNew ? withCorner(draft, corners.length, to) : movedCorner(draft, chosen, to));
    setTyped(undefined);
    setError(undefined);
  };
  return (
    <FieldGroup label="Esquinas" noteId="corners-note">
      <div className={styles['corners']}>
        <IconButton
          label="Esquina anterior"
          disabled={corners.length < 2}
          icon={<ChevronLeft size={16} aria-hidden="true" />}
          onClick={() => choose((chosen + corners.length - 1) % corners.length)}
        />
        <span aria-live="polite">{corner ? `${chosen + 1} de ${corners.length}` : 'Ninguna todavía'}</span>
        <IconButton
          label="Esquina siguiente"
          disabled={corners.length < 2}
          icon={<ChevronRight size={16} aria-hidden="true" />}
          onClick={() => choose((chosen + 1) % corners.length)}
        />
      </div>
      <TextField
        label={corner ? `Latitud y longitud de la esquina ${chosen + 1}` : 'Latitud y longitud'}
        value={typed ?? (corner ? corner.join(', ') : '')}
        inputMode="text"
        autoComplete="off"
        error={error}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          // Does not save the zone yet.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (typed !== undefined) place(corner === undefined);
        }}
      />
      {isPlacing && (
        <p role="status" className={styles['hint']}>
          Presione en el mapa el nuevo lugar de la esquina {chosen + 1}.
        </p>
      )}
      <div className={styles['buttons']}>
        {typed !== undefined && (
          <>
            {corner && (
              <Button size="sm" onClick={() => place(false)}>
                Mover la esquina
              </Button>
            )}
            <Button size="sm" onClick={() => place(true)}>
              Agregar esquina
            </Button>
          </>
        )}
        {typed === undefined && corners.length > 1 && corners.length < MAX_CORNERS && (
          <Button size="sm" onClick={() => onChange(withCorner(draft, chosen + 1, middleAfter(corners, chosen)))}>
            Agregar después
          </Button>
        )}
        {typed === undefined && corner && !isDrawing && (
          <Button size="sm" aria-pressed={isPlacing} onClick={() => onChange({ ...draft, isPlacing: !isPlacing })}>
            Mover en el mapa
          </Button>
        )}
        {typed === undefined && corner && (
          <Button size="sm" onClick={() => onChange(withoutCorner(draft, chosen))}>
            Quitar esquina
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}
