import { type ModuleCode, MODULES } from '@despacho/contracts';
import Lock from 'lucide-react/icons/lock';
import { classes } from '#shared/styles/classes.ts';
import floating from '#shared/ui/Floating/Floating.module.css';
import { MenuButton } from '#shared/ui/Menu/MenuButton.tsx';
import { bulkLabel } from '../rules/bulk-label.ts';
import { moduleLabel } from '../rules/module-label.ts';
import styles from './ColumnHeader.module.css';

interface Props {
  module: ModuleCode;
  place: string;
  focusable: boolean;
  locked: boolean;
  /** How many of the people shown would gain, or lose, the module. */
  givable: number;
  takable: number;
  onBulk: (module: ModuleCode, on: boolean) => void;
}

/** Header with a module's code and name; opens a menu of bulk actions for the column. Edits only, saves nothing. */
export function ColumnHeader({ module, place, focusable, locked, givable, takable, onBulk }: Props) {
  return (
    <th scope="col" className={styles['header']}>
      <MenuButton
        modal={false}
        className={styles['trigger']}
        data-place={place}
        tabIndex={focusable ? 0 : -1}
        place={{ sideOffset: 4, align: 'center' }}
        entries={(Menu) => (
          <Menu.Group>
            <Menu.GroupLabel className={floating['heading']}>
              {locked ? 'Usted no tiene este módulo: no puede darlo ni quitarlo' : moduleLabel(module)}
            </Menu.GroupLabel>
            <Menu.Item
              className={classes(floating['item'], styles['item'])}
              disabled={givable === 0}
              onClick={() => onBulk(module, true)}
            >
              {bulkLabel(true, givable)}
            </Menu.Item>
            <Menu.Item
              className={classes(floating['item'], styles['item'])}
              disabled={takable === 0}
              onClick={() => onBulk(module, false)}
            >
              {bulkLabel(false, takable)}
            </Menu.Item>
          </Menu.Group>
        )}
      >
        <span className={styles['code']}>
          {module}
          {locked && <Lock size={12} aria-hidden="true" />}
        </span>
        <span className={styles['name']}>{MODULES[module].name}</span>
        <span className="visually-hidden">, acciones de la columna</span>
      </MenuButton>
    </th>
  );
}
