import { type Zone, zoneOperations } from '@despacho/contracts/dispatch';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Upload from 'lucide-react/icons/upload';
import X from 'lucide-react/icons/x';
import { useCallback, useRef, useState } from 'react';
import { announce } from '#shared/hooks/announce.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { useUndoKey } from '#shared/hooks/use-undo-key.ts';
import { call } from '#shared/http/call.ts';
import { serverNow } from '#shared/http/server-clock.ts';
import areas from '#shared/map/zones/zones.module.css';
import { classes } from '#shared/styles/classes.ts';
import { Alert } from '#shared/ui/Alert/Alert.tsx';
import { FailureAlert } from '#shared/ui/Alert/FailureAlert.tsx';
import { Button } from '#shared/ui/Button/Button.tsx';
import { QueryStates } from '#shared/ui/ErrorState/QueryStates.tsx';
import { IconButton } from '#shared/ui/IconButton/IconButton.tsx';
import { ordersKeys } from '#shared/queries/orders-keys.ts';
import { zonesKey } from '#shared/zones/zones-query.ts';
import { restoreZone } from '../api/save-zone.ts';
import { MAX_FILE_BYTES, toGeoJson } from '../rules/geojson.ts';
import { type DoneChange } from '../rules/done.ts';
import { draftOf, newDraft } from '../rules/zone-draft.ts';
import { type MapZones } from '../state/use-map-zones.ts';
import { zonesShown } from '../state/zones-shown.ts';
import { ImportZones } from './ImportZones.tsx';
import { ZoneForm } from './ZoneForm.tsx';
import styles from './ZonesPanel.module.css';

/** The office's zones as a list. People with charge S draw, edit, import and remove them here. */
export function ZonesPanel({ zones: state }: { zones: MapZones }) {
  const { officeId, query, zones, mayEdit, isShown, draft, setDraft, setPreview, lookAt, close } = state;
  const client = useQueryClient();
  const [done, setDone] = useState<DoneChange & { at: number }>();
  /** The file that was chosen last; its text is null if it is too large. */
  const [file, setFile] = useState<{ id: string; text: string | null }>();
  const preview = useCallback(
    (shapes: readonly Zone[]): void => {
      setPreview(shapes);
      if (shapes.length > 0) lookAt(shapes.flatMap(({ corners }) => corners));
    },
    [setPreview, lookAt],
  );
  const refresh = (): Promise<unknown> => {
    // Filters by the zone find other orders, also before the stream reports the change.
    void client.invalidateQueries({ queryKey: ordersKeys.all(officeId) });
    return client.invalidateQueries({ queryKey: zonesKey(officeId) });
  };
  const finish = (what: DoneChange): void => {
    setDraft(null);
    setDone({ ...what, at: serverNow() });
    announce(what.text);
    void refresh();
  };
  const undo = useMutation({
    mutationFn: async ({ undo: work }: DoneChange) => {
      await work();
      // Editing it before the list is refetched would show the undone change.
      await refresh();
    },
    onSuccess: () => {
      setDone(undefined);
      announce('Cambio deshecho');
    },
    onError: refresh,
  });
  useUndoKey(draft || undo.isPending ? undefined : done?.at, () => {
    if (done) undo.mutate(done);
  });
  const edit = (zone: Zone): void => {
    setDone(undefined);
    setDraft(draftOf(zone));
    lookAt(zone.corners);
  };
  if (draft)
    return (
      <section className={styles['panel']} aria-label={draft.zone ? `Zona ${draft.zone.name}` : 'Zona nueva'}>
        <ZoneForm
          key={draft.zone?.id ?? 'new'}
          officeId={officeId}
          draft={draft}
          onChange={setDraft}
          onDone={finish}
          onLeave={() => setDraft(null)}
          onConflict={() => void refresh()}
        />
      </section>
    );
  return (
    <section className={styles['panel']} aria-label="Zonas de la oficina">
      <header className={styles['head']}>
        <h2 className="truncate" tabIndex={-1} ref={focusOnMount}>
          Zonas
        </h2>
        <label className={styles['shown']}>
          <input type="checkbox" checked={isShown} onChange={({ target }) => zonesShown.set(target.checked)} />
          Ver en el mapa
        </label>
        <IconButton
          label="Cerrar las zonas"
          variant="plain"
          icon={<X size={18} aria-hidden="true" />}
          onClick={close}
        />
      </header>
      <div className={styles['body']}>
        {done && (
          <p className={styles['done']}>
            <span>{done.text}</span>
            <Button size="sm" loading={undo.isPending} onClick={() => undo.mutate(done)}>
              Deshacer
            </Button>
          </p>
        )}
        <FailureAlert error={undo.error} />
        {file?.text === null && <Alert>El archivo pesa más de 8 MB; divídalo o simplifique sus formas</Alert>}
        {typeof file?.text === 'string' && (
          <ImportZones
            key={file.id}
            officeId={officeId}
            text={file.text}
            known={zones}
            onPreview={preview}
            onClose={() => setFile(undefined)}
            onSaved={() => void refresh()}
          />
        )}
        <QueryStates query={query} label="Cargando las zonas" count={5} height={40} className={styles['waiting']} />
        {query.data?.length === 0 && (
          <p className={styles['none']}>
            La oficina no ha dibujado zonas: se reparte por distritos. Aquí puede dibujarlas, o importarlas de un
            archivo.
          </p>
        )}
        <ul aria-label="Zonas">
          {zones.map((zone) => (
            <li key={zone.id} className={styles['row']}>
              <button type="button" className={styles['zone']} onClick={() => lookAt([...zone.corners])}>
                <span className={classes(areas['swatch'], areas[zone.color])} aria-hidden="true" />
                <span className="truncate">{zone.name}</span>
              </button>
              {mayEdit && (
                <IconButton
                  label={`Editar ${zone.name}`}
                  variant="plain"
                  icon={<Pencil size={16} aria-hidden="true" />}
                  onClick={() => edit(zone)}
                />
              )}
            </li>
          ))}
        </ul>
        {mayEdit && <RemovedZones officeId={officeId} onRestored={() => void refresh()} />}
      </div>
      <footer className={classes(styles['foot'], styles['list'])}>
        {mayEdit && (
          <>
            <Button
              variant="primary"
              icon={<Plus size={16} aria-hidden="true" />}
              onClick={() => {
                setDone(undefined);
                setFile(undefined);
                setDraft(newDraft(zones));
              }}
            >
              Dibujar zona
            </Button>
            <ChooseFile
              onRead={(text) => {
                setDone(undefined);
                setFile({ id: crypto.randomUUID(), text });
              }}
            />
          </>
        )}
        {zones.length > 0 && (
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => saveFile(`zonas-${officeId}.geojson`, toGeoJson(zones))}
          >
            Exportar
          </Button>
        )}
      </footer>
    </section>
  );
}

/** Lets the browser save a text as a file. */
function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/geo+json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Reads a file in the browser: its text is not sent, only the zones in it. Null for a file that is too large. */
function ChooseFile({ onRead }: { onRead: (text: string | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".geojson,.json,application/geo+json,application/json"
        aria-label="Archivo de zonas"
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          if (!file) return;
          onRead(file.size > MAX_FILE_BYTES ? null : await file.text());
          // The same file can be chosen again after it was corrected.
          target.value = '';
        }}
      />
      <Button icon={<Upload size={16} aria-hidden="true" />} onClick={() => input.current?.click()}>
        Importar
      </Button>
    </>
  );
}

/** Zones that can be restored. Nothing without any. */
function RemovedZones({ officeId, onRestored }: { officeId: string; onRestored: () => void }) {
  const removed = useQuery({
    queryKey: [...zonesKey(officeId), 'removed'],
    queryFn: ({ signal }) => call(zoneOperations['zones.removed'], { query: { officeId }, signal }),
  });
  const restore = useMutation({
    mutationFn: (zone: { id: string; version: number }) => restoreZone(officeId, zone),
    onSuccess: ({ name }) => announce(`Zona «${name}» restaurada`),
    onSettled: onRestored,
  });
  if (!removed.data || removed.data.length === 0) return null;
  return (
    <details className={styles['removed']}>
      <summary>Zonas quitadas ({removed.data.length})</summary>
      <FailureAlert error={restore.error} />
      <ul>
        {removed.data.map((zone) => (
          <li key={zone.id} className={styles['row']}>
            <span className={styles['gone']}>
              <span className="truncate">{zone.name}</span>
              <small>la quitó {zone.by.user}</small>
            </span>
            <Button size="sm" aria-label={`Restaurar ${zone.name}`} onClick={() => restore.mutate(zone)}>
              Restaurar
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
