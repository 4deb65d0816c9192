import { type ComponentProps, type ReactNode } from 'react';
import { usePersonAddress } from '../state/use-person-address.ts';
import { PeopleList } from './PeopleList.tsx';
import { PersonModules } from './PersonModules.tsx';
import { type RowView } from './row-view.ts';

interface Props extends Omit<ComponentProps<typeof PersonModules>, 'row' | 'backHref'> {
  /** The rows that match the search. */
  rows: readonly RowView[];
  /** All rows: the open person stays visible when the search does not match them. */
  everyone: readonly RowView[];
  words: readonly string[];
  /** Shown instead of an empty list. */
  empty: ReactNode;
}

/** Permissions on a narrow screen: a list of people, each with their own page of switches. */
export function PhonePermissions({ rows, everyone, words, empty, ...modules }: Props) {
  const { personId, addressOf } = usePersonAddress();
  const person = everyone.find(({ id }) => id === personId);
  if (person) return <PersonModules {...modules} row={person} backHref={addressOf(null)} />;
  return rows.length > 0 ? <PeopleList rows={rows} words={words} hrefOf={addressOf} /> : empty;
}
