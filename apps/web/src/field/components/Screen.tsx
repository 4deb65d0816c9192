import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { classes } from '#shared/styles/classes.ts';
import { focusOnMount } from '#shared/hooks/focus-on-mount.ts';
import { goBack, type Screen as Place } from '../state/hash-route.ts';
import styles from './Screen.module.css';

interface Props {
  title: string;
  /** Code of the order that the screen is about, in the title of the document. */
  code?: string;
  /** Beside the title. */
  aside?: ReactNode;
  /** Below the title, in the dark part of the page. */
  lead?: ReactNode;
  /** Messages about the whole page, above its content. */
  banners?: ReactNode;
  /** The main actions, in reach of the thumb. */
  footer?: ReactNode;
  /** The content fills the screen between the bars, without space around it. */
  isFilled?: boolean;
  /** The target of «Atrás» if the page was opened on this screen; without it, there is no such button. */
  back?: Place;
  children: ReactNode;
}

/** A screen of the courier's page. Its title receives the focus, so that a screen reader reads the new screen. */
export function Screen({ title, code = '', aside, lead, banners, footer, isFilled = false, back, children }: Props) {
  const isBelow = back !== undefined;
  useLayoutEffect(() => {
    if (isBelow) scrollTo(0, 0);
  }, [isBelow]);
  return (
    <div className={styles['screen']}>
      <title>{`${code} ${title} · Despacho`}</title>
      <header className={styles['top']}>
        {back && (
          <button type="button" className={styles['back']} aria-label="Atrás" onClick={() => goBack(back)}>
            <ChevronLeft size={26} aria-hidden="true" />
          </button>
        )}
        <h1 ref={back && focusOnMount} tabIndex={-1} className={styles['title']}>
          {title}
        </h1>
        {aside}
      </header>
      {lead !== undefined && (
        <section className={styles['lead']} aria-label="Resumen">
          {lead}
        </section>
      )}
      {banners}
      <main
        className={classes(styles['content'], footer === undefined && styles['last'], isFilled && styles['filled'])}
      >
        {children}
      </main>
      {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}
