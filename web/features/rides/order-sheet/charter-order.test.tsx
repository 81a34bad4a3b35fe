// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderSheet } from '#common/rides/order-sheet-api.ts';
import { CharterOrder } from './charter-order.tsx';

const SHEET: OrderSheet = {
  rideId: 'a'.repeat(24),
  reference: 'MQ-7F3K2A',
  issuedAt: '2026-11-20T20:00:00.000Z',
  customer: { name: 'Alex Morgan' },
  passenger: null,
  passengers: 2,
  flightNumber: null,
  requests: null,
  carrier: { certificate: null, usdot: null },
  driver: { name: 'Sam Ortega', license: null },
  rideType: 'lux-suv',
  vehicle: { label: 'Black Cadillac Escalade', plate: 'NV 218-QKD', seats: 6, paint: 'black' },
  pickupAt: '2026-11-21T02:30:00.000Z',
  plannedEndAt: '2026-11-21T03:30:00.000Z',
  hours: null,
  places: ['Harry Reid International Airport', 'Bellagio Hotel & Casino'],
  lines: [{ label: 'Base fare', cents: 7_500 }],
  fareCents: 7_500,
  isOnAccount: false,
};

const renderOrder = (sheet: OrderSheet) => render(<CharterOrder sheet={sheet} renderVehicle={() => null} />);

test('the plate of the vehicle stays on one line', () => {
  renderOrder(SHEET);

  const plate = screen.getByText('NV 218-QKD');
  expect(plate).toHaveClass('whitespace-nowrap');
  expect(plate.parentElement).toHaveTextContent('Black Cadillac Escalade, plate NV 218-QKD');
});

test('an order without an assigned vehicle says so', () => {
  renderOrder({ ...SHEET, vehicle: null });

  expect(screen.getByText('Vehicle').parentElement).toHaveTextContent('Not assigned');
});
