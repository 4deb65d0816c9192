import { useRouteError } from 'react-router-dom';

export function OutageScreen() {
  const error = useRouteError();
  return <p role="alert">{String(error)}</p>;
}
