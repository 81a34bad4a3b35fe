// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { Link, MemoryRouter, Route, Routes, StaticRouter } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PageOutlet } from './page-outlet.tsx';

const onChoose = vi.fn();
beforeEach(() => onChoose.mockClear());

/** A page with one field, prerendered with its second option selected. */
function VehiclePage({ label, to }: { label: string; to: string }) {
  const [vehicle, setVehicle] = useState('Lux SUV');
  const choose = (chosen: string) => {
    onChoose(label, chosen);
    setVehicle(chosen);
  };
  return (
    <>
      <select aria-label={label} value={vehicle} onChange={(event) => choose(event.target.value)}>
        <option>Lux Sedan</option>
        <option>Lux SUV</option>
        <option>Hummer 18</option>
      </select>
      <Link to={to}>Go on</Link>
    </>
  );
}

const pages = (
  <Routes>
    <Route element={<PageOutlet />}>
      <Route path="/" element={<VehiclePage label="Vehicle Type" to="/fare-estimator" />} />
      <Route path="/fare-estimator" element={<VehiclePage label="Vehicle" to="/" />} />
    </Route>
  </Routes>
);

/** Hydrates the prerendered first page after `change` has edited it. */
async function takeOver(change: (page: HTMLElement) => void) {
  const root = document.createElement('div');
  root.innerHTML = renderToString(<StaticRouter location="/">{pages}</StaticRouter>);
  document.body.append(root);
  change(root);
  const hydrated = await act(async () => hydrateRoot(root, inBrowser(pages)));
  onTestFinished(() => {
    act(() => hydrated.unmount());
    root.remove();
  });
}

const inBrowser = (children: ReactNode) => <MemoryRouter>{children}</MemoryRouter>;

test('a choice made before a prerendered page is hydrated is replayed exactly once', async () => {
  await takeOver((page) => {
    for (const field of page.querySelectorAll('select')) field.value = 'Hummer 18';
  });

  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Vehicle Type', 'Hummer 18');
  expect(screen.getByLabelText('Vehicle Type')).toHaveValue('Hummer 18');
});

test('no field change is replayed on pages reached by navigation', async () => {
  await takeOver(() => {});

  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  expect(await screen.findByLabelText('Vehicle')).toHaveValue('Lux SUV');
  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  expect(await screen.findByLabelText('Vehicle Type')).toHaveValue('Lux SUV');

  expect(onChoose).not.toHaveBeenCalled();
});
