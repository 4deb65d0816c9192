import { type Zone, ZONE_COLOR_CODES, ZONE_COLORS, zoneProblem, type ZoneUses } from '@despacho/contracts/dispatch';
import { useMutation } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useId, useState } from 'react';
import { confirm } from '#shared/dialogs/confirm.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { confirmLeaving, useLeaveGuard } from '#shared/hooks/use-leave-guard.ts';
import areas from '#shared/map/zones/zones.module.css';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { FieldGroup } from '#shared/ui/FieldGroup/FieldGroup.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { TextField } from '#shared/ui/TextField/TextField.tsx';
import { createZone, editZone, removeZone, restoreZone, zoneUses } from '../api/save-zone.ts';
import { type DoneChange } from '../rules/done.ts';
import { removalText } from '../rules/removal-text.ts';
import { changesOf, inputOf, isDirty, type ZoneDraft } from '../rules/zone-draft.ts';
import { CornerFields } from './CornerFields.tsx';
import { ZoneHistory } from './ZoneHistory.tsx';
import styles from './ZonesPanel.module.css';

interface Props {
  officeId: string;
  draft: ZoneDraft;
  onChange: (draft: ZoneDraft) => void;
  onDone: (done: DoneChange) => void;
  onLeave: () => void;
  /** Called when somebody else changed the zone. */
  onConflict: () => void;
}

const LEAVE = 'La zona no está guardada.';

/** Maximum length of a name, as in the contract. */
const MAX_NAME = 40;

/** Name, colour and corners of the zone that is drawn or edited, and its history. */
export function ZoneForm({ officeId, draft, onChange, onDone, onLeave, onConflict }: Props) {
  const { zone, name, color, corners, isDrawing } = draft;
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  useLeaveGuard({ isDirty: () => isDirty(draft), leaves: () => true, text: LEAVE });
  const problem = zoneProblem(corners);
  const save = useMutation({
    mutationFn: () => (zone ? editZone(officeId, zone, changesOf(draft)) : createZone(officeId, inputOf(draft))),
    onSuccess: (saved) => onDone(zone ? edited(officeId, zone, saved) : drawn(officeId, saved)),
    onError: onConflict,
  });
  const remove = useMutation({
    mutationFn: (known: Zone) => removeZone(officeId, known),
    onSuccess: (gone) => onDone({ text: `Zona «${gone.name}» quitada`, undo: () => restoreZone(officeId, gone) }),
    onError: onConflict,
  });
  const ask = useMutation({
    mutationFn: (known: Zone) => zoneUses(officeId, known.id),
    onSuccess: async (uses: ZoneUses, known) => {
      const isSure = await confirm({
        title: `¿Quitar la zona «${known.name}»?`,
        text: removalText(uses),
        confirmLabel: 'Quitar zona',
        danger: true,
      });
      if (isSure) remove.mutate(known);
    },
  });
  const leave = async (): Promise<void> => {
    if (!isDirty(draft) || (await confirmLeaving(LEAVE))) onLeave();
  };
  const missing = name.trim() === '' ? 'Escriba un nombre para la zona' : undefined;
  const failure = save.error ?? remove.error ?? ask.error;
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (!missing && !problem && !save.isPending) save.mutate();
      }}
    >
      <header className={styles['head']}>
        <IconButton
          label="Volver a las zonas"
          variant="plain"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={() => void leave()}
        />
        <h2 className="truncate" tabIndex={-1} ref={focusOnMount}>
          {zone ? zone.name : 'Zona nueva'}
        </h2>
      </header>
      <div className={classes(styles['body'], styles['fields'])}>
        {isDrawing && (
          <p className={styles['hint']}>
            Presione en el mapa cada esquina de la zona; para terminar, presione la primera.
          </p>
        )}
        <TextField
          label="Nombre"
          value={name}
          maxLength={MAX_NAME}
          autoComplete="off"
          error={isAsked ? missing : undefined}
          onChange={({ target }) => onChange({ ...draft, name: target.value })}
        />
        <FieldGroup label="Color" noteId={`${id}-color`}>
          <div className={styles['colors']}>
            {ZONE_COLOR_CODES.map((code) => (
              <label key={code} className={classes(styles['color'], areas[code])} title={ZONE_COLORS[code]}>
                <input
                  type="radio"
                  name={`${id}-color`}
                  checked={code === color}
                  aria-label={ZONE_COLORS[code]}
                  onChange={() => onChange({ ...draft, color: code })}
                />
              </label>
            ))}
          </div>
        </FieldGroup>
        <CornerFields draft={draft} onChange={onChange} />
        {problem && (isAsked || (!isDrawing && corners.length > 2)) && <Alert>{problem.text}</Alert>}
        <FailureAlert error={failure} />
        {zone && (
          <ZoneHistory officeId={officeId} zone={zone} onUse={(form) => onChange({ ...draft, ...form, chosen: 0 })} />
        )}
      </div>
      <footer className={styles['foot']}>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Guardar zona
        </Button>
        {isDrawing && corners.length > 2 && (
          <Button onClick={() => onChange({ ...draft, isDrawing: false })}>Terminar el dibujo</Button>
        )}
        {zone && (
          <Button variant="danger" loading={remove.isPending || ask.isPending} onClick={() => ask.mutate(zone)}>
            Quitar
          </Button>
        )}
      </footer>
    </form>
  );
}

const drawn = (officeId: string, saved: Zone): DoneChange => ({
  text: `Zona «${saved.name}» guardada`,
  undo: () => removeZone(officeId, saved),
});

const edited = (officeId: string, { name, color, corners }: Zone, saved: Zone): DoneChange => ({
  text: `Zona «${saved.name}» guardada`,
  undo: () => editZone(officeId, saved, { name, color, corners }),
});
