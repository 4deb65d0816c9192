import { Menu } from '@base-ui/react/menu';
import Check from 'lucide-react/icons/check';
import Columns3 from 'lucide-react/icons/columns-3';
import buttonStyles from '../../../shared/ui/Button.module.css';
import { classes } from '../../../shared/ui/classes.ts';
import floating from '../../../shared/ui/Floating.module.css';
import { type Field } from '../rules/fields.ts';

interface Props {
  fields: readonly Field[];
  visible: readonly string[];
  /** Cannot be hidden: it is the link. */
  title: string;
  onChange: (visible: readonly string[]) => void;
}

/** Chooses among all fields that the clients have which ones are columns. */
export function ColumnsMenu({ fields, visible, title, onChange }: Props) {
  return (
    <Menu.Root>
      <Menu.Trigger className={classes(buttonStyles['button'], buttonStyles['secondary'], buttonStyles['sm'])}>
        <Columns3 size={16} aria-hidden="true" />
        Columnas
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className={floating['positioner']}>
          <Menu.Popup className={floating['popup']}>
            {fields.map(({ key, label }) => (
              <Menu.CheckboxItem
                key={key}
                checked={visible.includes(key)}
                disabled={key === title}
                className={floating['item']}
                onCheckedChange={(on) => {
                  onChange(
                    fields.map((field) => field.key).filter((one) => (one === key ? on : visible.includes(one))),
                  );
                }}
              >
                <span className={floating['sign']}>
                  <Menu.CheckboxItemIndicator>
                    <Check size={16} aria-hidden="true" />
                  </Menu.CheckboxItemIndicator>
                </span>
                {label}
              </Menu.CheckboxItem>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
