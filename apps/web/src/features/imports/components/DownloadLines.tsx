import Download from 'lucide-react/icons/download';
import { type ReactNode } from 'react';
import buttonStyles from '#shared/ui/Button/Button.module.css';
import { classes } from '#shared/styles/classes.ts';

interface Props {
  href: string;
  /** The name of the file; without it, as the service names it. */
  download?: string | undefined;
  children: ReactNode;
}

/** A link in the window's footer that downloads a file. */
export function DownloadLines({ href, download = '', children }: Props) {
  return (
    <a href={href} download={download} className={classes(buttonStyles['button'], buttonStyles['ghost'])}>
      <Download size={16} aria-hidden="true" />
      {children}
    </a>
  );
}
