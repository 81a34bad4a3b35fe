// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { ApplicantView } from '#common/driver-applications/application-views.ts';
import { answerApi } from '#web/testing/serve-api.ts';
import { MyApplication } from './my-application.tsx';
import { buildApplicantView } from './testing/build-applicant-view.ts';

const TOKEN = `da_${'a'.repeat(32)}`;

async function openApproved(overrides: Partial<ApplicantView>) {
  const approved = buildApplicantView({ status: 'approved', question: null, ...overrides });
  await answerApi({ [`GET /api/driver-applications/${TOKEN}`]: [200, approved] });
  render(
    <MemoryRouter>
      <MyApplication token={TOKEN} />
    </MemoryRouter>,
  );
}

test.each([
  [false, /Set a password with the link we mailed to renee@example.com; it works for 48 hours\.$/, 1],
  [true, /Sign in with the password you already have\.$/, 0],
])(
  'an approved applicant is asked for a password unless they have one (%s)',
  async (hasPassword, text, links) => {
    await openApproved({ hasPassword });

    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Send the mail again' })).toHaveLength(links);
    expect(screen.getByRole('link', { name: 'Sign in as a driver' })).toBeVisible();
  },
);

test('an approved applicant reads the category that they drive, even if they applied for another', async () => {
  const vehicle: ApplicantView['vehicle'] = {
    rideType: 'lux-suv',
    paint: 'black',
    label: 'Cadillac Escalade',
    year: 2025,
    plate: 'LUX 1',
    seats: 7,
    wheelchairLift: false,
  };
  await openApproved({ vehicle, approvedRideType: 'lux-sedan' });

  expect(await screen.findByText(/^You're approved to drive your Lux Sedan\./)).toBeVisible();
});
