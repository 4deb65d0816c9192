import { type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PeopleList } from './PeopleList.tsx';
import { PersonModules } from './PersonModules.tsx';
import { type RowActions, type RowView } from './row-view.ts';
import { useTitle } from '#shared/hooks/use-title.ts';

/** Query parameter with the id of the person shown, so that Back returns to the list. */
const PERSON = 'persona';

interface Props extends RowActions {
  /** The rows that match the search. */
  rows: readonly RowView[];
  /** All rows: the open person stays visible when the search does not match them. */
  everyone: readonly RowView[];
  words: readonly string[];
  /** Shown instead of an empty list. */
  empty: ReactNode;
}

/** Permissions on a narrow screen: a list of people, each with their own page of switches. */
export function PhonePermissions({ rows, everyone, words, empty, ...actions }: Props) {
  const [params] = useSearchParams();
  const others = [...params].filter(([name]) => name !== PERSON);
  const addressOf = (...person: string[][]): string => `?${new URLSearchParams([...others, ...person]).toString()}`;
  const person = everyone.find(({ id }) => id === params.get(PERSON));
  useTitle('record', person?.name);
  if (person) return <PersonModules {...actions} row={person} backHref={addressOf()} />;
  return rows.length > 0 ? <PeopleList rows={rows} words={words} hrefOf={(id) => addressOf([PERSON, id])} /> : empty;
}
