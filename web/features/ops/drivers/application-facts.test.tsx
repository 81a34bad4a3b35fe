// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ApplicationDetails } from '#common/driver-applications/application-views.ts';
import { ApplicationFacts } from './application-facts.tsx';

test('the email address of an applicant cannot add recipients to its mailto link', () => {
  const application: ApplicationDetails = {
    ...{ id: 'a'.repeat(24), reference: 'AAAAAA', status: 'received', version: 1 },
    sentAt: '2026-11-18T17:40:00.000Z',
    ...{ name: 'Yolanda Price', email: 'a@b.co?bcc=x%40evil.com', phone: '(702) 555-0191' },
    ...{ dateOfBirth: '1988-05-14', licenseState: 'NV', licenseSince: 2009 },
    ...{ vehicle: null, papers: [], note: null, checklist: [], messages: [] },
    ...{ decision: null, driverId: null, problem: null },
  };
  render(<ApplicationFacts application={application} />);

  expect(screen.getByRole('link', { name: application.email })).toHaveAttribute(
    'href',
    'mailto:a@b.co%3Fbcc%3Dx%2540evil.com',
  );
});
