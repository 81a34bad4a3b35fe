import { expect, test } from 'vitest';
import { firstNameOf, signInSchema, signUpSchema } from './user.ts';

const SIGN_UP = { name: 'Robin Rider', email: ' Robin@Example.com ', password: 'eight or more', phone: '' };

const messagesOf = (result: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  (result.error?.issues ?? []).map(({ message }) => message);

test('an email address is trimmed and lower-cased', () => {
  expect(signUpSchema.parse(SIGN_UP).email).toBe('robin@example.com');
});

test.each([
  [{ name: ' ' }, 'Please enter your name.'],
  [{ name: 'x'.repeat(101) }, 'Please keep your name to 100 characters.'],
  [{ email: 'robin@example' }, 'Please enter a valid email address.'],
  [{ password: 'seven77' }, 'Please choose at least 8 characters.'],
  [{ password: 'x'.repeat(129) }, 'Please keep your password to 128 characters.'],
  [{ phone: 'five five five' }, 'Please enter a valid phone number.'],
])('signing up with %o is refused in plain words', (part, message) => {
  expect(messagesOf(signUpSchema.safeParse({ ...SIGN_UP, ...part }))).toEqual([message]);
});

test.each([
  { name: 'x'.repeat(100) },
  { password: 'eight888' },
  { password: 'x'.repeat(128) },
  { phone: undefined },
])('signing up with %o is accepted', (part) => {
  expect(messagesOf(signUpSchema.safeParse({ ...SIGN_UP, ...part }))).toEqual([]);
});

test('a password is kept exactly as typed', () => {
  const password = '  Ünïcode\u0301 and spaces ';

  expect(signUpSchema.parse({ ...SIGN_UP, password }).password).toBe(password);
});

test('a sign-in password over 200 characters is refused', () => {
  const signIn = (length: number) => ({ email: 'robin@example.com', password: 'x'.repeat(length) });

  expect(messagesOf(signInSchema.safeParse(signIn(200)))).toEqual([]);
  expect(messagesOf(signInSchema.safeParse(signIn(201)))).toEqual([
    'Please keep your password to 200 characters.',
  ]);
});

test.each([
  ['Dana Reyes', 'Dana'],
  [' Dana  Reyes', 'Dana'],
  ['Dana', 'Dana'],
  ['', ''],
])('the first name of "%s" is "%s"', (name, firstName) => {
  expect(firstNameOf(name)).toBe(firstName);
});
