import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';

export function Component() {
  return (
    <main>
      <h1>No tiene acceso a esta página</h1>
      <Link to={paths.login}>Volver</Link>
    </main>
  );
}
