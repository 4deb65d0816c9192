import { type SavedView } from '@despacho/contracts/dispatch';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { chunk } from '#shared/http/chunk.ts';
import { classes } from '#shared/styles/classes.ts';
import floating from '#shared/ui/Floating/Floating.module.css';
import iconButton from '#shared/ui/IconButton/IconButton.module.css';
import { MenuButton, type MenuParts } from '#shared/ui/Menu/MenuButton.tsx';
import { useViews, type Views } from '../state/use-views.ts';
import styles from './ViewsMenu.module.css';

const load = chunk(() => import('./view-windows.ts'));
const ReplaceViewWindow = lazy(async () => ({ default: (await load()).ReplaceViewWindow }));
const SaveViewWindow = lazy(async () => ({ default: (await load()).SaveViewWindow }));
const ViewsWindow = lazy(async () => ({ default: (await load()).ViewsWindow }));

type Opened = 'save' | 'replace' | 'manage' | null;

const triggerName = ({ active, isModified }: Views): string => {
  if (!active) return 'Vistas';
  return isModified ? `Vista: ${active.name} (modificada)` : `Vista: ${active.name}`;
};

/** Menu of the office's saved views. Its icon is filled while a view is open, and coloured if that is modified. */
export function ViewsMenu() {
  const views = useViews();
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => {
    setOpened(null);
  };
  const item = (Menu: MenuParts, opens: Opened, icon: ReactNode, label: string) => (
    <Menu.Item className={floating['item']} onClick={() => setOpened(opens)}>
      {icon}
      {label}
    </Menu.Item>
  );
  return (
    <>
      <MenuButton
        aria-label={triggerName(views)}
        title={triggerName(views)}
        className={classes(iconButton['button'], iconButton['outline'], views.isModified && styles['modified'])}
        entries={(Menu) => (
          <>
            <ViewItems parts={Menu} views={views} />
            <div className={styles['rule']} role="separator" />
            {views.active?.mayEdit &&
              views.isModified &&
              item(
                Menu,
                'replace',
                <RefreshCw size={16} aria-hidden="true" />,
                `Guardar los cambios en «${views.active.name}»`,
              )}
            {item(Menu, 'save', <BookmarkPlus size={16} aria-hidden="true" />, 'Guardar como vista nueva')}
            {(views.views?.length ?? 0) > 0 &&
              item(Menu, 'manage', <Pencil size={16} aria-hidden="true" />, 'Renombrar o quitar vistas')}
          </>
        )}
      >
        <Bookmark size={16} aria-hidden="true" fill={views.active ? 'currentColor' : 'none'} />
      </MenuButton>
      <Suspense>
        {opened === 'save' && <SaveViewWindow views={views} onClose={close} />}
        {opened === 'replace' && views.active && (
          <ReplaceViewWindow views={views} view={views.active} onClose={close} />
        )}
        {opened === 'manage' && <ViewsWindow views={views} onClose={close} />}
      </Suspense>
    </>
  );
}

function ViewItems({ parts: Menu, views: { views, active, open } }: { parts: MenuParts; views: Views }) {
  if (views === undefined || views.length === 0)
    return (
      <p className={floating['heading']}>
        {views === undefined ? 'Leyendo las vistas…' : 'La oficina no ha guardado vistas.'}
      </p>
    );
  return (
    <Menu.RadioGroup
      aria-label="Vistas de la oficina"
      value={active?.id ?? ''}
      onValueChange={(id: string) => {
        const view = views.find((each) => each.id === id);
        if (view) open(view);
      }}
    >
      {views.map((view) => (
        <ViewItem
          key={view.id}
          parts={Menu}
          view={view}
          // Choosing the open view again restores its saved filter.
          onAgain={view.id === active?.id ? open : undefined}
        />
      ))}
    </Menu.RadioGroup>
  );
}

interface ViewItemProps {
  parts: MenuParts;
  view: SavedView;
  onAgain: ((view: SavedView) => void) | undefined;
}

function ViewItem({ parts: Menu, view, onAgain }: ViewItemProps) {
  return (
    <Menu.RadioItem
      value={view.id}
      closeOnClick
      aria-label={`${view.name}, de ${view.by.user}`}
      className={floating['item']}
      onClick={() => onAgain?.(view)}
    >
      <span className={floating['sign']}>
        <Menu.RadioItemIndicator>
          <Check size={16} aria-hidden="true" />
        </Menu.RadioItemIndicator>
      </span>
      <span className={styles['what']}>
        <span className="truncate">{view.name}</span>
        <span className={styles['by']}>de {view.by.user}</span>
      </span>
    </Menu.RadioItem>
  );
}
