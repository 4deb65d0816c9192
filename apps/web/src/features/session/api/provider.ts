import { providerOperations, type ProviderLinkView } from '@despacho/contracts';
import { providerLinkOperations, type NewPasswordLink } from '@despacho/contracts/dispatch';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#shared/http/call.ts';
import { reading } from '#shared/queries/reading.ts';

/** The user's own account at the company's identity provider. */
export const providerQuery = queryOptions({
  queryKey: ['provider'],
  queryFn: (context): Promise<ProviderLinkView> => call(providerOperations['provider.read'], reading(context)),
  staleTime: 0,
});

/** Starts linking the user's own account. @returns the URL to open at the provider. */
export const startLink = async (): Promise<string> => (await call(providerOperations['provider.link'])).url;

/** Starts proving the user's identity. @returns the URL to open at the provider. */
export const startProof = async (): Promise<string> =>
  (await call(providerOperations['provider.prove'], { held: false })).url;

/** Unlinks the user's own account. @returns how many other sessions were ended. */
export const unlinkProvider = async (): Promise<number> => (await call(providerOperations['provider.unlink'])).ended;

/** Creates an invitation with which a person of an office links their account. */
export const inviteToProvider = (officeId: string, id: string): Promise<NewPasswordLink> =>
  call(providerLinkOperations['people.inviteProvider'], { params: { id }, query: { officeId } });
