import { expect, test } from 'vitest';
import { mailHref } from './contact-href.ts';

test.each([
  ['hannah@example.com', 'mailto:hannah@example.com'],
  ['a@b.co?bcc=x%40evil.com', 'mailto:a@b.co%3Fbcc%3Dx%2540evil.com'],
  ['a@b.co&body=Hi#there', 'mailto:a@b.co%26body%3DHi%23there'],
  ['a@b.co,c@evil.com', 'mailto:a@b.co%2Cc@evil.com'],
  ['zoë@example.com', 'mailto:zo%C3%AB@example.com'],
])('mailto link to %s is escaped so that it adds no recipient or header', (email, href) => {
  expect(mailHref(email)).toBe(href);
});
