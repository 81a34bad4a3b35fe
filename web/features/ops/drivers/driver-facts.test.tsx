// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildStaffDriver } from '../testing/build-fleet.ts';
import { DriverFacts } from './driver-facts.tsx';

test('the email address of a driver cannot add recipients to its mailto link', () => {
  const email = 'a@b.co?bcc=x%40evil.com';
  render(<DriverFacts driver={buildStaffDriver({ email })} />);

  expect(screen.getByRole('link', { name: email })).toHaveAttribute(
    'href',
    'mailto:a@b.co%3Fbcc%3Dx%2540evil.com',
  );
});
