import clsx from 'clsx';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import './states.css';
import { MotionProvider } from '#web/lib/motion-provider.tsx';
import { followTheme } from '#web/lib/theme.ts';
import { checkoutStates } from './checkout-states.tsx';
import { dialogStates } from './dialog-states.tsx';
import { editStates } from './edit-states.tsx';
import { fieldStates } from './field-states.tsx';
import { reachState } from './frame-window.ts';
import { offerStates } from './offer-states.tsx';
import { ridePageStates } from './ride-page-states.tsx';
import { rideStates } from './ride-states.tsx';
import { isolatePage } from './seal-page.ts';
import { type Group, type Specimen, specimenId } from './specimen.tsx';
import { StatesPage, ThemesPage } from './states-page.tsx';
import { uiStates } from './ui-states.tsx';

/**
 * Every component of `web/components/ui`, every card, checkout step and dialog, in every state: `/dev/states`
 * of `npm run dev`. `?theme=` forces a theme, `?themes` shows both side by side, `?only=` shows one specimen
 * in its own window.
 */
const GROUPS: readonly Group[] = [
  uiStates,
  fieldStates,
  rideStates,
  ridePageStates,
  editStates,
  offerStates,
  checkoutStates,
  dialogStates,
];

const address = new URLSearchParams(location.search);

function pageFor(only: string | null): ReactNode {
  if (address.has('themes')) return <ThemesPage />;
  if (only === null) return <StatesPage groups={GROUPS} />;
  return openWindow(findSpecimen(only));
}

/** @throws Error when no specimen has this id */
function findSpecimen(id: string): Specimen {
  for (const group of GROUPS) {
    const specimen = group.specimens.find(({ name }) => specimenId(group, name) === id);
    if (specimen) return specimen;
  }
  throw new Error(`No specimen is called ${id}.`);
}

function openWindow({ render, window: own }: Specimen): ReactNode {
  if (own) reachState(own);
  // A dialog limits the body to the body's own height, and axe treats everything below as hidden.
  const isFull = own?.height !== undefined;
  return <main className={clsx('column py-5', isFull && 'min-h-dvh')}>{render()}</main>;
}

const root = document.getElementById('root');
if (!root) throw new Error('states.html has no #root.');

isolatePage();
if (!address.has('theme')) followTheme();
createRoot(root).render(
  <StrictMode>
    <MemoryRouter>
      <MotionProvider>{pageFor(address.get('only'))}</MotionProvider>
    </MemoryRouter>
  </StrictMode>,
);
