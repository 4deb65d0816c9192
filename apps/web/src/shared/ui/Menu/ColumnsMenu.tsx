import Check from 'lucide-react/icons/check';
import Columns3 from 'lucide-react/icons/columns-3';
import buttonStyles from '../Button/Button.module.css';
import { classes } from '../../styles/classes.ts';
import floating from '../Floating/Floating.module.css';
import iconButton from '../IconButton/IconButton.module.css';
import { MenuButton } from './MenuButton.tsx';

interface Props<K extends string> {
  /** All columns, in order. */
  columns: readonly { key: K; label: string }[];
  shown: readonly K[];
  /** Cannot be hidden, because it opens the row. */
  fixed: K;
  onChange: (shown: readonly K[]) => void;
  /** Restores the columns that fit; omit it if there is no such choice. */
  onFit?: () => void;
  /** Shows an icon instead of the word. */
  compact?: boolean;
}

/** Selects the columns of a table. */
export function ColumnsMenu<K extends string>({ columns, shown, fixed, onChange, onFit, compact = false }: Props<K>) {
  return (
    <MenuButton
      {...(compact && { 'aria-label': 'Columnas', title: 'Columnas' })}
      className={
        compact
          ? classes(iconButton['button'], iconButton['outline'])
          : classes(buttonStyles['button'], buttonStyles['secondary'], buttonStyles['sm'])
      }
      entries={(Menu) => (
        <>
          {columns.map(({ key, label }) => (
            <Menu.CheckboxItem
              key={key}
              checked={shown.includes(key)}
              disabled={key === fixed}
              className={floating['item']}
              onCheckedChange={(on) =>
                onChange(columns.map((each) => each.key).filter((one) => (one === key ? on : shown.includes(one))))
              }
            >
              <span className={floating['sign']}>
                <Menu.CheckboxItemIndicator>
                  <Check size={16} aria-hidden="true" />
                </Menu.CheckboxItemIndicator>
              </span>
              {label}
            </Menu.CheckboxItem>
          ))}
          {onFit && (
            <Menu.Item className={floating['item']} onClick={onFit}>
              <span className={floating['sign']} />
              Las que quepan
            </Menu.Item>
          )}
        </>
      )}
    >
      <Columns3 size={16} aria-hidden="true" />
      {!compact && 'Columnas'}
    </MenuButton>
  );
}
