import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import type { FleetVehicle } from '#common/vehicles/vehicle.ts';
import { type ApiReplies, answerApi } from '#web/testing/serve-api.ts';
import { buildStaffDriver } from '../../testing/build-fleet.ts';
import { VehiclesScreen } from '../vehicles-screen.tsx';

/** The only driver. */
export const MARIA = buildStaffDriver({ name: 'Maria Delgado' });

interface Shown {
  vehicles: FleetVehicle[];
  isAdmin?: boolean;
  more?: ApiReplies;
  /** The query of the page's address. */
  query?: string;
}

const Address = () => <p data-testid="address">{useLocation().search}</p>;

/** The query of the page's address. */
export const address = () => screen.getByTestId('address').textContent;

/** Renders the page of the vehicles with these vehicles and API replies. */
export async function showVehicles({ vehicles, isAdmin = true, more = {}, query = '' }: Shown) {
  const calls = await answerApi({
    'GET /api/ops/vehicles': [200, { vehicles, next: null }],
    'GET /api/ops/drivers': [200, { drivers: [MARIA], next: null }],
    'GET /api/ops/capacity': [200, { isEnforced: false }],
    ...more,
  });
  render(
    <MemoryRouter initialEntries={[`/ops/vehicles${query}`]}>
      <VehiclesScreen isAdmin={isAdmin} />
      <Address />
    </MemoryRouter>,
  );
  return calls;
}

/** Types into a field. */
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Presses a button. */
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
