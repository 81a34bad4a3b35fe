import { expect, test } from 'vitest';
import { changeStaffSchema, inviteStaffSchema } from './staff.ts';

test.each([
  ['inviteStaff', inviteStaffSchema],
  ['changeStaff', changeStaffSchema],
])('%s refuses a blank or too long name and asks for "a name", not "your name"', (_call, schema) => {
  const parse = (name: unknown) => schema.safeParse({ name, email: 'dale@example.com', role: 'dispatcher' });

  for (const name of ['', ' ', null])
    expect(parse(name).error?.issues).toMatchObject([{ path: ['name'], message: 'Please enter a name.' }]);
  expect(parse(' Dale Winter ').data).toMatchObject({ name: 'Dale Winter' });
  expect(parse('x'.repeat(101)).success).toBe(false);
});
