import { afterEach, expect, test, vi } from 'vitest';
import { contactSchema } from './contact.ts';
import { lostItemSchema } from './lost-item.ts';

afterEach(() => {
  vi.useRealTimers();
});

const CONTACT = { name: ' Jo Lee ', email: ' jo@example.com ', subject: 'Hello', message: 'Ten chars!' };
const REPORT = {
  tripDate: '2026-11-20',
  pickupLocation: 'Bellagio',
  dropoffLocation: 'Sphere',
  description: 'A scarf',
  phone: '(702) 555-0137',
  email: 'jo@example.com',
};

const firstProblem = (part: object) =>
  contactSchema.safeParse({ ...CONTACT, ...part }).error?.issues[0]?.message;

test('a contact message is trimmed, and its phone number is optional', () => {
  expect(contactSchema.parse({ ...CONTACT, phone: '' })).toMatchObject({
    name: 'Jo Lee',
    email: 'jo@example.com',
  });
  expect(contactSchema.safeParse(CONTACT).success).toBe(true);
});

test.each([
  [{ name: '  ' }, 'Name is required'],
  [{ email: 'jo @example.com' }, 'Please enter a valid email address'],
  [{ phone: 'five five five' }, 'Please enter a valid phone number'],
  [{ subject: '' }, 'Subject is required'],
  [{ message: '   ' }, 'Message is required'],
  [{ message: ' 9 chars   ' }, 'Message must be at least 10 characters'],
])('a contact message with %o is refused in the words of the specification', (part, message) => {
  expect(firstProblem(part)).toBe(message);
});

test('an empty contact form reports its required fields in form order', () => {
  const issues = contactSchema.safeParse({ name: '', email: '', phone: '', subject: '', message: '' }).error
    ?.issues;
  const fields = issues?.map(({ path }) => path[0]);
  expect([...new Set(fields)]).toEqual(['name', 'email', 'subject', 'message']);
});

test('the trip date of a lost item may be today in Las Vegas but not tomorrow', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T05:00:00Z') });

  expect(lostItemSchema.safeParse(REPORT).success).toBe(true);
  const tomorrow = lostItemSchema.safeParse({ ...REPORT, tripDate: '2026-11-21' });
  expect(tomorrow.error?.issues.map(({ message }) => message)).toEqual([
    'The trip date cannot be in the future',
  ]);
});

test.each(['name', 'email', 'subject', 'message'])(
  'a contact message without %s gets the same message as one in which it is empty',
  (field) => {
    expect(firstProblem({ [field]: undefined })).toBe(firstProblem({ [field]: '' }));
  },
);
