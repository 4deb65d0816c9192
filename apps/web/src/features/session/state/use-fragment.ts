import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Removes the fragment, which has a secret, from the address, so that the history and screenshots do not have it.
 * @returns the fragment with which the page was opened.
 */
export function useFragment(): string {
  const place = useLocation();
  const [fragment, setFragment] = useState(place.hash);
  // Another link that is opened in this tab differs only in its fragment.
  if (place.hash !== '' && place.hash !== fragment) setFragment(place.hash);
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, [place]);
  return fragment;
}
