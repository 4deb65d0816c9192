/*
 * What opens menus, selects and popovers: a third of the code behind the sign-in, needed only once one is opened. By name,
 * because each object of the library contains more parts than are used.
 */
import { Menu as AllOfMenu } from '@base-ui/react/menu';

export { Popover } from '@base-ui/react/popover';
export { Select } from '@base-ui/react/select';

export const Menu = {
  Root: AllOfMenu.Root,
  Trigger: AllOfMenu.Trigger,
  Portal: AllOfMenu.Portal,
  Positioner: AllOfMenu.Positioner,
  Popup: AllOfMenu.Popup,
  Item: AllOfMenu.Item,
  LinkItem: AllOfMenu.LinkItem,
  Group: AllOfMenu.Group,
  GroupLabel: AllOfMenu.GroupLabel,
  RadioGroup: AllOfMenu.RadioGroup,
  RadioItem: AllOfMenu.RadioItem,
  RadioItemIndicator: AllOfMenu.RadioItemIndicator,
  CheckboxItem: AllOfMenu.CheckboxItem,
  CheckboxItemIndicator: AllOfMenu.CheckboxItemIndicator,
};
