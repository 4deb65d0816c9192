import Printer from 'lucide-react/icons/printer';
import { type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../styles/classes.ts';
import { Button } from '../Button/Button.tsx';
import styles from './Sheet.module.css';

/** One sheet, invisible on screens: printed instead of the page, over as many pages as it needs. */
export function Paper({ children }: { children: ReactNode }) {
  return createPortal(
    <div data-paper="" className={styles['paper']} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
}

interface PreviewProps {
  /** «Vista de la hoja». */
  label: string;
  /** @returns the sheet, for the screen and for paper. */
  children: (isPrinted: boolean) => ReactNode;
}

/** A sheet as it is printed. Scrolls by keyboard. */
export function Preview({ label, children }: PreviewProps) {
  return (
    <>
      <div className={styles['preview']} tabIndex={0} role="region" aria-label={label}>
        {children(false)}
      </div>
      <Paper>{children(true)}</Paper>
    </>
  );
}

/** The buttons above a preview. */
export function PreviewTools({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classes('row', styles['tools'], className)}>{children}</div>;
}

/** Prints the sheet of the page. */
export function PrintButton({ children = 'Imprimir', disabled }: { children?: string; disabled?: boolean }) {
  return (
    <Button
      variant="primary"
      disabled={disabled}
      icon={<Printer size={18} aria-hidden="true" />}
      onClick={() => print()}
    >
      {children}
    </Button>
  );
}

/** The sheet itself: its tables, its small print, and the measures that it does not set itself. */
export function Sheet({ className, ...rest }: ComponentProps<'article'>) {
  return <article {...rest} className={classes(styles['sheet'], className)} />;
}

/** What the sheet is, and to the right of it about whom or from whom. */
export function SheetHead({ className, ...rest }: ComponentProps<'header'>) {
  return <header {...rest} className={classes(styles['head'], className)} />;
}

/** Each `span` in it is a line to sign on. */
export function Signatures({ className, ...rest }: ComponentProps<'footer'>) {
  return <footer {...rest} className={classes(styles['signatures'], className)} />;
}
