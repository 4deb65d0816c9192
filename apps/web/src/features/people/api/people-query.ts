import {
  type OpenWorkToGive,
  type PeopleList,
  peopleOperations,
  type PeoplePage,
  type PersonHistory,
  type Profile,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** Key of everything about the people of an office. */
export const peopleKey = (officeId: string) => ['people', officeId] as const;

/** People of a list of an office whose name or account contains every word of the search, by name, in pages. */
export const peopleQuery = (officeId: string, list: PeopleList, search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(officeId), 'list', list, search],
    queryFn: ({ pageParam, signal }): Promise<PeoplePage> =>
      call(peopleOperations['people.list'], {
        query: {
          officeId,
          estado: list,
          ...(search !== '' && { buscar: search }),
          ...(pageParam !== '' && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** The standard profiles, and those of the office. */
export const profilesQuery = (officeId: string) =>
  queryOptions({
    queryKey: [...peopleKey(officeId), 'profiles'],
    queryFn: ({ signal }): Promise<readonly Profile[]> =>
      call(peopleOperations['people.profiles'], { query: { officeId }, signal }),
  });

/** The changes of one person; read again whenever it is opened. */
export const personHistoryQuery = (officeId: string, id: string) =>
  queryOptions({
    queryKey: [...peopleKey(officeId), 'history', id],
    queryFn: ({ signal }): Promise<PersonHistory> =>
      call(peopleOperations['people.history'], { params: { id }, query: { officeId }, signal }),
    staleTime: 0,
  });

/** @returns a person's open work; read when needed, never cached. */
export const readOpenWork = (officeId: string, id: string): Promise<OpenWorkToGive> =>
  call(peopleOperations['people.openWork'], { params: { id }, query: { officeId } });
