import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useTheme } from '#shared/theme/theme.ts';
import { ChoiceMenu, type ChoiceMenuProps, Choices } from '#shared/ui/Menu/ChoiceMenu.tsx';
import { type MenuParts } from '#shared/ui/Menu/MenuButton.tsx';

const OPTIONS = [
  { value: 'light', label: 'Claro', icon: <Sun size={18} aria-hidden="true" /> },
  { value: 'dark', label: 'Oscuro', icon: <Moon size={18} aria-hidden="true" /> },
  { value: 'system', label: 'Según el sistema', icon: <Monitor size={18} aria-hidden="true" /> },
] as const;

export function ThemeSwitch({ variant = 'outline' }: Pick<ChoiceMenuProps<string>, 'variant'>) {
  const { choice, setChoice } = useTheme();
  const icon = OPTIONS.find(({ value }) => value === choice)?.icon;
  return (
    <ChoiceMenu label="Tema" variant={variant} icon={icon} value={choice} options={OPTIONS} onChange={setChoice} />
  );
}

/** The same choice as entries of a menu. */
export function ThemeChoices({ parts }: { parts: MenuParts }) {
  const { choice, setChoice } = useTheme();
  return <Choices parts={parts} label="Tema" value={choice} options={OPTIONS} onChange={setChoice} />;
}
