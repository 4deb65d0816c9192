import { confirm } from '../../../shared/dialogs/confirm.ts';
import { Window } from '../../../shared/ui/Window/Window.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { useFileDrop } from '../state/use-file-drop.ts';
import { useImport } from '../state/use-import.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportPreviewed } from './ImportPreviewed.tsx';

const confirmClosing = (): Promise<boolean> =>
  confirm({
    title: '¿Cerrar sin importar?',
    text: 'Se perderá lo que corrigió y marcó en este archivo.',
    confirmLabel: 'Cerrar sin importar',
    cancelLabel: 'Seguir editando',
    danger: true,
  });

/** Dialog to import orders: choose a file, check its lines, import. */
export function ImportWindow({ onClose }: { onClose: () => void }) {
  const { officeId, timeZone } = useDispatchOffice();
  const work = useImport(officeId);
  const { preview, receipt } = work;
  const isChoosing = !receipt && !preview?.readable;
  const isOver = useFileDrop(isChoosing && !work.isReading ? work.choose : undefined);
  const close = (): void => {
    if (receipt || work.included.size === 0) onClose();
    else
      void confirmClosing().then((agreed) => {
        if (agreed) onClose();
      });
  };
  return (
    <Window
      wide
      title="Importar órdenes"
      lead={
        preview?.readable
          ? preview.fileName
          : 'De un archivo CSV o Excel, con una orden por línea. Nada se importa antes de que usted lo vea.'
      }
      closable
      // No dismissal during the import: closing would not cancel it.
      onDismiss={work.isImporting ? undefined : close}
    >
      {receipt && <ImportDone receipt={receipt} onAnother={work.restart} onClose={onClose} />}
      {!receipt && preview?.readable && (
        <ImportPreviewed preview={preview} work={work} place={{ officeId, timeZone }} onClose={close} />
      )}
      {isChoosing && (
        <ChooseFile work={work} unreadable={preview} officeId={officeId} isOver={isOver} onClose={onClose} />
      )}
    </Window>
  );
}
