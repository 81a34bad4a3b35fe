// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi } from '#web/testing/serve-api.ts';
import { MyApplication } from './my-application.tsx';
import { buildApplicantView } from './testing/build-applicant-view.ts';

const TOKEN = `da_${'a'.repeat(32)}`;

test.each([
  [false, /Set a password with the link we mailed to renee@example.com; it works for 48 hours\.$/, 1],
  [true, /Sign in with the password you already have\.$/, 0],
])(
  'an approved applicant is asked for a password unless they have one (%s)',
  async (hasPassword, text, links) => {
    const approved = buildApplicantView({ status: 'approved', question: null, hasPassword });
    await answerApi({ [`GET /api/driver-applications/${TOKEN}`]: [200, approved] });
    render(
      <MemoryRouter>
        <MyApplication token={TOKEN} />
      </MemoryRouter>,
    );

    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Send the mail again' })).toHaveLength(links);
    expect(screen.getByRole('link', { name: 'Sign in as a driver' })).toBeVisible();
  },
);
