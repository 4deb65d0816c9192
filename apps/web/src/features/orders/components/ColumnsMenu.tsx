import { Menu } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import Columns3 from 'lucide-react/icons/columns-3';
import buttonStyles from '../../../shared/ui/Button.module.css';
import { classes } from '../../../shared/ui/classes.ts';
import floating from '../../../shared/ui/Floating.module.css';
import { COLUMN_KEYS, type ColumnKey, COLUMNS } from '../rules/columns.ts';

interface Props {
  columns: readonly ColumnKey[];
  /** Null for those that fit. */
  onChange: (columns: readonly ColumnKey[] | null) => void;
}

/** Chooses the columns of the table. */
export function ColumnsMenu({ columns, onChange }: Props) {
  return (
    <Menu.Root>
      <Menu.Trigger className={classes(buttonStyles['button'], buttonStyles['secondary'], buttonStyles['sm'])}>
        <Columns3 size={16} aria-hidden="true" />
        Columnas
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className={floating['positioner']}>
          <Menu.Popup className={floating['popup']}>
            {COLUMN_KEYS.map((key) => (
              <Menu.CheckboxItem
                key={key}
                checked={columns.includes(key)}
                // It is the way into the order.
                disabled={key === 'codigo'}
                className={floating['item']}
                onCheckedChange={(on) => {
                  onChange(COLUMN_KEYS.filter((one) => (one === key ? on : columns.includes(one))));
                }}
              >
                <span className={floating['sign']}>
                  <Menu.CheckboxItemIndicator>
                    <Check size={16} aria-hidden="true" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {COLUMNS[key].label}
              </Menu.CheckboxItem>
            ))}
            <Menu.Item
              className={floating['item']}
              onClick={() => {
                onChange(null);
              }}
            >
              <span className={floating['sign']} />
              Las que quepan
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
