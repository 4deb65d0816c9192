import { type Dispatcher } from '#platform/dispatch/dispatcher.ts';

/** Who changes the clients of a company: a dispatcher, or the operator by command. */
export type ClientAuthor = Pick<Dispatcher, 'companyId' | 'username' | 'user'>;
