import { ChevronDown, Navigation } from 'lucide-react';
import { useState } from 'react';
import { type Stop } from '../offline/types.ts';
import { wayLinks } from '../rules/contact.ts';
import { setNavigationApp, useNavigationApp } from '../state/settings.ts';
import { Dialog } from './Dialog.tsx';
import common from './Common.module.css';
import styles from './WayLink.module.css';

/**
 * «Ir»: opens the way to a stop in the navigation app that was chosen last. The first time it asks which app; a button
 * beside it asks again.
 */
export function WayLink({ stop }: { stop: Stop }) {
  const [isChoosing, setChoosing] = useState(false);
  const way = useNavigationApp();
  const links = wayLinks(stop);
  const known = links.find(({ app }) => app === way);
  const close = (): void => {
    setChoosing(false);
  };
  return (
    <div className={styles['link']}>
      {known ? (
        <>
          <a
            className={styles['tool']}
            href={known.href}
            target="_blank"
            rel="noreferrer"
            aria-label={`Ir con ${known.name}`}
          >
            <Navigation size={24} aria-hidden="true" />
            Ir
          </a>
          <button
            type="button"
            className={styles['other']}
            aria-label="Cambiar la aplicación"
            onClick={() => setChoosing(true)}
          >
            <ChevronDown size={20} aria-hidden="true" />
          </button>
        </>
      ) : (
        <button type="button" className={styles['tool']} onClick={() => setChoosing(true)}>
          <Navigation size={24} aria-hidden="true" />
          Cómo llegar
        </button>
      )}
      {isChoosing && (
        <Dialog title="Cómo llegar" cancel="Cancelar" onClose={close}>
          <p className={common['quiet']}>Se abrirá con un solo toque en las demás paradas.</p>
          <div className="stack">
            {links.map(({ app, name, href }) => (
              <a
                key={app}
                className={styles['way']}
                href={href}
                target="_blank"
                rel="noreferrer"
                aria-current={app === way || undefined}
                onClick={() => {
                  setNavigationApp(app);
                  close();
                }}
              >
                {name}
              </a>
            ))}
          </div>
        </Dialog>
      )}
    </div>
  );
}
