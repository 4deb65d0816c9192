import { type SignInRules, signInRulesOperations } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** Query of how the people of the company sign in. @param officeId any office of the company. */
export const signInRulesQuery = (officeId: string) =>
  queryOptions({
    queryKey: ['sign-in-rules', officeId],
    queryFn: (context): Promise<SignInRules> =>
      call(signInRulesOperations['signInRules.read'], { query: { officeId }, ...reading(context) }),
    staleTime: 0,
  });
