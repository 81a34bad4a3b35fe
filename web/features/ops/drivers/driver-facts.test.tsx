// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { StaffDriver } from '#common/drivers/driver.ts';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { DriverFacts } from './driver-facts.tsx';

const show = (driver: StaffDriver) => render(<DriverFacts driver={driver} />, { wrapper: MemoryRouter });

test('a driver’s page links to their rides on the board', () => {
  const driver = buildStaffDriver();
  show(driver);

  expect(screen.getByRole('link', { name: 'Show on the board' })).toHaveAttribute(
    'href',
    `/ops?driver=${driver.id}`,
  );
});

test('the email address of a driver cannot add recipients to its mailto link', () => {
  const email = 'a@b.co?bcc=x%40evil.com';
  show(buildStaffDriver({ email }));

  expect(screen.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    'mailto:a@b.co%3Fbcc%3Dx%2540evil.com',
  );
});
