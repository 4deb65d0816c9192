import { ScanLine } from 'lucide-react';
import { hasCamera } from '#shared/browser/camera.ts';
import { classes } from '#shared/styles/classes.ts';
import find from '../components/FindStop.module.css';
import screenStyles from '../components/Screen.module.css';

/** Opens the scanner, beside a field; nothing where the browser has no camera. */
export function ScanButton({ label, onClick }: { label: string; onClick: () => void }) {
  if (!hasCamera()) return null;
  return (
    <button type="button" className={classes(screenStyles['tool'], find['scan'])} aria-label={label} onClick={onClick}>
      <ScanLine size={24} aria-hidden="true" />
    </button>
  );
}
