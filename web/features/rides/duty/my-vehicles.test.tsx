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
