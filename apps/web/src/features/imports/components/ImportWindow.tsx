import { type ImportPreview, UNREADABLE } from '@despacho/contracts/dispatch';
import { confirm } from '#shared/dialogs/confirm.ts';
import { useLeaveGuard } from '#shared/hooks/use-leave-guard.ts';
import { Window } from '#shared/ui/Window/Window.tsx';
import { useToday } from '#shared/hooks/use-today.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { templateAddress } from '../api/import-addresses.ts';
import { useImport } from '../state/use-import.ts';
import { ChooseColumns } from './ChooseColumns.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { type AssignTomorrow, ImportDone } from './ImportDone.tsx';
import { ImportPreviewed } from './ImportPreviewed.tsx';

const confirmLosing = (): Promise<boolean> =>
  confirm({
    title: '¿Dejar este archivo sin importar?',
    text: 'Se perderá lo que seleccionó y corrigió.',
    confirmLabel: 'Dejar sin importar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });

/** @returns why the file cannot be imported at all, and what to do. */
function unreadableText({ why, columns, remedy }: Extract<ImportPreview, { readable: false }>): string {
  const about = columns.length > 0 ? `: ${columns.join(', ')}` : '';
  return `${UNREADABLE[why]}${about}. ${remedy}`;
}

/** Dialog to import orders: choose a file, check its lines, import. */
export function ImportWindow({
  onTomorrow,
  onLocate,
  onClose,
}: {
  onTomorrow: AssignTomorrow;
  /** Opens «Por ubicar». */
  onLocate: () => void;
  onClose: () => void;
}) {
  const { officeId, timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const work = useImport(officeId);
  const { preview, receipt } = work;
  const isMapping = work.isMapping || preview?.readable === false;
  const layout = isMapping && !receipt ? preview?.layout : undefined;
  const isChoosing = !receipt && !layout && !preview?.readable;
  /** Asks first if choices would be lost. */
  const leaveBy = (leave: () => void) => (): void => {
    if (!work.isDirty) leave();
    else
      void confirmLosing().then((agreed) => {
        if (agreed) leave();
      });
  };
  const close = leaveBy(onClose);
  useLeaveGuard({
    isDirty: () => work.isDirty,
    leaves: ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
    text: 'Si sale ahora, se pierde lo que seleccionó y corrigió en el archivo.',
  });
  return (
    <Window
      wide
      title="Importar órdenes"
      lead={
        preview?.readable || layout
          ? work.file?.name
          : 'De un archivo CSV o Excel, con una orden por línea. Nada se importa antes de que usted lo vea.'
      }
      // No dismissal during the import: closing would not cancel it.
      onDismiss={work.isImporting ? undefined : close}
    >
      {receipt && preview?.readable && (
        <ImportDone
          receipt={receipt}
          id={preview.id}
          officeId={officeId}
          onTomorrow={onTomorrow}
          onAnother={work.restart}
          onLocate={onLocate}
          onClose={onClose}
        />
      )}
      {layout && <ChooseColumns layout={layout} work={work} officeId={officeId} today={today} onClose={close} />}
      {!receipt && !layout && preview?.readable && (
        <ImportPreviewed
          preview={preview}
          work={work}
          place={{ officeId, timeZone }}
          onRestart={leaveBy(work.restart)}
          onClose={close}
        />
      )}
      {isChoosing && (
        <ChooseFile
          work={work}
          label="Archivo de órdenes"
          unreadable={preview?.readable === false ? unreadableText(preview) : undefined}
          source={preview?.source}
          template={{ href: templateAddress(officeId) }}
          onClose={onClose}
        />
      )}
    </Window>
  );
}
