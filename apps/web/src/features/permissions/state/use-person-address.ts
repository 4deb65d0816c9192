import { useSearchParams } from 'react-router-dom';

/** The parameter of the address that names the person whose switches are shown on a phone. */
const PERSON_PARAM = 'persona';

/** @returns the person the address names, and addresses that name another, or nobody. Back leads from one to the other. */
export function usePersonAddress(): { personId: string | null; addressOf: (id: string | null) => string } {
  const [params] = useSearchParams();
  return {
    personId: params.get(PERSON_PARAM),
    addressOf: (id) => {
      const next = new URLSearchParams(params);
      if (id === null) next.delete(PERSON_PARAM);
      else next.set(PERSON_PARAM, id);
      return `?${next.toString()}`;
    },
  };
}
