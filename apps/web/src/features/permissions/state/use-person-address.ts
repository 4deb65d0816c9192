import { useSearchParams } from 'react-router-dom';

/** Query parameter with the id of the person shown on a phone. */
const PERSON_PARAM = 'persona';

/** @returns the person in the URL, and URLs for another person or none, so that Back moves between them. */
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
