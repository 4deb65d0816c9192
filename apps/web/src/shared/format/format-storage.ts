import { BYTES_PER_SHOWN_GB, BYTES_PER_SHOWN_MB, SHOWN_MB_LIMIT, type Storage } from '@despacho/contracts';
import { formatNumber } from './format-number.ts';

const WHOLE = new Intl.NumberFormat('es-PE', { maximumFractionDigits: 0 });

/** Figures of the storage indicator. */
interface StorageFigures {
  used: string;
  total: string;
  /** Width of the bar in percent, within 0–100. */
  bar: number;
}

/** @returns bytes as MB, or as GB above 1024 MB. */
function formatUsed(bytes: number): string {
  const megabytes = bytes / BYTES_PER_SHOWN_MB;
  return megabytes > SHOWN_MB_LIMIT
    ? `${formatNumber(bytes / BYTES_PER_SHOWN_GB)} GB`
    : `${formatNumber(megabytes)} MB`;
}

/** @param storage in bytes, as counted by the storage service. */
export function formatStorage({ almacenamientoMaximo, almacenamientoUsado }: Storage): StorageFigures {
  const percent = almacenamientoMaximo > 0 ? (almacenamientoUsado / almacenamientoMaximo) * 100 : 0;
  return {
    used: formatUsed(almacenamientoUsado),
    total: `${WHOLE.format(almacenamientoMaximo / BYTES_PER_SHOWN_GB)} GB`,
    bar: Math.min(100, Math.max(0, percent)),
  };
}
