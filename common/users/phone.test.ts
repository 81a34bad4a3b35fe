import { expect, test } from 'vitest';
import { isPhone } from './phone.ts';

test.each(['(702) 555-0137', '+44 20 7946 0958', '702.555.0137', '555-0137'])(
  '%s is a phone number',
  (text) => {
    expect(isPhone(text)).toBe(true);
  },
);

test.each(['', '-------', '(702) 555', 'call me maybe', `${'+'.repeat(24)}5550137`])(
  '"%s" is not a phone number',
  (text) => {
    expect(isPhone(text)).toBe(false);
  },
);
