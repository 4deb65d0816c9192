import FileDown from 'lucide-react/icons/file-down';
import FileUp from 'lucide-react/icons/file-up';
import Files from 'lucide-react/icons/files';
import { Menu } from '#shared/ui/Menu/Menu.tsx';
import { useMediaQuery } from '#shared/hooks/use-media-query.ts';
import { useDialogHandler } from '../state/dialogs.ts';

/** Menu to import and export orders. */
export function FilesMenu() {
  const opens = useDialogHandler();
  const isTight = useMediaQuery('(width < 40em)');
  return (
    <Menu
      label="Archivo"
      compact={isTight}
      outlined
      icon={<Files size={16} aria-hidden="true" />}
      items={[
        {
          label: 'Importar órdenes',
          icon: <FileUp size={16} aria-hidden="true" />,
          onSelect: opens({ kind: 'import' }),
        },
        {
          label: 'Exportar órdenes',
          icon: <FileDown size={16} aria-hidden="true" />,
          onSelect: opens({ kind: 'export' }),
        },
      ]}
    />
  );
}
