// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildDrivenVehicle, buildOwnDriver } from '#web/testing/build-driver.ts';
import { MyVehicles } from './my-vehicles.tsx';

const fileOf = (digit: string, name: string) =>
  ({ id: `file_${digit.repeat(32)}`, name, mediaType: 'application/pdf', bytes: 348_160 }) as const;

test('the files of the driver’s own documents and of the vehicles they drive are linked', () => {
  const driver = buildOwnDriver({
    documents: [
      { kind: 'license', number: 'L-1', expiresOn: '2099-01-01', file: fileOf('a', 'license.pdf') },
      { kind: 'medical-card', number: 'M-1', expiresOn: '2099-01-01' },
    ],
    vehicles: [
      buildDrivenVehicle({
        documents: [
          { kind: 'insurance', number: 'I-1', expiresOn: '2099-01-01', file: fileOf('b', 'insurance.pdf') },
        ],
      }),
    ],
  });

  render(<MyVehicles driver={driver} onClose={() => {}} />);

  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Open license.pdf (340 KB)', `/api/driver/files/file_${'a'.repeat(32)}`],
    ['Open insurance.pdf (340 KB)', `/api/driver/files/file_${'b'.repeat(32)}`],
  ]);
});

const paper = (expiresOn: string) => ({ kind: 'insurance', number: 'I-1', expiresOn }) as const;

test('each vehicle says whether it is on the road, and why it is not', () => {
  const vehicles = [
    buildDrivenVehicle({ id: '1'.repeat(24), label: 'Black Escalade', documents: [paper('2099-01-01')] }),
    buildDrivenVehicle({ id: '2'.repeat(24), label: 'White Escalade', documents: [paper('2020-01-01')] }),
    buildDrivenVehicle({ id: '3'.repeat(24), label: 'Gray Escalade', state: 'out-of-service' }),
  ];

  render(<MyVehicles driver={buildOwnDriver({ vehicles })} onClose={() => {}} />);

  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Black EscaladeLux SUV, NV 218-QKDOn the road',
    'White EscaladeLux SUV, NV 218-QKDIts insurance has expired',
    'Gray EscaladeLux SUV, NV 218-QKDOut of service',
  ]);
});

test('a driver’s own document that has expired is named above the vehicles', () => {
  const documents = [{ kind: 'license', number: 'L-1', expiresOn: '2020-01-01' } as const];

  render(<MyVehicles driver={buildOwnDriver({ documents })} onClose={() => {}} />);

  expect(screen.getByText('Your license has expired.')).toBeVisible();
});

test('a driver without a vehicle reads that dispatch has not assigned one yet', () => {
  const { rerender } = render(<MyVehicles driver={buildOwnDriver({ vehicles: [] })} onClose={() => {}} />);
  expect(screen.getByText('Dispatch has not assigned you a vehicle yet.')).toBeVisible();

  rerender(<MyVehicles driver={buildOwnDriver()} onClose={() => {}} />);
  expect(screen.queryByText('Dispatch has not assigned you a vehicle yet.')).toBeNull();
});
