import * as z from 'zod/mini';
import { ParameterError } from './operation.ts';

/**
 * Validates and converts the parameters of an operation.
 * @throws ParameterError parameter_unknown, parameter_missing, parameter_invalid_integer, or without a code
 */
export function checkParams<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ParameterError('Invalid request.');
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw new ParameterError(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    throw new ParameterError(`Missing required param: ${param}.`, 'parameter_missing', param);
  }
  if (issue.code === 'invalid_value') {
    throw new ParameterError(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, undefined, param);
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  throw new ParameterError(issue.message, code, param);
}

/** An integer: an amount in cents, a count or a time in seconds. */
export const integer = z.pipe(
  z.string().check(
    z.refine((text) => /^-?\d+$/.test(text), {
      error: (issue) => `Invalid integer: ${issue.input}`,
      params: { code: 'parameter_invalid_integer' },
    }),
  ),
  z.transform(Number),
);

/** `true` or `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** Parameters common to all lists. */
export const listParams = { limit: z.optional(integer), starting_after: z.optional(z.string()) };

/** Filter by creation time in unix seconds, for lists that support it; see `isCreatedWithin`. */
export const createdParam = z.optional(z.strictObject({ gte: integer }));

/** Whether an object was created at or after the time in `createdParam`. */
export const isCreatedWithin = (
  { created }: { created: number },
  filter: z.output<typeof createdParam>,
): boolean => !filter || created >= filter.gte;

/** Metadata: up to 50 keys of 40 characters, with values of up to 500. An empty value removes its key. */
export const metadataParam = z.record(z.string(), z.string()).check(
  z.superRefine((metadata, context) => {
    const addIssue = (message: string) => context.addIssue({ code: 'custom', input: metadata, message });
    if (Object.keys(metadata).length > 50) addIssue('Metadata can have up to 50 keys.');
    for (const [key, value] of Object.entries(metadata)) {
      if (key.length > 40) {
        addIssue(
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        );
      }
      if (value.length > 500) {
        addIssue(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        );
      }
    }
  }),
);

/**
 * Merges a change into metadata. An empty value removes its key; '' instead of an object removes all keys.
 */
export function applyMetadata(
  current: Record<string, string>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {};
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter(([, value]) => value !== ''));
}

/** The only supported currency. */
export const currencyParam = z.literal('usd');

/** Parameters common to creating and updating a payment intent. */
export const describingParams = {
  description: z.optional(z.string()),
  metadata: z.optional(metadataParam),
};

/** A parsed form: strings, lists and nested groups. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

type Group = { [name: string]: FormValue };

const MAX_DEPTH = 8;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses `a[b][0]=1&a[c]=2` into `{ a: { b: ['1'], c: '2' } }`, the encoding of the official clients.
 * @throws ParameterError for a malformed name
 */
export function parseForm(text: string): Group {
  const root: Group = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    if (path.some((part) => FORBIDDEN_NAMES.has(part)) || path[0] === '' || path.length > MAX_DEPTH) {
      throw new ParameterError(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
    }
    let group = root;
    for (const part of path.slice(0, -1)) {
      const inner = group[part] ?? Object.create(null);
      if (typeof inner === 'string' || Array.isArray(inner)) {
        throw new ParameterError(`Invalid parameter name: ${name}`, 'parameter_unknown', name);
      }
      group[part] = inner;
      group = inner;
    }
    group[path.at(-1) ?? name] = value;
  }
  return withLists(root);
}

/** Converts groups with the keys 0, 1, 2… into lists. Of `a[]=x&a[]=y` only the last value is kept. */
function withLists(group: Group): Group {
  const result: Group = {};
  for (const [name, value] of Object.entries(group)) {
    if (typeof value === 'string' || Array.isArray(value)) {
      result[name] = value;
      continue;
    }
    const inner = withLists(value);
    const isList = Object.keys(inner).every((key) => /^\d*$/.test(key));
    result[name] = isList ? Object.values(inner) : inner;
  }
  return result;
}

function nameOf(path: PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return [first, ...rest.map((part) => `[${part}]`)].join('');
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
