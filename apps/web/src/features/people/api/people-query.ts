import {
  type OpenWorkToGive,
  peopleOperations,
  type PeoplePage,
  type PersonHistory,
  type PersonState,
  type Profile,
} from '@despacho/contracts/dispatch';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';

/** Key of everything about the people of an office. */
export const peopleKey = (officeId: string) => ['people', officeId] as const;

/** People of an office with a state whose name or account contains every word of the search, by name, in pages. */
export const peopleQuery = (officeId: string, state: PersonState, search: string) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey(officeId), 'list', state, search],
    queryFn: ({ pageParam, signal }): Promise<PeoplePage> =>
      call(peopleOperations['people.list'], {
        query: {
          officeId,
          estado: state,
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
