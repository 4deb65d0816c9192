import {
  type CompanyOffice,
  companyOfficeOperations,
  type CompanyOffices,
  type OfficeEdit,
  type OfficeInput,
} from '@despacho/contracts/dispatch';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '#shared/hooks/announce.ts';
import { call } from '#shared/http/call.ts';
import { useIntentKey } from '#shared/http/use-intent-key.ts';
import { companyOfficesKey, officesQuery } from '#shared/queries/offices-query.ts';
import { reading } from '#shared/queries/reading.ts';

/** The company's offices, its quota and the retention. @param officeId any office of the company. */
export const companyOfficesQuery = (officeId: string) =>
  queryOptions({
    queryKey: companyOfficesKey,
    queryFn: (context): Promise<CompanyOffices> =>
      call(companyOfficeOperations['offices.details'], { query: { officeId }, ...reading(context) }),
  });

/** The newest changes of an office and of its settings. Fetched again with the offices. */
export const officeHistoryQuery = (officeId: string) =>
  queryOptions({
    queryKey: [...companyOfficesKey, officeId, 'history'],
    queryFn: (context) =>
      call(companyOfficeOperations['offices.history'], { query: { officeId }, ...reading(context) }),
  });

export type OfficeAct =
  | { do: 'create'; input: OfficeInput }
  | { do: 'edit'; office: CompanyOffice; changes: OfficeEdit['changes'] }
  | { do: 'close' | 'reopen' | 'remove'; office: CompanyOffice };

const DONE: Record<OfficeAct['do'], string> = {
  create: 'creada',
  edit: 'guardada',
  close: 'cerrada',
  reopen: 'reabierta',
  remove: 'eliminada',
};

/** Mutation that changes an office of the company. @param own any office of the company, for a new one. */
export function useOfficeAct(own: string) {
  const client = useQueryClient();
  // The same for each retry, so that a lost response does not create the office twice.
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: async (act: OfficeAct): Promise<unknown> => {
      if (act.do === 'create') {
        const { input } = act;
        return call(companyOfficeOperations['offices.create'], {
          query: { officeId: own },
          body: input,
          idempotencyKey: keyOf(input),
        });
      }
      const { id: officeId, version } = act.office;
      const query = { officeId };
      if (act.do === 'edit')
        return call(companyOfficeOperations['offices.edit'], { query, body: { version, changes: act.changes } });
      return call(companyOfficeOperations[`offices.${act.do}`], { query, body: { version } });
    },
    onSuccess: (_, act) => {
      const name = act.do === 'create' ? act.input.name : act.office.name;
      announce(`Oficina ${name} ${DONE[act.do]}`);
    },
    onSettled: () =>
      Promise.all([companyOfficesKey, officesQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
