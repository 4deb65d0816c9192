import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { signOut } from './session.ts';

export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut().then(() => navigate(paths.login, { replace: true }));
  }, [navigate]);
  return null;
}
