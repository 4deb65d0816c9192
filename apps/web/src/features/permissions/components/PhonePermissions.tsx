import { type ComponentProps, type ReactNode } from 'react';
import { usePersonAddress } from '../state/use-person-address.ts';
import { PeopleList } from './PeopleList.tsx';
import { PersonModules } from './PersonModules.tsx';
import { type RowView } from './row-view.ts';

interface Props extends Omit<ComponentProps<typeof PersonModules>, 'row' | 'backHref'> {
  /** Who is searched for. */
  rows: readonly RowView[];
  /** The whole office: a search does not take away the person one is at. */
  everyone: readonly RowView[];
  words: readonly string[];
  /** Stands in for an empty list. */
  nobody: ReactNode;
}

/** The permissions where eleven columns have no room: people are listed, and each opens a list of switches. */
export function PhonePermissions({ rows, everyone, words, nobody, ...modules }: Props) {
  const { personId, addressOf } = usePersonAddress();
  const person = everyone.find(({ id }) => id === personId);
  if (person) return <PersonModules {...modules} row={person} backHref={addressOf(null)} />;
  return rows.length > 0 ? <PeopleList rows={rows} words={words} hrefOf={addressOf} /> : nobody;
}
