import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** Who changes the clients of a company: a dispatcher, or the operator by command, who has no office and no account. */
export interface ClientAuthor
  extends Pick<Dispatcher, 'companyId' | 'username' | 'user'>, Partial<Pick<Dispatcher, 'charge' | 'timeZone'>> {
  officeId: string | null;
  sub: string | null;
}
