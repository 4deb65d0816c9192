import { type ExportFormat } from '@despacho/contracts/dispatch';
import Download from 'lucide-react/icons/download';
import styles from './ExportButtons.module.css';

/**
 * Downloads of a screen's content, among its controls.
 * @param onExport starts the download in the chosen format.
 */
export function ExportButtons({ onExport }: { onExport: (format: ExportFormat) => void }) {
  return (
    <div className={styles['exports']} role="group" aria-label="Exportar">
      <Download size={18} aria-hidden="true" />
      <button type="button" onClick={() => onExport('xlsx')}>
        Excel
      </button>
      <button type="button" onClick={() => onExport('csv')}>
        CSV
      </button>
    </div>
  );
}
