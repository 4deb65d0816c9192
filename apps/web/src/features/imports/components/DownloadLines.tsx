import Download from 'lucide-react/icons/download';
import { type ReactNode } from 'react';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { classes } from '#shared/styles/classes.ts';

/** A link in the window's footer that downloads a file. */
export function DownloadLines({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className={classes(buttonStyles['button'], buttonStyles['ghost'])}>
      <Download size={16} aria-hidden="true" />
      {children}
    </a>
  );
}
