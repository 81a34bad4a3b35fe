import { Route, Routes } from 'react-router-dom';
import { OPS_PAGES } from '#common/ops/ops-pages.ts';
import { lazyPage } from './content-pages.tsx';
import { OpsLayout } from './ops-layout.tsx';
import { OPS_SCREENS } from './ops-screens.tsx';
import { StaffGate } from './staff-gate.tsx';

const OpsNotFoundPage = lazyPage(() => import('./pages/not-found-page.tsx'), 'OpsNotFoundPage');

/** The console: every page below `/ops`, each behind its gate. */
export const OpsConsole = () => (
  <Routes>
    <Route element={<OpsLayout />}>
      {OPS_PAGES.map((page) => {
        const { Page } = OPS_SCREENS[page.path];
        return (
          <Route
            key={page.path}
            path={page.path.slice('/ops'.length)}
            element={<StaffGate page={page}>{<Page />}</StaffGate>}
          />
        );
      })}
      <Route path="*" element={<OpsNotFoundPage />} />
    </Route>
  </Routes>
);
