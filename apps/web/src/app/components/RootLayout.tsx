import { Suspense } from 'react';
import { Outlet } from 'react-router-dom';
import { LoadingBar } from '../../features/shell/components/LoadingBar.tsx';

/** Around every page. Parts still on their way keep the page before them on screen. */
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
