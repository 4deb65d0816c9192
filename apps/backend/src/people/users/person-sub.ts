/** The name under which a gateway states a person: the same rule as in its assertions. */
export const personSub = ({ office, username }: { office: { id: string }; username: string }): string =>
  `${office.id.normalize().toUpperCase()}/${username.normalize('NFKC').trim().toLowerCase()}`;
