import { type ComponentProps } from 'react';
import { addressOf, openScreen, type Screen } from '../state/hash-route.ts';

/** A link to a screen of this page. */
export function ScreenLink({ to, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'onClick'> & { to: Screen }) {
  return (
    <a
      {...rest}
      href={addressOf(to)}
      onClick={(event) => {
        event.preventDefault();
        openScreen(to);
      }}
    />
  );
}
