import { useLocation } from 'react-router-dom';
import { useMaskedAddress } from './use-masked-address.ts';

/** While it is there, the address bar says `/login`. */
export function MaskedAddress() {
  useMaskedAddress(useLocation());
  return null;
}
