import { Window } from '../../../shared/ui/Window/Window.tsx';
import { useDispatchOffice } from '../../orders/state/use-orders-state.ts';
import { useFileDrop } from '../state/use-file-drop.ts';
import { useImport } from '../state/use-import.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportDone } from './ImportDone.tsx';
import { ImportPreviewed } from './ImportPreviewed.tsx';

/** Dialog to import orders: choose a file, check its lines, import. */
export function ImportWindow({ onClose }: { onClose: () => void }) {
  const { officeId, timeZone } = useDispatchOffice();
  const work = useImport(officeId);
  const { preview, receipt } = work;
  const isChoosing = !receipt && !preview?.readable;
  const isOver = useFileDrop(isChoosing && !work.isReading ? work.choose : undefined);
  return (
    <Window
      wide
      title="Importar órdenes"
      lead={
        preview?.readable
          ? preview.fileName
          : 'De un archivo CSV o Excel, con una orden por línea. Nada se importa antes de que usted lo vea.'
      }
      // No dismissal during the import: closing would not cancel it.
      onDismiss={work.isImporting ? undefined : onClose}
    >
      {receipt && <ImportDone receipt={receipt} onAnother={work.restart} onClose={onClose} />}
      {!receipt && preview?.readable && (
        <ImportPreviewed preview={preview} work={work} place={{ officeId, timeZone }} onClose={onClose} />
      )}
      {isChoosing && (
        <ChooseFile work={work} unreadable={preview} officeId={officeId} isOver={isOver} onClose={onClose} />
      )}
    </Window>
  );
}
