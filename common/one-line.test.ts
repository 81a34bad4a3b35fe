import { expect, test } from 'vitest';
import { purchaseGiftCardSchema } from './gift-cards/gift-card-purchases-api.ts';
import { contactSchema } from './messages/contact.ts';
import { placeFieldsSchema } from './places/saved-places-api.ts';
import { passengerSchema, requestRideSchema } from './rides/ride-request.ts';
import { isPhone } from './users/phone.ts';
import { signUpSchema } from './users/user.ts';

const FORMS = {
  booking: {
    schema: requestRideSchema,
    fields: ['customerName', 'pickupLocation', 'dropoffLocation', 'stops.0'],
  },
  passenger: { schema: passengerSchema, fields: ['name'] },
  account: { schema: signUpSchema, fields: ['name'] },
  message: { schema: contactSchema, fields: ['name', 'subject'] },
  'saved place': { schema: placeFieldsSchema, fields: ['name', 'address'] },
  'gift card': { schema: purchaseGiftCardSchema, fields: ['recipientName'] },
};

const refusalOf = (
  { schema, path }: { schema: (typeof FORMS)[keyof typeof FORMS]['schema']; path: string },
  typed: string,
) => {
  const [field = '', index] = path.split('.');
  const form = { [field]: index === undefined ? typed : [typed] };
  const { error } = schema.safeParse(form);
  return error?.issues.find((issue) => issue.path.join('.') === path)?.message;
};

test.each(
  Object.entries(FORMS).flatMap(([form, { schema, fields }]) =>
    fields.map((path) => ({ form, path, schema })),
  ),
)('$path of a $form must be on one line', (field) => {
  for (const lineBreak of ['\n', '\r\n', '\u2028', '\u0085']) {
    expect(refusalOf(field, `Jo${lineBreak}Bcc: all@example.com`)).toBe('Please write this on one line.');
  }
  expect(refusalOf(field, 'Jo, of all')).toBeUndefined();
});

test('a phone number must be on one line', () => {
  expect(isPhone('702 555\n0101')).toBe(false);
  expect(isPhone('702\u00a0555 0101')).toBe(true);
});
