import {
  type OpenWork,
  peopleOperations,
  type PeoplePage,
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

/** @returns what a person would leave open; read when it is needed, never kept. */
export const readOpenWork = (officeId: string, id: string): Promise<OpenWork> =>
  call(peopleOperations['people.openWork'], { params: { id }, query: { officeId } });
