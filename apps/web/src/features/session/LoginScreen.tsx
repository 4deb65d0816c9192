import { firstSection } from './first-section.ts';
import { modulesOf } from './person.ts';
import { signIn } from './session.ts';
import { safeWayBack, WAY_BACK } from './way-back.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <form
      action={async (data) => {
        const text = (name: string): string => String(data.get(name));
        const view = await signIn({ sucursal: text('sucursal'), username: text('username'), password: text('password') });
        await navigate(safeWayBack(search.get(WAY_BACK)) ?? firstSection(modulesOf(view)), { replace: true });
      }}
    >
      <label>
        Sucursal <input name="sucursal" />
      </label>
      <label>
        Usuario <input name="username" />
      </label>
      <label>
        Contraseña <input name="password" type="password" />
      </label>
      <button>Ingresar</button>
    </form>
  );
}
