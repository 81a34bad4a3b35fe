import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { GRATUITY_OPTIONS } from '#common/fares/fare-choices.ts';
import { addDays, dateInVegas } from '#common/time.ts';

/** A JSON Schema, as also used in the OpenAPI document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

const days = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((day) => addDays(dateInVegas(new Date()), day));

const mondays = fc.integer({ min: -40, max: 0 }).map((week) => {
  const weekday = new Date(`${dateInVegas(new Date())}T00:00Z`).getUTCDay();
  return addDays(dateInVegas(new Date()), week * 7 - ((weekday + 6) % 7));
});

const dollars = fc.integer({ min: 1, max: 99_999 }).map((cents) => `$${(cents / 100).toFixed(2)}`);

/** Values by key, for rules that JSON Schema cannot express. The first matching pattern wins. */
const BY_KEY: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/email$/i, fc.nat({ max: 9_999_999 }).map((n) => `somebody-${n}@example.com`)],
  [/phone$/i, fc.integer({ min: 1_000, max: 9_999 }).map((n) => `(702) 555-${n}`)],
  [/password$/i, fc.integer({ min: 1_000, max: 9_999 }).map((n) => `four black sedans, ${n} pink ones`)],
  [/Time$/, fc.constantFrom('00:00', '09:30', '18:30', '23:30')],
  [/^(scheduledDate|effectiveFrom)$/, days(7, 300)],
  [/^(tripDate|dateOfBirth)$/, fc.constantFrom('1989-03-04', '1970-12-31', '1999-01-01')],
  [/^(firstDay|from|validFrom)$/, days(-40, 10)],
  [/^(lastDay|to|validUntil)$/, days(11, 20)],
  [/^(week)$/, mondays],
  [/^(day|date|on|expiresOn)$/, days(-30, 300)],
  [/^(actualFare|discountAmount|estimatedFare)$/, dollars],
  [
    /^(name|customerName|city|pickupLocation|dropoffLocation|address)$/,
    fc.constantFrom('Bellagio', 'Zoë O’Neill-Ortiz', 'T1'),
  ],
  [/^gratuityPercentage$/, fc.constantFrom(...GRATUITY_OPTIONS)],
  [/^flightNumber$/, fc.constantFrom('UA 1175', 'WN 22')],
  [/^riderId$/, fc.stringMatching(/^[0-9a-f]{24}$/)],
  [/^(accuracy|heading|hours)$/, fc.integer({ min: 2, max: 24 })],
  [/^pin$/, fc.constantFrom('0000', '4711')],
];

const TEXT = [...'abc defghij KLM 0123-.,é'];

/** Generates text within a schema's length limits that begins and ends with a letter. */
const textWithin = ({ minLength = 1, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> =>
  fc
    .string({
      unit: fc.constantFrom(...TEXT),
      minLength: Math.max(1, minLength),
      maxLength: Math.min(Math.max(minLength, 60), maxLength),
    })
    .map((text) => (text.length < 2 ? 'x' : `x${text.slice(1, -1)}y`));

const instants = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const MOST = 2_000_000_000;

function numberWithin({
  type,
  minimum = 0,
  maximum = Math.max(1_000, minimum + 100),
  multipleOf,
}: JsonSchema): fc.Arbitrary<number> {
  const step = multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const [least, most] = [Math.max(minimum, -MOST), Math.min(maximum, MOST)];
  return fc
    .integer({ min: Math.ceil(least / step), max: Math.floor(most / step) })
    .map((steps) => steps * step);
}

interface Place {
  /** Resolves a `$ref` to its definition. */
  find: (ref: string) => JsonSchema;
  /** The key of the value. */
  key: string;
}

/** Converts a part of a schema. The schema `true`, which allows everything, becomes an empty one. */
const asSchema = (part: unknown): JsonSchema => Object(part);

const asStrings = (values: Iterable<unknown>): string[] => [...values].map(String);

function objectOf(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], propertyNames, additionalProperties } = schema;
  const keys = asStrings(asSchema(propertyNames).enum ?? []);
  const parts: Record<string, unknown> =
    keys.length > 0 ? Object.fromEntries(keys.map((key) => [key, additionalProperties])) : properties;
  const model = Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, takenBy(asSchema(part), { ...place, key })]),
  );
  const isRequired = (key: string) => keys.length > 0 || required.includes(key);
  return fc.record(model, { requiredKeys: Object.keys(model).filter(isRequired) });
}

function takenBy(schema: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (schema.$ref) return takenBy(place.find(schema.$ref), place);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => takenBy(asSchema(option), place)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.pattern?.includes(':[0-5]')) return fc.constantFrom('06:00', '16:30', '23:59');
  const known = BY_KEY.find(([pattern]) => pattern.test(place.key))?.[1];
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return known ?? numberWithin(schema);
    case 'string':
      if (known) return known;
      if (schema.format === 'date-time') return instants;
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : textWithin(schema);
    case 'array': {
      const { minItems = 0, maxItems = 3, items } = schema;
      return fc.array(takenBy(asSchema(items), place), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 3),
      });
    }
    case 'object':
      return objectOf(schema, place);
    default:
      // Coerced values, or values checked only by code.
      return known ?? fc.constantFrom('1', '36.1', 'x');
  }
}

/**
 * Generates values that satisfy a JSON Schema. They nearly always satisfy the zod schema behind it as well,
 * whose other rules are covered by `BY_KEY`.
 *
 * @param find resolves a `$ref` to its schema
 */
export const arbitraryOf = (
  schema: JsonSchema,
  find: (ref: string) => JsonSchema = (ref) => asSchema(schema.$defs?.[ref.split('/').at(-1) ?? '']),
): fc.Arbitrary<unknown> => takenBy(schema, { find, key: '' });

const samples = new WeakMap<z.ZodMiniType, unknown>();

/** Returns an input that satisfies a zod schema, always the same one. @throws Error if none is found */
export function sampleInput(schema: z.ZodMiniType): unknown {
  const known = samples.get(schema);
  if (known !== undefined) return structuredClone(known);
  const arbitrary = arbitraryOf(z.toJSONSchema(schema, { io: 'input' }));
  for (let seed = 1; seed <= MOST_SAMPLES; seed += 1) {
    const [input] = fc.sample(arbitrary, { seed, numRuns: 1 });
    if (!schema.safeParse(input).success) continue;
    samples.set(schema, input);
    return structuredClone(input);
  }
  throw new Error('no sample fits this schema');
}

const MOST_SAMPLES = 500;
