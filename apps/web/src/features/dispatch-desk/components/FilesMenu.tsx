import { addDays } from '@despacho/contracts/dispatch';
import FileDown from 'lucide-react/icons/file-down';
import FileUp from 'lucide-react/icons/file-up';
import Files from 'lucide-react/icons/files';
import { Suspense, useState } from 'react';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useToday } from '#shared/hooks/use-today.ts';
import { useDispatchOffice } from '#features/orders/state/use-orders-state.ts';
import { ExportWindow, ImportWindow } from '../lazy-windows.ts';
import { importedTomorrowIntent } from '../rules/intents.ts';
import { useActions } from '../state/use-actions.ts';
import { OpeningWindow } from './OpeningWindow.tsx';

/** Menu to import and export orders. */
export function FilesMenu() {
  const [opened, setOpened] = useState<'import' | 'export' | null>(null);
  const { timeZone } = useDispatchOffice();
  const today = useToday(timeZone);
  const { run } = useActions();
  const isTight = useMediaQuery('(width < 40em)');
  const close = (): void => {
    setOpened(null);
  };
  return (
    <>
      <Menu
        label="Archivo"
        compact={isTight}
        outlined
        icon={<Files size={16} aria-hidden="true" />}
        items={[
          {
            label: 'Importar órdenes',
            icon: <FileUp size={16} aria-hidden="true" />,
            onSelect: () => setOpened('import'),
          },
          {
            label: 'Exportar órdenes',
            icon: <FileDown size={16} aria-hidden="true" />,
            onSelect: () => setOpened('export'),
          },
        ]}
      />
      {opened && (
        <Suspense fallback={<OpeningWindow onClose={close} />}>
          {opened === 'import' ? (
            <ImportWindow
              onTomorrow={(closed) => void run(importedTomorrowIntent(closed, addDays(today, 1)))}
              onClose={close}
            />
          ) : (
            <ExportWindow onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
