import type { Request } from 'express';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#common/errors.ts';
import { idSchema } from '#common/id.ts';
import { parse } from './parse.ts';

const schema = z.object({
  params: z.object({ rideId: idSchema }),
  body: z.object({
    name: z.string().check(z.minLength(1, 'Please enter your name.')),
    stops: z.array(z.object({ place: z.string().check(z.maxLength(9)) })),
    bookingType: z.optional(z.enum(['hourly'])),
  }),
});

const rideId = '0123456789abcdef01234567';
const request = (body: unknown, params = { rideId }) => ({ params, query: {}, body }) as unknown as Request;

function refusal(req: Request): AppError {
  try {
    parse(schema, req);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('it was let through');
}

test('valid input is returned without unknown keys, and the request stays unchanged', () => {
  const req = request({ name: 'Nia', stops: [{ place: 'Sphere', secret: 1 }], isAdmin: true });

  expect(parse(schema, req)).toEqual({
    params: { rideId },
    body: { name: 'Nia', stops: [{ place: 'Sphere' }] },
  });
  expect(req.body).toHaveProperty('isAdmin');
});

test('a refusal lists an issue for every invalid field and takes the first issue’s message', () => {
  const { code, message, issues } = refusal(
    request({ name: '', stops: [{ place: 'Sphere' }, { place: 7 }] }),
  );

  expect([code, message]).toEqual(['INVALID_REQUEST', 'Please enter your name.']);
  expect(issues).toEqual([
    { path: 'name', message: 'Please enter your name.' },
    { path: 'stops.1.place', message: 'Please check the place.' },
  ]);
});

test('a refusal lists an issue for every missing field', () => {
  expect(refusal(request(undefined)).issues).toEqual([
    { path: 'name', message: 'Please fill in the name.' },
    { path: 'stops', message: 'Please fill in the stops.' },
  ]);
});

test('a rule without a message of its own names the field in plain words', () => {
  expect(
    refusal(request({ name: 'Nia', stops: [{ place: 'far too long' }], bookingType: '' })).issues,
  ).toEqual([
    { path: 'stops.0.place', message: 'Please check the place.' },
    { path: 'bookingType', message: 'Please fill in the booking type.' },
  ]);
});

test.each([[], 'text', 7])('a body that is %o is refused', (body) => {
  expect(refusal(request(body)).code).toBe('INVALID_REQUEST');
});

test('a malformed id in the path is refused as NOT_FOUND', () => {
  expect(refusal(request({ name: 'Nia', stops: [] }, { rideId: '../admin' })).code).toBe('NOT_FOUND');
});
