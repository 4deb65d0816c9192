import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { LoadingBar } from '../../features/shell/components/LoadingBar.tsx';

/** Root of every page. Keeps the previous page on screen while lazy parts load. */
export function RootLayout() {
  return (
    <>
      <LoadingBar />
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </>
  );
}
